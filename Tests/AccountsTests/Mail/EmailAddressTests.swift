import Secrets
import Testing

@testable import Accounts

@Suite("E-mail addresses of accounts")
struct EmailAddressTests {
    static let start = MailBench.start

    @Test("an address is claimed until its code is returned, and then verified")
    func verification() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let (claim, code) = try await bench.claimAndRead(of: anna.active)
        #expect(!claim.address.isVerified)
        #expect(bench.carrier.carried.map(\.to.text) == ["anna@example.org"])
        let verified = try #require(try await bench.verify(code, claim, of: anna.active, at: Self.start + .seconds(5)).verified)
        #expect(verified.verifiedAt == Self.start + .seconds(5))
        #expect(try await bench.service.addresses(of: anna.active) == [verified])
        #expect(bench.bench.reported == [.accountCreated, .emailAddressClaimed, .emailAddressVerified])
        #expect(try await bench.run() == MailJobsRun())
    }

    @Test("a code is wrong with the secret of another client, in another session, and after ten minutes")
    func binding() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let (claim, code) = try await bench.claimAndRead(of: anna.active)
        let unknownClient = AddressClaim(
            address: claim.address, holder: OpaqueToken(random: SystemRandomBytes()), expiresAt: claim.expiresAt)
        #expect(try await bench.verify(code, unknownClient, of: anna.active).attemptsLeft == 0)
        #expect(try await bench.verify(code, claim, of: other.active).attemptsLeft == 0)
        #expect(try await bench.verify(code, claim, of: anna.active, at: claim.expiresAt).attemptsLeft == 0)
        #expect(try await bench.verify(code, claim, of: anna.active).verified != nil)
    }

    @Test("a second factor that was turned on after a code was sent is required to verify the address")
    func secondFactorMeanwhile() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        // An attacker with the password.
        let other = try #require(try await bench.bench.signIn().signedIn)
        let (foreign, foreignCode) = try await bench.claimAndRead("foreign@example.org", of: other.active)
        let (own, ownCode) = try await bench.claimAndRead(of: anna.active)
        _ = try await FactorBench(bench.bench).turnOn(anna)
        #expect(try await bench.verify(foreignCode, foreign, of: other.active).attemptsLeft == 0)
        #expect(try await bench.verify(ownCode, own, of: anna.active).verified != nil)
    }

    @Test("a code has five attempts")
    func attempts() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let (claim, code) = try await bench.claimAndRead(of: anna.active)
        let wrong = MailedCode(random: SystemRandomBytes())
        for left in [4, 3, 2, 1, 0] { #expect(try await bench.verify(wrong, claim, of: anna.active).attemptsLeft == left) }
        #expect(try await bench.verify(code, claim, of: anna.active).attemptsLeft == 0)
    }

    @Test("the digest of a code depends on the code, the secret of the client and the purpose")
    func digest() throws {
        let (holder, other) = (
            OpaqueToken(random: PredictableRandomBytes(seed: 1)), OpaqueToken(random: PredictableRandomBytes(seed: 2))
        )
        let code = MailedCode(random: PredictableRandomBytes(seed: 3))
        let digest = code.digest(for: .addressVerification, holder: holder)
        #expect(
            digest
                == (try #require(MailedCode(typed: code.reveal().lowercased().replacing("-", with: " ")))).digest(
                    for: .addressVerification, holder: holder))
        #expect(digest != code.digest(for: .addressVerification, holder: other))
        #expect(digest != MailedCode(random: PredictableRandomBytes(seed: 4)).digest(for: .addressVerification, holder: holder))
        #expect(code.reveal().count == 9 && !"\(code)".contains(code.reveal()))
    }

    @Test("a digit that no code has is read as the letter that it resembles")
    func lookAlikes() throws {
        #expect(try #require(MailedCode(typed: "0181-2345")).reveal() == "OIBI-2345")
        #expect(MailedCode(typed: "0181-2349") == nil)
    }

    @Test("claiming and removing require recent authentication")
    func freshness() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let address = try await bench.verifiedAddress(of: anna.active)
        let later = Self.start + .seconds(601)
        guard case .reauthenticationRequired = try await bench.claim("b@example.org", of: anna.active, at: later) else {
            throw StoreError(.failed, reason: "an old authentication was accepted")
        }
        let removal = try await bench.service.remove(
            address.id, of: anna.active, client: AccountBench.home, now: later)
        #expect(removal == .reauthenticationRequired)
        #expect(try await bench.claim("b@example.org", of: anna.active, at: later - .seconds(1)).claim != nil)
    }

    @Test("an address that another account has verified is rejected only after the client returns its code")
    func taken() async throws {
        let bench = try MailBench()
        let (anna, berta) = (try await bench.bench.account(), try await bench.bench.account("berta"))
        _ = try await bench.verifiedAddress(of: anna.active)
        let (claim, code) = try await bench.claimAndRead("ANNA@example.org", of: berta.active)
        #expect(try await bench.verify(MailedCode(random: SystemRandomBytes()), claim, of: berta.active).attemptsLeft == 4)
        guard case .taken = try await bench.verify(code, claim, of: berta.active) else {
            throw StoreError(.failed, reason: "the address was not taken")
        }
        #expect(try await bench.service.addresses(of: anna.active).map(\.isVerified) == [true])
    }

    @Test("the other verified addresses get a notice of a new one, and all of them one of a removal")
    func notices() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let first = try await bench.verifiedAddress("first@example.org", of: anna.active)
        let second = try await bench.verifiedAddress("second@example.org", of: anna.active)
        #expect(try await bench.run().sent == 1)
        let added = try #require(bench.carrier.carried.last)
        #expect(added.to == first.address)
        #expect(added.content == .addressAdded(second.address, at: Self.start, from: NoticeSource(AccountBench.home)))

        let removal = try await bench.service.remove(
            first.id, of: anna.active, client: AccountBench.home, now: Self.start)
        #expect(removal == .removed)
        #expect(try await bench.run().sent == 2)
        let removed = bench.carrier.carried.suffix(2)
        #expect(removed.first?.to == first.address && removed.first?.content.template == .addressUndo)
        #expect(removed.last?.to == second.address)
        #expect(removed.last?.content == .addressRemoved(first.address, at: Self.start, from: NoticeSource(AccountBench.home)))
    }

    @Test("an address that is verified during a removal gets the notice, too")
    func noticeOfRace() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        let first = try await bench.verifiedAddress("first@example.org", of: anna.active)
        let (claim, code) = try await bench.claimAndRead("second@example.org", of: anna.active)
        bench.bench.stores.before(.removeAddress) { _ = try await bench.verify(code, claim, of: anna.active) }
        #expect(
            try await bench.service.remove(first.id, of: anna.active, client: AccountBench.home, now: Self.start)
                == .removed)
        _ = try await bench.run()
        let told = bench.carrier.carried.filter { [.addressRemoved, .addressUndo].contains($0.content.template) }.map(\.to.text)
        #expect(Set(told) == ["first@example.org", "second@example.org"])
    }
}

@Suite("Budgets of mail")
struct MailBudgetTests {
    @Test("an address gets at most three codes at once, whichever account asks and whether or not it is known")
    func perRecipient() async throws {
        let bench = try MailBench()
        let (anna, berta) = (try await bench.bench.account(), try await bench.bench.account("berta"))
        _ = try await bench.verifiedAddress(of: anna.active)
        func claim(_ text: String, _ number: Int) async throws -> AddressClaimOutcome {
            try await bench.claim(text, of: berta.active, from: AccountBench.unknownClient(number))
        }
        for number in 0..<2 { #expect(try await claim("anna@example.org", number).claim != nil) }
        let known = try await claim("ANNA@example.org", 2).wait
        for number in 0..<3 { #expect(try await claim("unknown@example.org", number).claim != nil) }
        let unknown = try await claim("unknown@example.org", 3).wait
        #expect(known != nil && known == unknown)
    }

    @Test("one network asks for at most two codes at once to one address, in all spellings")
    func perRecipientAndNetwork() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        for text in ["anna@example.org", "Anna@example.org"] { #expect(try await bench.claim(text, of: anna.active).claim != nil) }
        #expect(try await bench.claim("ANNA@example.org", of: anna.active).wait != nil)
        #expect(try await bench.claim(of: anna.active, from: AccountBench.elsewhere).claim != nil)
    }

    @Test("one account asks for at most ten codes at once")
    func perAccount() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        for number in 0..<10 {
            _ = try await bench.claim("a\(number)@example.org", of: anna.active, from: AccountBench.unknownClient(number))
        }
        #expect(try await bench.claim("b@example.org", of: anna.active, from: AccountBench.unknownClient(11)).wait != nil)
    }

    @Test("one network asks for at most thirty codes at once")
    func perNetwork() async throws {
        let bench = try MailBench()
        for number in 0..<30 {
            let person = try await bench.bench.register("person\(number)", from: AccountBench.unknownClient(number))
            let active = try #require(person.signedIn).active
            #expect(try await bench.claim("p\(number)@example.org", of: active).claim != nil)
        }
        let anna = try await bench.bench.account()
        #expect(try await bench.claim(of: anna.active).wait != nil)
        #expect(try await bench.claim(of: anna.active, from: AccountBench.elsewhere).claim != nil)
    }

    @Test("an exhausted global budget stops codes, and never mail to verified addresses")
    func inAll() async throws {
        var throttles = ThrottlePolicy()
        throttles.mailsInAll = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try MailBench(throttles: throttles)
        let anna = try await bench.bench.account()
        let address = try await bench.verifiedAddress(of: anna.active)
        #expect(try await bench.claim("b@example.org", of: anna.active).wait != nil)
        #expect(
            try await bench.service.remove(
                address.id, of: anna.active, client: AccountBench.home, now: MailBench.start)
                == .removed)
        #expect(try await bench.run().sent == 1)
        #expect(bench.carrier.carried.last?.content.template == .addressUndo)
    }

    @Test("the budgets are charged before anything is looked up")
    func order() async throws {
        let bench = try MailBench()
        let anna = try await bench.bench.account()
        bench.bench.stores.forget()
        _ = try await bench.claim(of: anna.active)
        #expect(bench.bench.stores.operations == [.charge, .claimAddress])
        #expect(bench.bench.stores.charges.first?.count == 5)
    }
}
