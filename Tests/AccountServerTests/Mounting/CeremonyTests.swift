import FoundationEssentials
import Accounts
import Testing

@testable import AccountServer

@Suite("Sign-in from an application's own routes")
struct CeremonyTests {
    private static let visitor = NotesApplication.visitor

    private let bench: ServerBench
    private let latchkey: Latchkey
    private let notes: NotesApplication

    init() throws {
        bench = try ServerBench()
        latchkey = Latchkey(system: bench.system)
        notes = NotesApplication(latchkey: latchkey)
    }

    private func register(_ name: String = "Anna.K") async throws -> OpenedSession {
        try await latchkey.register(userName: name, password: ServerBench.password, visitor: Self.visitor)
    }

    @Test("registration and sign-in return a token of 43 characters, the user and the expiry")
    func opened() async throws {
        let first = try await register()
        let second = try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        for session in [first, second] {
            #expect(session.revealToken().count == 43)
            #expect(session.user.userName == "Anna.K")
            #expect(session.user.accountID == first.user.accountID)
            #expect(session.expiresAt.timeIntervalSince1970 == 1_800_000_000 + 14 * 86_400)
            let user = try await notes.user("Bearer \(session.revealToken())")
            #expect(user.accountID == first.user.accountID)
        }
        #expect(first.revealToken() != second.revealToken())
    }

    @Test("a new password ends the other sessions and gives this one a new token")
    func newToken() async throws {
        let session = try await register()
        let other = try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        let renewed = try await latchkey.changePassword(
            of: session.user, from: ServerBench.password, to: ServerBench.otherPassword, visitor: Self.visitor)
        #expect(renewed.revealToken() != session.revealToken())
        #expect(try await notes.user("Bearer \(renewed.revealToken())").userName == "Anna.K")
        for ended in [session, other] { await expect(.notSignedIn) { try await notes.user("Bearer \(ended.revealToken())") } }
        await expect(.wrongCredentials) {
            try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        }
    }

    @Test("for a client that cannot store a new token, the session keeps the presented one and the others end")
    func keepingToken() async throws {
        let session = try await register()
        let other = try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        let user = try await notes.user("Bearer \(session.revealToken())")
        let kept = try await latchkey.changePassword(
            of: user, from: ServerBench.password, to: ServerBench.otherPassword, visitor: Self.visitor, keepingToken: true)
        #expect(kept.revealToken() == session.revealToken())
        #expect(try await notes.user("Bearer \(session.revealToken())").userName == "Anna.K")
        await expect(.notSignedIn) { try await notes.user("Bearer \(other.revealToken())") }
    }

    @Test("a change requires the current password, even right after authentication", arguments: [false, true])
    func currentPassword(_ keepingToken: Bool) async throws {
        let session = try await register()
        for wrong in ["", "not it at all 11", ServerBench.otherPassword] {
            await expect(.wrongCredentials) {
                try await latchkey.changePassword(
                    of: session.user, from: wrong, to: ServerBench.otherPassword, visitor: Self.visitor,
                    keepingToken: keepingToken)
            }
        }
        _ = try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        bench.clock.advance(by: .seconds(3_600))
        _ = try await latchkey.changePassword(
            of: session.user, from: ServerBench.password, to: ServerBench.otherPassword, visitor: Self.visitor,
            keepingToken: keepingToken)
        _ = try await latchkey.signIn(userName: "anna.k", password: ServerBench.otherPassword, visitor: Self.visitor)
    }

    @Test("signing out ends the session, and a later password change with it fails")
    func signOut() async throws {
        let session = try await register()
        try await latchkey.signOut(session.user, visitor: Self.visitor)
        await expect(.notSignedIn) { try await notes.user("Bearer \(session.revealToken())") }
        await expect(.notSignedIn) {
            try await latchkey.changePassword(
                of: session.user, from: ServerBench.password, to: ServerBench.otherPassword, visitor: Self.visitor)
        }
        _ = try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
    }

    @Test("a rejection has its code and a reason for the user that quotes no password")
    func rejections() async throws {
        let session = try await register()
        for (name, password) in [("ab", ServerBench.password), ("bert.m", "harbour"), ("ANNA.k", ServerBench.otherPassword)] {
            let error = await expect(.rejected) {
                try await latchkey.register(userName: name, password: password, visitor: Self.visitor)
            }
            #expect(error?.reason.isEmpty == false)
            #expect(error?.reason.contains(password) == false)
        }
        await expect(.rejected) {
            try await latchkey.changePassword(
                of: session.user, from: ServerBench.password, to: "aaaaaaaabbbbbbbb", visitor: Self.visitor)
        }
        let wrong = await expect(.wrongCredentials) {
            try await latchkey.signIn(userName: "anna.k", password: "not it at all 11", visitor: Self.visitor)
        }
        let unknown = await expect(.wrongCredentials) {
            try await latchkey.signIn(userName: "nobody.here", password: "not it at all 11", visitor: Self.visitor)
        }
        #expect(wrong?.description == unknown?.description)
        for authorization in [nil, "Basic YTpi", "Bearer nonsense"] {
            await expect(.notSignedIn) { try await notes.user(authorization) }
        }
    }

    @Test("an exhausted budget has a time to retry")
    func throttled() async throws {
        let budget = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let latchkey = Latchkey(system: try ServerBench { $0.throttles.failuresPerAddress = budget }.system)
        await expect(.wrongCredentials) {
            try await latchkey.signIn(userName: "anna.k", password: "not it at all 11", visitor: Self.visitor)
        }
        let error = await expect(.tooManyRequests) {
            try await latchkey.signIn(userName: "bert.m", password: "not it at all 11", visitor: Self.visitor)
        }
        #expect(error?.retryAfter == .seconds(3_600))
    }

    @Test("password changes are charged to the session, and their hashes to the session and the address")
    func changesCharged() async throws {
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        for path in [\ThrottlePolicy.changesPerSession, \.hashesPerClient]
            as [any WritableKeyPath<ThrottlePolicy, Budget> & Sendable]
        {
            let latchkey = Latchkey(system: try ServerBench { $0.throttles[keyPath: path] = budget }.system)
            var session = try await latchkey.register(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
            let (one, other) = (ServerBench.password, ServerBench.otherPassword)
            for (old, new) in [(one, other), (other, one)] {
                session = try await latchkey.changePassword(of: session.user, from: old, to: new, visitor: Self.visitor)
            }
            let user = session.user
            let error = await expect(.tooManyRequests) {
                try await latchkey.changePassword(of: user, from: one, to: other, visitor: Self.visitor)
            }
            #expect(error?.retryAfter == .seconds(3_600))
        }
    }

    @Test("a server that is shutting down reports overload, not a wrong password, without internal details")
    func overloaded() async throws {
        _ = try await register()
        try await StoppedServices.run(bench.system)
        let error = await expect(.overloaded) {
            try await latchkey.signIn(userName: "anna.k", password: ServerBench.password, visitor: Self.visitor)
        }
        #expect(error?.retryAfter == .seconds(5))
        #expect(error?.description == "The server is overloaded")
    }

    @Test("the descriptions of a user and a session contain no token")
    func redaction() async throws {
        let session = try await register()
        for text in ["\(session)", String(reflecting: session), "\(session.user)"] {
            #expect(!text.contains(session.revealToken()))
        }
    }

    @discardableResult
    private func expect<Value>(
        _ code: LatchkeyError.Code, sourceLocation: SourceLocation = #_sourceLocation,
        from ceremony: () async throws -> Value
    ) async -> LatchkeyError? {
        let error = await #expect(throws: LatchkeyError.self, sourceLocation: sourceLocation) { _ = try await ceremony() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        return error
    }
}
