import Secrets
import Testing

@testable import Accounts

@Suite("Signing in by a mailed code")
struct MailedSignInTests {
    private let recovery: RecoveryBench
    private let service: MailedSignInService
    private var bench: AccountBench { recovery.mail.bench }

    private static let home = AccountBench.home
    private let start = AccountBench.start

    init() throws {
        recovery = try RecoveryBench()
        service = MailedSignInService(accounts: recovery.mail.bench.service, sealer: recovery.mail.sealer)
    }

    private func begin(
        _ name: String = "anna.k", from client: Client = AccountBench.elsewhere, at now: Timestamp = AccountBench.start
    ) async throws -> MailedCodeBeginning {
        let name = AccountName(typed: name, address: EmailAddress(name, key: name.lowercased()))
        return try await service.begin(name, client: client, now: now)
    }

    /// Requests a code and returns the one that the mail brings; nil if none was sent.
    private func read(
        _ name: String = "anna.k", from client: Client = AccountBench.elsewhere, at now: Timestamp = AccountBench.start
    ) async throws -> (holder: OpaqueToken, code: MailedCode?) {
        let holder = try #require(try await begin(name, from: client, at: now).holder)
        let earlier = recovery.mail.carrier.carried.count
        _ = try await recovery.mail.run(at: now)
        for message in recovery.mail.carrier.carried.dropFirst(earlier) {
            if case .signInCode(let code, _) = message.content { return (holder, code) }
        }
        return (holder, nil)
    }

    private func signIn(
        _ code: MailedCode, _ holder: OpaqueToken, device: OpaqueToken? = nil, at now: Timestamp = AccountBench.start
    ) async throws -> MailedSignInOutcome {
        let request = MailedSignIn(code, holder: holder, deviceToken: device, client: AccountBench.elsewhere)
        return try await service.signIn(request, now: now)
    }

    /// Returns a session that a mailed code opened.
    private func signedIn(at now: Timestamp = AccountBench.start) async throws -> SignedIn {
        let (holder, code) = try await read(at: now)
        let result = try await signIn(try #require(code), holder, at: now)
        return try #require(result.signedIn)
    }

    private func reauthenticated(_ signedIn: SignedIn) async throws -> SignedIn {
        let outcome = try await bench.service.reauthenticate(
            signedIn.active, password: Password(AccountBench.password), client: Self.home, now: start)
        guard case .reauthenticated(let renewed) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return renewed
    }

    @Test(
        "a code from a verified address opens one session, by user name and by address", arguments: ["anna.k", "anna@example.org"])
    func opens(_ name: String) async throws {
        let anna = try await recovery.anna()
        let (holder, sent) = try await read(name)
        let code = try #require(sent)
        #expect(recovery.mail.carrier.carried.last?.to.text == "anna@example.org")
        let opened = try #require(try await signIn(code, holder).signedIn)
        #expect(opened.active.account.id == anna.active.account.id)
        #expect(opened.active.session.origin == .mailedCode && opened.active.session.assurance == .oneFactor)
        #expect(try await bench.session(opened.token)?.session.id == opened.active.session.id)
        #expect(bench.reported.last == .signedInByMail)
        #expect(try await bench.events(of: anna).first == .signedInByMail)
        #expect(try await signIn(code, holder).attemptsLeft == 0)
        // The other sessions continue.
        #expect(try await bench.session(anna.token) != nil)
    }

    @Test("names with and without a verified address cause the same operations and charges, down to wrong codes")
    func enumeration() async throws {
        let anna = try await recovery.anna()
        _ = try await recovery.mail.claim("claimed@example.org", of: anna.active)
        var seen: [[StoreOperation]] = []
        for name in ["anna.k", "anna@example.org", "berta", "berta@example.org", "claimed@example.org"] {
            bench.stores.forget()
            let (holder, code) = try await read(name)
            #expect((code != nil) == name.hasPrefix("anna"))
            let begun = bench.stores.operations.prefix { $0 != .claimJobs }
            #expect(bench.stores.charges.map(\.count) == [name.contains("@") ? 4 : 3])
            bench.stores.forget()
            let wrong = MailedCode(random: SystemRandomBytes())
            for left in [4, 3, 2, 1, 0, 0] { #expect(try await signIn(wrong, holder).attemptsLeft == left, "\(name)") }
            seen.append(Array(begun) + bench.stores.operations)
        }
        let attempts = Array(repeating: [StoreOperation.accountOfCode, .openByCode], count: 6).flatMap { $0 }
        let expected: [StoreOperation] = [.charge, .codeAddress, .addCode] + attempts
        #expect(Set(seen) == [expected])
    }

    @Test("a code is wrong with the secret of another client, after ten minutes, and for a recovery")
    func binding() async throws {
        _ = try await recovery.anna()
        let (holder, sent) = try await read()
        let code = try #require(sent)
        let other = try #require(try await begin(from: AccountBench.unknownClient(3)).holder)
        #expect(try await signIn(code, other).attemptsLeft == 4)
        #expect(try await signIn(code, holder, at: start + .seconds(600)).attemptsLeft == 0)
        // The attempt in a recovery counts, too.
        #expect(try await recovery.open(code, holder).attemptsLeft == 4)
        #expect(try await signIn(code, holder, at: start + .seconds(599)).signedIn != nil)
        let (recovering, recoveryCode) = try await recovery.beginAndRead("anna@example.org")
        #expect(try await signIn(try #require(recoveryCode), recovering).attemptsLeft == 4)
    }

    @Test("recoveries and sign-ins by mail share the budget of a name")
    func budget() async throws {
        _ = try await recovery.anna()
        let sent = recovery.mail.carrier.carried.count
        for number in 0..<40 {
            let client = AccountBench.unknownClient(number)
            if number.isMultiple(of: 2) {
                _ = try await begin(from: client)
            } else {
                _ = try await recovery.begin(from: client)
            }
        }
        #expect((1...6).contains(try await recovery.sent(after: sent).count))
    }

    @Test("the session changes no credential, address or factor and ends no other session, before a stronger factor")
    func weakest() async throws {
        let anna = try await recovery.anna()
        let opened = try await signedIn()
        let active = opened.active
        #expect(!active.session.isByFormerPassword && active.hasCurrentCredential)
        #expect(!bench.service.isRecentlyAuthenticated(active, now: start))
        #expect(bench.service.missingProof(of: active, now: start) == .firstFactor)
        #expect(try await bench.service.revokeOthers(by: active, client: Self.home, now: start) == .reauthenticationRequired)
        guard case .reauthenticationRequired = try await recovery.mail.claim("second@example.org", of: active) else {
            Issue.record("the session claimed an address")
            return
        }
        guard
            case .reauthenticationRequired = try await recovery.factors.service.beginTOTP(
                of: active, issuer: "Latchkey: test", now: start)
        else {
            Issue.record("the session began to set up a second factor")
            return
        }
        // The stored session says the same.
        let stored = try #require(try await bench.session(opened.token))
        #expect(!bench.service.isRecentlyAuthenticated(stored, now: start))

        let renewed = try await reauthenticated(opened)
        #expect(bench.service.isRecentlyAuthenticated(renewed.active, now: start))
        #expect(try await recovery.mail.claim("second@example.org", of: renewed.active).claim != nil)
        #expect(try await bench.service.revokeOthers(by: renewed.active, client: Self.home, now: start) == .ended(1))
        #expect(try await bench.session(anna.token) == nil)
    }

    @Test("an account with a second factor still needs it, and the session then still lacks the first")
    func secondFactor() async throws {
        let owner = try await recovery.factors.turnOn(try await recovery.anna())
        let (holder, sent) = try await read()
        let code = try #require(sent)
        let challenge = try #require(try await signIn(code, holder).challenge)
        #expect(challenge.factors.methods == [.totp, .recoveryCode])
        #expect(try await signIn(code, holder).attemptsLeft == 0)
        #expect(try await bench.service.sessions(of: owner.signedIn.active, now: start).count == 1)

        let opened = try #require(
            try await recovery.factors.answer(challenge, .recoveryCode(owner.codes[0].reveal())).signedIn)
        #expect(opened.active.session.origin == .mailedCode && opened.active.session.assurance == .twoFactors)
        #expect(bench.reported.last == .signedInByMail)
        #expect(!bench.service.isRecentlyAuthenticated(opened.active, now: start))
        #expect(bench.service.missingProof(of: opened.active, now: start) == .firstFactor)
        #expect(bench.service.isRecentlyAuthenticated(try await reauthenticated(opened).active, now: start))
    }

    @Test("the session ends with the address")
    func removedAddress() async throws {
        let anna = try await recovery.anna()
        let opened = try await signedIn()
        let address = try #require(try await bench.stores.addresses(of: anna.active.account.id).first)
        _ = try await recovery.mail.service.remove(address.id, of: anna.active, client: Self.home, now: start)
        #expect(try await bench.session(opened.token) == nil)
        #expect(try await bench.session(anna.token) != nil)
    }

    @Test("a device that signed in by a mailed code is known afterwards")
    func device() async throws {
        _ = try await recovery.anna()
        let first = try await signedIn()
        let token = try #require(first.deviceToken)
        #expect(try await bench.service.knownDevice(token, now: start) != nil)
        let (holder, code) = try await read("anna@example.org")
        #expect(try await signIn(try #require(code), holder, device: token).signedIn != nil)
        // A new sign-in replaces the token of its device.
        #expect(try await bench.service.knownDevice(token, now: start) == nil)
    }

    @Test("the message is not sent in the last minute of its code")
    func lifetime() {
        #expect(MailTemplate.signInCode.lifetime < MailedCode.lifetime)
    }
}

extension MailedSignInOutcome {
    fileprivate var signedIn: SignedIn? { if case .signedIn(let signedIn) = self { signedIn } else { nil } }
    fileprivate var challenge: FactorChallenge? { if case .factorRequired(let challenge) = self { challenge } else { nil } }
    fileprivate var attemptsLeft: Int? { if case .codeRejected(let left) = self { left } else { nil } }
}
