import PasswordHashing
import Testing

@testable import Accounts

@Suite("Registration")
struct RegistrationTests {
    @Test("a new account exists, is signed in, and can sign in again")
    func registered() async throws {
        let bench = try AccountBench()
        let signedIn = try #require(try await bench.register(" Anna.K ").signedIn)
        let account = signedIn.active.account
        #expect(account.userName?.text == "Anna.K")
        #expect(account.createdAt == AccountBench.start)
        #expect(account.passwordChangedAt == AccountBench.start)
        #expect(try await bench.stores.account(account.id) == account)
        let active = try #require(try await bench.session(signedIn.token))
        #expect(active.session == signedIn.active.session)
        #expect(active.account == account)
        #expect(active.session.client == AccountBench.home)
        #expect(bench.service.isRecentlyAuthenticated(active, now: AccountBench.start))
        #expect(signedIn.deviceToken != nil)
        #expect(try await bench.signIn("anna.k").signedIn != nil)
    }

    @Test("a registration is recorded once it is stored")
    func recorded() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        #expect(try await bench.events(of: signedIn) == [.accountCreated])
        #expect(bench.reported == [.accountCreated])
        bench.stores.before(.create) { throw StoreError(.full, reason: "no room") }
        await #expect(throws: StoreError.self) { try await bench.register("boris") }
        #expect(bench.reported == [.accountCreated])
        #expect(try await bench.stores.countAccounts() == 1)
    }

    @Test("all reasons are reported at once")
    func allRejections() async throws {
        let bench = try AccountBench()
        let both = try await bench.register("xy", password: "short")
        #expect(both.rejections == [.userName(.tooShort), .password(.tooShort(minimum: 12))])
        let reserved = try await bench.register("аdmin", password: "123456789012")
        #expect(reserved.rejections == [.userName(.reserved), .password(.common)])
        let password = try await bench.register("passwort", password: "passwortpasswort")
        #expect(password.rejections == [.password(.common), .password(.containsUserName)])
        let name = try await bench.register("an na")
        #expect(name.rejections == [.userName(.characterNotAllowed(position: 2))])
    }

    @Test("a rejected registration causes no charge, no hash and no write")
    func rejectionsAreFree() async throws {
        let bench = try AccountBench()
        for _ in 0..<50 { #expect(try await bench.register("xy", password: "short").rejections != nil) }
        #expect(bench.stores.operations.isEmpty)
        #expect(bench.hasher.hashed == 0)
        #expect(try await bench.register().signedIn != nil)
    }

    @Test("a taken name is detected after the same work as for a free one", arguments: ["anna.k", "ANNA.K", "ａｎｎａ.k", " anna.k"])
    func taken(name: String) async throws {
        let bench = try AccountBench()
        _ = try await bench.account("anna.k")
        bench.stores.forget()
        #expect(try await bench.register("boris").signedIn != nil)
        let free = bench.stores.operations
        #expect(bench.hasher.hashed == 2)
        bench.stores.forget()
        #expect(try await bench.register(name).rejections == [.userNameTaken])
        #expect(bench.stores.operations == free)
        #expect(bench.hasher.hashed == 3)
        #expect(try await bench.stores.countAccounts() == 2)
        #expect(bench.reported == [.accountCreated, .accountCreated])
    }

    @Test("of many concurrent registrations of one name, one succeeds")
    func race() async throws {
        let bench = try AccountBench()
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await bench.register().signedIn != nil } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try await bench.stores.countAccounts() == 1)
    }

    @Test("a decomposed password equals the composed one")
    func composition() async throws {
        let bench = try AccountBench()
        #expect(try await bench.register(password: "cafe\u{301} velvet-otter 41").signedIn != nil)
        #expect(try await bench.signIn(password: "caf\u{E9} velvet-otter 41").signedIn != nil)
    }

    @Test("a password of 1,024 scalars is whole: a difference in the last scalar does not sign in")
    func noTruncation() async throws {
        let bench = try AccountBench()
        let start = String(repeating: "velvet otter 41 harbour ", count: 43).prefix(1_023)
        #expect(try await bench.register(password: start + "x").signedIn != nil)
        #expect(try await bench.signIn(password: start + "y").isRejected)
        #expect(try await bench.signIn(password: start + "xx").isRejected)
        #expect(try await bench.signIn(password: String(start)).isRejected)
        #expect(try await bench.signIn(password: start + "x").signedIn != nil)
    }
}
