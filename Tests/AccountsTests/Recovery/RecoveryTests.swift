import Secrets
import Testing

@testable import Accounts

@Suite("Recovering an account by mail")
struct RecoveryTests {
    private static let start = RecoveryBench.start

    @Test("a mailed code leads to a new password, which signs in; the old one and all sessions have ended")
    func recovery() async throws {
        let bench = try RecoveryBench()
        let anna = try await bench.anna()
        let sent = bench.mail.carrier.carried.count
        let token = try await bench.opened()
        #expect(bench.mail.carrier.carried.last?.to.text == "anna@example.org")
        #expect(try await bench.set(in: token) == .recovered)
        #expect(try await bench.mail.bench.session(anna.token) == nil)
        #expect(try await bench.mail.bench.signIn().isRejected)
        #expect(try await bench.mail.bench.signIn(password: RecoveryBench.new).signedIn != nil)
        #expect(try await bench.set(in: token) == .ended)
        #expect(try await bench.sent(after: sent) == [.recoveryCode, .passwordRecovered])
        #expect(bench.mail.bench.reported.suffix(4) == [.recoveryOpened, .passwordRecovered, .signInFailed, .signedIn])
    }

    @Test("names with and without an account cause the same operations and the same charges, and only one sends mail")
    func enumeration() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        var seen: [[StoreOperation]] = []
        for name in ["anna.k", "anna@example.org", "berta", "berta@example.org"] {
            bench.mail.bench.stores.forget()
            let (holder, code) = try await bench.beginAndRead(name)
            #expect((code != nil) == name.hasPrefix("anna"))
            let operations = bench.mail.bench.stores.operations.prefix { $0 != .claimJobs }
            let charges = bench.mail.bench.stores.charges
            #expect(charges.map(\.count) == [name.contains("@") ? 4 : 3])
            seen.append(Array(operations))
            // Wrong codes are answered alike.
            let wrong = MailedCode(random: SystemRandomBytes())
            for left in [4, 3, 2, 1, 0, 0] { #expect(try await bench.open(wrong, holder).attemptsLeft == left, "\(name)") }
        }
        #expect(Set(seen) == [[.charge, .codeAddress, .addCode]])
    }

    @Test("the exhausted budget of all mail to unverified addresses stops no recovery")
    func globalBudget() async throws {
        var throttles = ThrottlePolicy()
        throttles.mailsInAll = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try RecoveryBench(throttles: throttles)
        let anna = try await bench.anna()
        guard case .throttled = try await bench.mail.claim("second@example.org", of: anna.active) else {
            Issue.record("the budget is not exhausted")
            return
        }
        #expect(try await bench.set(in: try await bench.opened()) == .recovered)
    }

    @Test("the spellings of an address share its budget")
    func addressBudget() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        let sent = bench.mail.carrier.carried.count
        // The bench folds case; the name of the key differs, as for a domain in Unicode and in Punycode.
        let address = EmailAddress("anna@example.org", key: "anna@example.org")
        for number in 0..<40 {
            let name = AccountName(typed: "spelling-\(number)", address: address)
            _ = try await bench.service.begin(name, client: AccountBench.unknownClient(number), now: Self.start)
        }
        #expect((1...6).contains(try await bench.sent(after: sent).count))
    }

    @Test("a recovery removes an address that a client with the password added later, and a notice reports it")
    func laterAddress() async throws {
        let bench = try RecoveryBench()
        let anna = try await bench.anna()
        let later = Self.start + .seconds(60)
        _ = try await bench.mail.verifiedAddress("mallory@example.com", of: anna.active, at: later)
        let token = try await bench.opened("anna@example.org", at: later)
        #expect(try await bench.set(in: token, at: later) == .recovered)
        #expect(bench.mail.bench.reported.suffix(2) == [.passwordRecovered, .emailAddressRemoved])
        #expect(try await bench.mail.bench.stores.addresses(of: anna.active.account.id).map(\.address.text) == ["anna@example.org"])
        #expect(try await bench.beginAndRead("mallory@example.com", at: later).code == nil)
    }

    @Test("one network exhausts its own budget of a name, and not that of the owner elsewhere")
    func perNetwork() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        for name in ["anna.k", "unknown.name"] {
            var begun = 0
            while try await bench.begin(name, from: AccountBench.unknownClient(1)).wait == nil { begun += 1 }
            #expect((1...2).contains(begun))
            #expect(try await bench.begin(name, from: AccountBench.home).holder != nil)
        }
    }

    @Test("one network that claims an address and recovers by it exhausts its own budget, and not that of the owner elsewhere")
    func claims() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        let (later, stranger) = (Self.start + .seconds(3_600), AccountBench.unknownClient(1))
        let mallory = try await bench.mail.bench.account("mallory", at: later)
        for (address, claimsFirst) in [("anna@example.org", true), ("berta@example.org", false)] {
            var accepted = 0
            for attempt in 0..<8 {
                let wait =
                    if claimsFirst == (attempt < 4) {
                        try await bench.mail.claim(address, of: mallory.active, from: stranger, at: later).wait
                    } else {
                        try await bench.begin(address, from: stranger, at: later).wait
                    }
                if wait == nil { accepted += 1 }
            }
            #expect((1...2).contains(accepted))
            #expect(try await bench.begin(address, from: AccountBench.home, at: later).holder != nil)
        }
    }

    @Test("an hour's flood from many networks, by user name and by address, sends at most twelve mails to one mailbox")
    func flood() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        let sent = bench.mail.carrier.carried.count
        for number in 0..<100 {
            let now = Self.start + .seconds(36 * number)
            let name = number.isMultiple(of: 2) ? "anna.k" : "anna@example.org"
            _ = try await bench.begin(name, from: AccountBench.unknownClient(number), at: now)
            _ = try await bench.mail.run(at: now)
        }
        // More than six: the two names have separate budgets.
        #expect((7...12).contains(bench.mail.carrier.carried.count - sent))
    }

    @Test("a code is wrong with the secret of another client, after ten minutes, and for another purpose")
    func binding() async throws {
        let bench = try RecoveryBench()
        let anna = try await bench.anna()
        let (holder, code) = try await bench.beginAndRead()
        let recovery = try #require(code)
        let unknownClient = try #require(try await bench.begin(from: AccountBench.unknownClient(3)).holder)
        #expect(try await bench.open(recovery, unknownClient).attemptsLeft == 4)
        #expect(try await bench.open(recovery, holder, at: Self.start + .seconds(600)).attemptsLeft == 0)
        #expect(recovery.digest(for: .recovery, holder: holder) != recovery.digest(for: .addressVerification, holder: holder))
        let (claim, verification) = try await bench.mail.claimAndRead("second@example.org", of: anna.active)
        #expect(try await bench.open(verification, claim.holder).attemptsLeft == 0)
        #expect(try await bench.open(recovery, holder, at: Self.start + .seconds(599)).token != nil)
    }

    @Test("the message with a code has the source of the request")
    func source() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        _ = try await bench.beginAndRead()
        let sources = bench.mail.carrier.carried.map { sent -> NoticeSource? in
            switch sent.content {
            case .addressCode(_, let source), .recoveryCode(_, let source): source
            default: nil
            }
        }
        #expect(sources == [NoticeSource(AccountBench.home), NoticeSource(AccountBench.elsewhere)])
    }

    @Test("the store holds neither the code, nor the holder's secret, nor the session's token")
    func digests() async throws {
        let bench = try RecoveryBench()
        let anna = try await bench.anna()
        let (holder, code) = try await bench.beginAndRead()
        let recovery = try #require(code)
        // A copy of the store has the digest of the holder, which keys no code.
        let guess = try #require(OpaqueToken(encoded: Base64URL.encode(holder.digest.bytes)))
        #expect(recovery.digest(for: .recovery, holder: guess) != recovery.digest(for: .recovery, holder: holder))
        #expect(try await bench.open(recovery, guess).attemptsLeft == 0)
        let token = try #require(try await bench.open(recovery, holder).token)
        #expect(try await bench.mail.bench.session(token) == nil)
        let copied = try #require(OpaqueToken(encoded: Base64URL.encode(token.digest.bytes)))
        #expect(try await bench.set(in: copied) == .ended)
        #expect(try await bench.mail.bench.session(anna.token) != nil)
    }

    @Test("a weak password is rejected, and the recovery session stays valid for ten minutes")
    func weak() async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        let token = try await bench.opened()
        guard case .rejected(let rejections) = try await bench.set("password", in: token) else {
            Issue.record("a weak password was accepted")
            return
        }
        #expect(!rejections.isEmpty)
        #expect(try await bench.set(in: token, at: Self.start + .seconds(600)) == .ended)
        #expect(try await bench.set(in: token, at: Self.start + .seconds(599)) == .recovered)
    }

    @Test("an address that is verified meanwhile gets the notice as well")
    func addressMeanwhile() async throws {
        let bench = try RecoveryBench()
        let anna = try await bench.anna()
        let token = try await bench.opened()
        let (claim, code) = try await bench.mail.claimAndRead("second@example.org", of: anna.active)
        let sent = bench.mail.carrier.carried.count
        bench.mail.bench.stores.before(.completeRecovery) {
            _ = try await bench.mail.verify(code, claim, of: anna.active)
        }
        #expect(try await bench.set(in: token) == .recovered)
        #expect(try await bench.sent(after: sent) == [.addressAdded, .passwordRecovered, .passwordRecovered])
        #expect(Set(bench.mail.carrier.carried.suffix(2).map(\.to.text)) == ["anna@example.org", "second@example.org"])
    }
}

@Suite("Recovering an account with a second factor")
struct RecoveryFactorTests {
    private static let start = RecoveryBench.start
    private static let ready = start + .seconds(72 * 3_600)

    /// Returns the bench with an account that has an authenticator app, and an opened recovery session.
    private func opened() async throws -> (RecoveryBench, FactorBench.Owner, OpaqueToken) {
        let bench = try RecoveryBench()
        let owner = try await bench.factors.turnOn(try await bench.anna())
        return (bench, owner, try await bench.opened())
    }

    private func prove(
        _ bench: RecoveryBench, _ proof: FactorProof, in token: OpaqueToken, at now: Timestamp = start
    ) async throws -> RecoveryFactorOutcome {
        let challenge = try #require(try await bench.service.challenge(in: token, now: now))
        return try await bench.service.prove(
            proof, answering: challenge.token, in: token, client: AccountBench.elsewhere, now: now)
    }

    @Test("a code from the mail alone sets no password; with the authenticator or a recovery code it does")
    func factor() async throws {
        let next = Self.start + .seconds(30)
        for usesRecoveryCode in [false, true] {
            let (bench, owner, token) = try await opened()
            #expect(try await bench.set(in: token) == .factorRequired)
            let proof: FactorProof =
                usesRecoveryCode ? .recoveryCode(owner.codes[0].reveal()) : .totp(try owner.code(at: next))
            #expect(try await prove(bench, .totp("000000"), in: token, at: next) == .rejected)
            #expect(try await bench.set(in: token, at: next) == .factorRequired)
            #expect(try await prove(bench, proof, in: token, at: next) == .proved)
            #expect(try await bench.service.challenge(in: token, now: next) == nil)
            #expect(try await bench.set(in: token, at: next) == .recovered)
            // The next sign-in requires the factor again.
            let outcome = try await bench.mail.bench.signIn(password: RecoveryBench.new, at: next)
            guard case .factorRequired = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
    }

    @Test("a challenge proves a factor in its own recovery session only, and signs in nowhere")
    func challenges() async throws {
        let (bench, owner, token) = try await opened()
        let other = try await bench.opened()
        let next = Self.start + .seconds(30)
        let code = FactorProof.totp(try owner.code(at: next))
        let challenge = try #require(try await bench.service.challenge(in: token, now: next))
        let foreign = try await bench.service.prove(
            code, answering: challenge.token, in: other, client: AccountBench.elsewhere, now: next)
        #expect(foreign == .challengeRejected)
        #expect(try await bench.factors.answer(challenge, code, at: next).isChallengeRejected)
        let signIn = try await bench.factors.challenge(at: next)
        let crossed = try await bench.service.prove(
            code, answering: signIn.token, in: token, client: AccountBench.elsewhere, now: next)
        #expect(crossed == .challengeRejected)
        #expect(try await bench.set(in: token, at: next) == .factorRequired)
    }

    @Test("wrong factors are charged to the account, across recovery sessions, and a sign-in has its own budget")
    func guesses() async throws {
        let (bench, owner, token) = try await opened()
        var rejected = 0
        var last = RecoveryFactorOutcome.rejected
        while last == .rejected, rejected < 100 {
            last = try await prove(bench, .totp("000000"), in: token)
            if last == .rejected { rejected += 1 }
        }
        guard case .throttled = last else {
            Issue.record("\(last) after \(rejected)")
            return
        }
        #expect(rejected <= 20)
        guard case .throttled = try await prove(bench, .totp("000000"), in: try await bench.opened()) else {
            Issue.record("another recovery session has attempts left")
            return
        }
        let next = Self.start + .seconds(30)
        let challenge = try await bench.factors.challenge(at: next)
        #expect(try await bench.factors.answer(challenge, .totp(try owner.code(at: next)), at: next).signedIn != nil)
    }

    @Test("a session that did not prove the second factor does not cancel the wait")
    func unprovedSession() async throws {
        let bench = try RecoveryBench()
        let first = try await bench.anna()
        let second = try #require(try await bench.mail.bench.signIn().signedIn)
        _ = try await bench.factors.turnOn(first)
        _ = try await bench.wait(try await bench.opened())
        let outcome = try await bench.service.cancelWait(
            of: second.active, client: AccountBench.home, now: Self.start)
        #expect(outcome == .factorRequired)
    }

    @Test("without the factor, the account waits 72 hours with a notice at once, and then loses its second factors")
    func waiting() async throws {
        let (bench, _, token) = try await opened()
        let sent = bench.mail.carrier.carried.count
        #expect(try await bench.wait(token) == .waiting(until: Self.ready))
        #expect(try await bench.sent(after: sent) == [.recoveryUndo])
        #expect(try await bench.set(in: token) == .factorRequired)
        let early = try await bench.opened(at: Self.ready - .seconds(1))
        #expect(try await bench.set(in: early, at: Self.ready - .milliseconds(1)) == .factorRequired)
        // A second request does not move the end.
        #expect(try await bench.wait(early, at: Self.ready - .seconds(1)) == .waiting(until: Self.ready))
        let late = try await bench.opened(at: Self.ready)
        #expect(try await bench.wait(late, at: Self.ready) == .notNeeded)
        #expect(try await bench.set(in: late, at: Self.ready) == .recovered)
        #expect(try await bench.mail.bench.signIn(password: RecoveryBench.new, at: Self.ready).signedIn != nil)
        #expect(bench.mail.bench.reported.contains(.secondFactorsRemoved))
    }

    @Test("a waiting time is possible for ten days in all, and then begins again")
    func waitEnds() async throws {
        let (bench, _, token) = try await opened()
        _ = try await bench.wait(token)
        let end = Self.ready + RecoveryWait.readiness
        let late = try await bench.opened(at: end)
        #expect(try await bench.set(in: late, at: end) == .factorRequired)
        #expect(try await bench.wait(late, at: end) == .waiting(until: end + .seconds(72 * 3_600)))
    }

    @Test("a session with the second factor cancels the wait, with a notice; a sign-in with it does too")
    func cancelling() async throws {
        let (bench, owner, token) = try await opened()
        _ = try await bench.wait(token)
        #expect(try await bench.service.wait(of: owner.signedIn.active, now: Self.start)?.readyAt == Self.ready)
        _ = try await bench.mail.run()
        let sent = bench.mail.carrier.carried.count
        let cancel = {
            try await bench.service.cancelWait(
                of: owner.signedIn.active, client: AccountBench.home, now: Self.start)
        }
        #expect(try await cancel() == .cancelled)
        #expect(try await cancel() == .missing)
        #expect(try await bench.sent(after: sent) == [.recoveryCancelled])
        #expect(try await bench.service.session(token, now: Self.start) == nil)

        let later = Self.start + .seconds(3_600)
        _ = try await bench.wait(try await bench.opened(at: later), at: later)
        let challenge = try await bench.factors.challenge(at: later)
        #expect(try await bench.factors.answer(challenge, .totp(try owner.code(at: later)), at: later).signedIn != nil)
        let token2 = try await bench.opened(at: Self.ready + .seconds(3_600))
        #expect(try await bench.set(in: token2, at: Self.ready + .seconds(3_600)) == .factorRequired)
    }

    @Test("a sign-in and a step-up with the second factor say that they ended the wait, and send one notice each")
    func ending() async throws {
        let bench = try RecoveryBench(AccountBench(mail: MailBench.sealer))
        let owner = try await bench.factors.turnOn(try await bench.anna())
        let (active, service) = (owner.signedIn.active, bench.factors.service)
        func signIn(at now: Timestamp) async throws -> SignedIn {
            let challenge = try await bench.factors.challenge(at: now)
            return try #require(
                try await bench.factors.answer(challenge, .totp(try owner.code(at: now)), at: now).signedIn)
        }
        func stepUp(at now: Timestamp) async throws -> SignedIn {
            let challenge = try #require(try await bench.mail.bench.service.challenge(active, now: now))
            let outcome = try await service.stepUp(
                active, answering: challenge.token, by: .totp(try owner.code(at: now)), client: AccountBench.home, now: now)
            return try #require(outcome.signedIn)
        }
        var now = Self.start
        for proof in [signIn, stepUp] {
            now = now + .seconds(3_600)
            _ = try await bench.wait(try await bench.opened(at: now), at: now)
            _ = try await bench.mail.run(at: now)
            let sent = bench.mail.carrier.carried.count
            #expect(try await proof(now).hasEndedRecovery)
            #expect(try await bench.sent(after: sent, at: now).count { $0 == .recoveryCancelled } == 1)
            now = now + .seconds(60)
            #expect(try await !proof(now).hasEndedRecovery)
            #expect(try await bench.sent(after: sent, at: now).count { $0 == .recoveryCancelled } == 1)
        }
        #expect(bench.mail.bench.reported.count { $0 == .recoveryCancelled } == 2)
    }
}
