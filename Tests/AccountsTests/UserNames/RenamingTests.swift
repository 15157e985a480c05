import Testing

@testable import Accounts

@Suite("Changing the user name")
struct RenamingTests {
    @Test("the new name signs in, and the old one is free")
    func renaming() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        let renamed = try await bench.service.rename(
            anna.active, to: " Anna.Karenina ", client: AccountBench.home, now: AccountBench.start)
        let account = try #require(renamed.account)
        #expect(account.userName?.text == "Anna.Karenina")
        #expect(try await bench.stores.account(anna.active.account.id) == account)
        #expect(try await bench.signIn("anna.karenina").signedIn != nil)
        #expect(try await bench.signIn("anna.k").isRejected)
        #expect(try await bench.register("anna.k").signedIn != nil)
        #expect(bench.reported.contains(.userNameChanged))
        #expect(try await bench.events(of: anna).contains(.userNameChanged))
    }

    @Test("the same name may be spelled differently")
    func respelling() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        let renamed = try await bench.service.rename(anna.active, to: "Anna.K", client: AccountBench.home, now: AccountBench.start)
        #expect(renamed.account?.userName?.text == "Anna.K")
    }

    @Test("a taken or invalid name is rejected, and nothing changes")
    func rejections() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        _ = try await bench.account("boris")
        let now = AccountBench.start
        #expect(try await bench.service.rename(anna.active, to: "BORIS", client: AccountBench.home, now: now).isTaken)
        #expect(
            try await bench.service.rename(anna.active, to: "аdmin", client: AccountBench.home, now: now).rejection == .reserved)
        #expect(try await bench.service.rename(anna.active, to: "xy", client: AccountBench.home, now: now).rejection == .tooShort)
        #expect(try await bench.stores.account(anna.active.account.id)?.userName?.text == "anna.k")
        #expect(!bench.reported.contains(.userNameChanged))
    }

    @Test("renaming is charged as a registration, so it cannot probe a list of names")
    func throttled() async throws {
        var throttles = ThrottlePolicy()
        throttles.registrationsPerAddress = try #require(Budget(burst: 3, refill: 1, per: .seconds(3_600)))
        let bench = try AccountBench(throttles: throttles)
        let anna = try await bench.account("anna.k")
        var waits = 0
        for number in 0..<5 {
            let outcome = try await bench.service.rename(
                anna.active, to: "name-\(number)", client: AccountBench.unknownClient(1), now: AccountBench.start)
            if case .throttled = outcome { waits += 1 }
        }
        #expect(waits == 2)
    }

    @Test("authentication ten minutes ago is recent enough, and a millisecond more is not")
    func reauthentication() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        let late = AccountBench.start + .milliseconds(600_001)
        #expect(
            try await bench.service.rename(anna.active, to: "anna.two", client: AccountBench.home, now: late)
                .isReauthenticationRequired)
        let intime = AccountBench.start + .seconds(600)
        #expect(try await bench.service.rename(anna.active, to: "anna.two", client: AccountBench.home, now: intime).account != nil)
    }

    @Test("a deleted account cannot be renamed")
    func missing() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        try await bench.service.delete(anna.active.account.id, client: AccountBench.home, now: AccountBench.start)
        let renamed = try await bench.service.rename(
            anna.active, to: "anna.two", client: AccountBench.home, now: AccountBench.start)
        #expect(renamed.isSessionEnded)
    }

    @Test("a session that ends during the request changes no name")
    func endedSession() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        bench.stores.before(.rename) {
            _ = try await bench.service.revokeAll(of: anna.active.account.id, client: AccountBench.home, now: AccountBench.start)
        }
        let renamed = try await bench.service.rename(
            anna.active, to: "anna.two", client: AccountBench.home, now: AccountBench.start)
        #expect(renamed.isSessionEnded)
        #expect(try await bench.stores.account(named: UserNameKey("anna.k")) != nil)
        #expect(!bench.reported.contains(.userNameChanged))
    }
}
