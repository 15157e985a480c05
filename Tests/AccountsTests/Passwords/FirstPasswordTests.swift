import Testing

@testable import Accounts

@Suite("A first password")
struct FirstPasswordTests {
    static let start = AppleBench.start

    @Test("it signs in with the chosen name, in addition to Apple")
    func setting() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let account = try #require(try await bench.setFirstPassword(of: anna, name: "Anna.K").account)
        #expect(account.userName?.text == "Anna.K")
        #expect(account.hasPassword)
        #expect(try await bench.bench.signIn().signedIn?.active.account == account)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account == account)
        #expect(bench.bench.reported.contains(.passwordSet))
    }

    @Test("an account without a name must choose one; an account with a name keeps it")
    func names() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        guard case .userNameRequired = try await bench.setFirstPassword(of: anna, name: nil) else {
            Issue.record("a password without a name")
            return
        }
        _ = try await bench.bench.service.rename(anna.active, to: "anna.k", client: AppleBench.home, now: Self.start)
        let again = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        #expect(try await bench.setFirstPassword(of: again, name: nil).account?.userName?.text == "anna.k")
        #expect(try await bench.bench.signIn().signedIn != nil)
    }

    @Test("the policy applies, and all reasons are reported together")
    func policy() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let rejections = try await bench.setFirstPassword(of: anna, name: "a", password: "short").rejections
        #expect(rejections == [.userName(.tooShort), .password(.tooShort(minimum: 12))])
        #expect(
            try await bench.setFirstPassword(of: anna, name: "anna.k", password: "passwordpassword").rejections?.isEmpty == false)
        #expect(try await bench.setFirstPassword(of: anna, name: "anna.k").account != nil)
    }

    @Test("a taken name is rejected, and each attempt is charged as a registration")
    func taken() async throws {
        var policy = ThrottlePolicy()
        policy.registrationsPerAddress = try #require(Budget(burst: 3, refill: 1, per: .seconds(3_600)))
        let bench = try AppleBench(throttles: policy)
        let anna = try await bench.registered()
        _ = try await bench.bench.account("boris")
        #expect(try await bench.setFirstPassword(of: anna, name: "BORIS").rejections == [.userNameTaken])
        guard case .throttled = try await bench.setFirstPassword(of: anna, name: "anna.k") else {
            Issue.record("not counted")
            return
        }
    }

    @Test("it requires authentication with the Apple identity within ten minutes")
    func freshness() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let late = Self.start + .milliseconds(600_001)
        guard case .reauthenticationRequired = try await bench.setFirstPassword(of: anna, name: "anna.k", at: late) else {
            Issue.record("set without recent authentication")
            return
        }
        #expect(try await bench.setFirstPassword(of: anna, name: "anna.k", at: late - .milliseconds(1)).account != nil)
    }

    @Test("an account with a password must change it instead; a lost race changes nothing")
    func second() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        _ = try await bench.setFirstPassword(of: anna, name: "anna.k")
        guard case .superseded = try await bench.setFirstPassword(of: anna, name: "anna.k") else {
            Issue.record("set twice")
            return
        }
        let boris = try await bench.bench.account("boris")
        guard case .hasPassword = try await bench.setFirstPassword(of: boris, name: nil) else {
            Issue.record("set over a password")
            return
        }
    }
}

@Suite("Removing the password")
struct PasswordRemovalTests {
    static let start = AppleBench.start

    @Test("the password no longer signs in, Apple does, and other sessions have ended")
    func removal() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        _ = try await bench.link(AppleBench.assertion(), to: anna)
        let other = try #require(try await bench.bench.signIn().signedIn)
        guard case .removed(let renewed) = try await remove(bench, anna) else {
            Issue.record("not removed")
            return
        }
        #expect(!renewed.active.account.hasPassword)
        #expect(try await bench.bench.session(renewed.token)?.account == renewed.active.account)
        for token in [anna.token, other.token] { #expect(try await bench.bench.session(token) == nil) }
        #expect(try await bench.bench.signIn().isRejected)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == anna.active.account.id)
        #expect(bench.bench.reported.contains(.passwordRemoved))
    }

    @Test("the last credential cannot be removed, and removal requires authentication within ten minutes")
    func guards() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        guard case .lastCredential = try await remove(bench, anna) else {
            Issue.record("removed the last credential")
            return
        }
        _ = try await bench.link(AppleBench.assertion(), to: anna)
        guard case .reauthenticationRequired = try await remove(bench, anna, at: Self.start + .seconds(601)) else {
            Issue.record("removed without recent authentication")
            return
        }
        #expect(try await bench.bench.signIn().signedIn != nil)
    }

    @Test("an account without a password rejects sign-in and reauthentication as with a wrong password")
    func uniformity() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        _ = try await bench.bench.service.rename(anna.active, to: "anna.k", client: AppleBench.home, now: Self.start)
        #expect(try await bench.bench.signIn(password: "").isRejected)
        #expect(bench.bench.hasher.verified.last == bench.bench.hasher.decoy)
        let again = try await bench.bench.service.reauthenticate(
            anna.active, password: Password(""), client: AppleBench.home, now: Self.start)
        #expect(again.isRejected)
        #expect(bench.bench.hasher.verified.last == bench.bench.hasher.decoy)
    }

    private func remove(
        _ bench: AppleBench, _ signedIn: SignedIn, at now: Timestamp = start
    ) async throws -> PasswordRemovalOutcome {
        try await bench.bench.service.removePassword(of: signedIn.active, client: AppleBench.home, now: now)
    }
}
