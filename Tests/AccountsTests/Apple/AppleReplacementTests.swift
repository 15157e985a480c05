import Secrets
import Testing

@testable import Accounts

@Suite("Moving an Apple identity from an account that the user deletes for it")
struct AppleReplacementTests {
    static let start = AppleBench.start

    @Test("after the confirmation, the identity signs in to the account at hand, and Apple's token is not revoked")
    func confirmed() async throws {
        let bench = try AppleBench()
        let other = try await bench.registered(grant: AppleBench.token())
        let anna = try await bench.bench.account()
        #expect(try await bench.link(AppleBench.assertion(), to: anna) == .identityTaken(replaceable: other.active.account))
        guard
            case .linked(let identity) = try await bench.link(
                AppleBench.assertion(), to: anna, replacing: other.active.account.id)
        else {
            Issue.record("not linked")
            return
        }
        #expect(try await bench.service.identities(of: anna.active) == [identity])
        #expect(try await bench.stores.account(other.active.account.id) == nil)
        #expect(try await bench.bench.session(other.token) == nil)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == anna.active.account.id)
        #expect(try await bench.jobs.runDue(now: Self.start) == AppleJobsRun())
        #expect(bench.apple.asked == [])
        #expect(bench.bench.reported.suffix(3) == [.accountDeleted, .appleLinked, .signedInByApple])
    }

    @Test("only the identifier of the account that the identity opens confirms")
    func otherIdentifiers() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        let bystander = try await bench.bench.account("boris")
        for confirmed in [anna, bystander].map(\.active.account.id) {
            #expect(
                try await bench.link(AppleBench.assertion(), to: anna, replacing: confirmed)
                    == .identityTaken(replaceable: other.active.account))
        }
        for account in [other, anna, bystander] { #expect(try await bench.stores.account(account.active.account.id) != nil) }
        #expect(!bench.bench.reported.contains(.accountDeleted))
    }

    @Test("an identity without an account, or with this one, needs no confirmation and ignores one")
    func nothingToReplace() async throws {
        let bench = try AppleBench()
        let (anna, bystander) = (try await bench.bench.account(), try await bench.bench.account("boris"))
        guard
            case .linked(let identity) = try await bench.link(
                AppleBench.assertion(), to: anna, replacing: bystander.active.account.id)
        else {
            Issue.record("not linked")
            return
        }
        let again = try await bench.link(AppleBench.assertion(), to: anna, replacing: anna.active.account.id)
        #expect(again == .unchanged(identity))
        for account in [anna, bystander] { #expect(try await bench.stores.account(account.active.account.id) != nil) }
    }

    @Test("an account that the identity alone could not delete is neither offered nor deleted", arguments: Obstacle.allCases)
    func obstacles(_ obstacle: Obstacle) async throws {
        var requirement = SecondFactorRequirement()
        requirement.coversEverybody = obstacle == .requiredFactor
        let bench = try AppleBench(AccountBench(secondFactorRequirement: requirement))
        let other = try await bench.registered()
        var anna = try await bench.bench.account()
        let now = Self.start + .seconds(700)
        switch obstacle {
        case .requiredFactor: break
        case .secondFactor: _ = try await FactorBench(bench.bench).turnOn(other)
        case .operatorRole: try await grant(.auditor, to: other, on: bench)
        case .lock: try await lock(other, on: bench)
        case .oldProof: anna = try #require(try await bench.bench.signIn(at: now).signedIn)
        case .ownIdentity: _ = try await bench.link(AppleBench.assertion("000001.own"), to: anna)
        }
        let moment = obstacle == .oldProof ? now : Self.start
        let assertion = try AppleBench.assertion(at: moment, provedAt: Self.start)
        for confirmed in [nil, other.active.account.id] {
            #expect(
                try await bench.link(assertion, to: anna, replacing: confirmed, at: moment) == .identityTaken(replaceable: nil))
        }
        #expect(try await bench.identity()?.account == other.active.account.id)
        #expect(!bench.bench.reported.contains(.accountDeleted))
    }

    enum Obstacle: CaseIterable {
        case requiredFactor, secondFactor, operatorRole, lock, oldProof, ownIdentity
    }

    private func grant(_ role: OperatorRole, to signedIn: SignedIn, on bench: AppleBench) async throws {
        let record = OperatorRecord.roleChange(
            OperatorRecordID(random: SystemRandomBytes()), to: role, of: signedIn.active.account.id, at: Self.start,
            client: AppleBench.home)
        try #require(try await bench.stores.setOperatorRole(record))
    }

    /// Locks an account by an operator.
    private func lock(_ signedIn: SignedIn, on bench: AppleBench) async throws {
        let (account, boris) = (signedIn.active.account.id, try await bench.bench.account("boris"))
        try await grant(.support, to: boris, on: bench)
        let order = OperatorOrder(
            .lock, for: account, reason: try #require(OperatorReason("Case 7")),
            event: bench.service.event(.accountLocked, account, by: AppleBench.home, at: Self.start),
            by: ActingOperator(
                account: boris.active.account.id, session: boris.active.session.id, client: AppleBench.home, now: Self.start),
            request: ApprovalRequestID(random: SystemRandomBytes()), record: OperatorRecordID(random: SystemRandomBytes()))
        try #require(try await bench.stores.perform(order) == .performed)
    }

    @Test("a second factor that the other account gets during the request keeps it")
    func lateFactor() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        bench.stores.before(.link) { _ = try await FactorBench(bench.bench).turnOn(other) }
        let outcome = try await bench.link(AppleBench.assertion(), to: anna, replacing: other.active.account.id)
        #expect(outcome == .identityTaken(replaceable: nil), "what the store has just refused is not offered again")
        #expect(try await bench.stores.account(other.active.account.id) != nil)
        #expect(!bench.bench.reported.contains(.accountDeleted))
    }

    @Test("an identity whose account is deleted during the request is linked under a new identifier")
    func freedIdentity() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        let former = try #require(try await bench.identity()?.id)
        bench.stores.before(.link) {
            _ = try await bench.bench.service.deleteAccount(other.active, client: AppleBench.home, now: Self.start)
        }
        guard case .linked(let identity) = try await bench.link(AppleBench.assertion(), to: anna) else {
            Issue.record("not linked")
            return
        }
        #expect(identity.id != former)
    }

    @Test("a session that ended during the request moves nothing")
    func endedSession() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        bench.stores.before(.link) {
            _ = try await bench.bench.service.revokeAll(of: anna.active.account.id, client: AppleBench.home, now: Self.start)
        }
        let outcome = try await bench.link(AppleBench.assertion(), to: anna, replacing: other.active.account.id)
        #expect(outcome == .sessionEnded)
        #expect(try await bench.identity()?.account == other.active.account.id)
    }

    @Test("a nonce of another session moves nothing, so the sign-in must happen in the session of the account at hand")
    func otherSession() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        let nonce = try await bench.nonce(for: .appleLink(other.active.session.id))
        let outcome = try await bench.service.link(
            AppleBench.assertion(), grant: .none, to: anna.active, replacing: other.active.account.id, nonce: nonce,
            client: AppleBench.home, now: Self.start)
        #expect(outcome == .challengeRejected)
        #expect(try await bench.identity()?.account == other.active.account.id)
    }

    @Test("a conversion offers the other account, and moves its identity after the confirmation")
    func conversion() async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        let request = AppleUpgrade(
            key: UpgradeKey(random: SystemRandomBytes()), authority: .session(anna.active), client: AppleBench.home)
        func convert(replacing replaced: AccountID?) async throws -> AppleUpgradeOutcome {
            let admitted = try #require(try await bench.service.admitUpgrade(request, now: Self.start).admitted)
            guard case .begun(let challenge) = try await bench.service.beginUpgrade(admitted, now: Self.start) else {
                throw StoreError(.failed, reason: "the conversion did not begin")
            }
            return try await bench.service.finishUpgrade(
                admitted, by: AppleBench.assertion(), grant: .none, nonce: challenge.nonce, replacing: replaced, now: Self.start)
        }
        for confirmed in [nil, anna.active.account.id] {
            guard case .identityTaken(let offered?) = try await convert(replacing: confirmed) else {
                Issue.record("not offered")
                return
            }
            #expect(offered == other.active.account)
            #expect(try await bench.bench.signIn().signedIn != nil)
        }
        guard case .converted = try await convert(replacing: other.active.account.id) else {
            Issue.record("not converted")
            return
        }
        #expect(try await bench.stores.account(other.active.account.id) == nil)
        #expect(try await bench.bench.signIn().signedIn == nil)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == anna.active.account.id)
        #expect(bench.bench.reported.contains(.accountDeleted) && bench.bench.reported.contains(.upgradedToApple))
    }

    @Test("a web attempt carries the confirmation, and another session or browser cannot use it", arguments: [true, false])
    func webAttempt(converts: Bool) async throws {
        let bench = try AppleBench()
        let (other, anna) = (try await bench.registered(), try await bench.bench.account())
        let second = try #require(try await bench.bench.signIn().signedIn)
        let session = anna.active.session.id
        let purpose = converts ? AppleWebPurpose.convert(session) : .link(session)
        func finish(in active: ActiveSession, browser: OpaqueToken? = nil) async throws -> AppleWebFinish {
            let outcome = try await bench.service.beginWebAttempt(
                for: purpose, replacing: other.active.account.id, next: #require(ReturnPath("/account")), browser: nil,
                client: AppleBench.home, now: Self.start)
            guard case .begun(let attempt) = outcome else { throw StoreError(.failed, reason: "throttled") }
            let landing = try #require(try await bench.service.land(state: attempt.state, now: Self.start))
            let completion = try await bench.service.park(
                AppleBench.assertion(), grant: .none, of: landing, now: Self.start)
            return try await bench.service.finishWebAttempt(
                completion: completion, browser: browser ?? attempt.browser, in: active, deviceToken: nil,
                client: AppleBench.home, now: Self.start)
        }
        for wrong in [try await finish(in: second.active), try await finish(in: anna.active, browser: second.token)] {
            guard case .rejected = wrong else {
                Issue.record("\(wrong)")
                return
            }
        }
        #expect(try await bench.identity()?.account == other.active.account.id)
        switch try await finish(in: anna.active) {
        case .linking(.linked, _): #expect(!converts)
        case .conversion(.finished(.converted)): #expect(converts)
        case let outcome: Issue.record("\(outcome)")
        }
        #expect(try await bench.identity()?.account == anna.active.account.id)
        #expect(try await bench.stores.account(other.active.account.id) == nil)
    }
}
