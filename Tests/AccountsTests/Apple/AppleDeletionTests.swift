import Testing

@testable import Accounts

@Suite("Deleting an account with an Apple identity")
struct AppleDeletionTests {
    static let start = AppleBench.start

    @Test("its token is revoked at Apple, and the user sees it")
    func queued() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        #expect(try await delete(bench, anna) == .deleted(.queued))
        #expect(try await bench.jobs.runDue(now: Self.start).revoked == 1)
        #expect(bench.apple.asked == ["revoke refresh-0 org.example.app"])
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(86_400)) == AppleJobsRun())
        #expect(try await bench.identity() == nil)
    }

    @Test("without a stored token, the user sees that the consent must be revoked by hand")
    func byHand() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        #expect(try await delete(bench, anna) == .deleted(.byHand))
        #expect(try await bench.jobs.runDue(now: Self.start) == AppleJobsRun())
        #expect(bench.apple.asked == [])
    }

    @Test("a code that waits for its exchange is exchanged after the deletion, and its token is revoked")
    func earlyLeaver() async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .unavailable(retryAfter: nil) }
        let anna = try await bench.registered(grant: AppleBench.code())
        #expect(try await bench.jobs.runDue(now: Self.start).putOff == 1)
        #expect(try await delete(bench, anna) == .deleted(.byHand))
        bench.apple.answerExchange { _ in .exchanged(try #require(AppleRefreshToken("late")), try AppleBench.key()) }
        // Not before its next attempt is due.
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(1)) == AppleJobsRun())
        let run = try await bench.jobs.runDue(now: Self.start + .seconds(4))
        #expect(run.exchanged == 1 && run.revoked == 1)
        #expect(bench.apple.asked.last == "revoke late org.example.app")
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(86_400)) == AppleJobsRun())
    }

    @Test("the code of a deleted account is retried until it expires")
    func earlyLeaverInLongOutage() async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .unavailable(retryAfter: nil) }
        let anna = try await bench.registered(grant: AppleBench.code())
        _ = try await delete(bench, anna)
        var lost: [Int] = []
        for second in 0..<600 where try await bench.jobs.runDue(now: Self.start + .seconds(second)).codesUnusable > 0 {
            lost.append(second)
        }
        #expect(lost.count == 1 && lost.allSatisfy { (300...330).contains($0) })
        #expect(bench.apple.asked.allSatisfy { $0.hasPrefix("exchange ") })
        #expect(try await bench.stores.countJobs(.revokeAppleCode) == 0)
    }

    @Test("another user's code does not revoke that user's token", arguments: ["000001.berta", "000001.ANNA"])
    func foreignCode(subject: String) async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .exchanged(try #require(AppleRefreshToken("theirs")), try AppleBench.key(subject)) }
        let anna = try await bench.registered(grant: AppleBench.code())
        _ = try await delete(bench, anna)
        let run = try await bench.jobs.runDue(now: Self.start)
        #expect(run.codesOfOtherUsers == 1 && run.revoked == 0)
        #expect(bench.apple.asked == ["exchange c0de native org.example.app"])
        #expect(try await bench.stores.countJobs(.revokeAppleToken) == 0)
    }

    @Test("an account without Apple has nothing to revoke")
    func notNeeded() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        #expect(try await delete(bench, anna) == .deleted(.notNeeded))
    }

    @Test("a revocation is retried with growing intervals until Apple responds, and abandoned after thirty days")
    func retried() async throws {
        let bench = try AppleBench()
        bench.apple.answerRevocation(.unavailable(retryAfter: nil))
        let anna = try await bench.registered(grant: AppleBench.token())
        _ = try await delete(bench, anna)
        var abandoned: [Int] = []
        for hour in 0...31 * 24 {
            if try await bench.jobs.runDue(now: Self.start + .seconds(hour * 3_600)).revocationsAbandoned > 0 {
                abandoned.append(hour)
            }
        }
        #expect(abandoned.count == 1)
        #expect(abandoned.allSatisfy { (720...726).contains($0) })
        #expect((100...140).contains(bench.apple.asked.count))
        #expect(try await bench.stores.countJobs(.revokeAppleToken) == 0)
    }

    @Test("a failed revocation succeeds when Apple is available again")
    func back() async throws {
        let bench = try AppleBench()
        bench.apple.answerRevocation(.unavailable(retryAfter: .seconds(600)))
        let anna = try await bench.registered(grant: AppleBench.token())
        _ = try await delete(bench, anna)
        #expect(try await bench.jobs.runDue(now: Self.start).putOff == 1)
        bench.apple.answerRevocation(.revoked)
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(599)) == AppleJobsRun())
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(600)).revoked == 1)
    }

    @Test("an account that is deleted during the exchange of its code has the new token revoked")
    func exchangedMeanwhile() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.code())
        bench.apple.duringAnswer { _ = try? await delete(bench, anna) }
        _ = try await bench.jobs.runDue(now: Self.start)
        #expect(bench.apple.asked == ["exchange c0de native org.example.app", "revoke refresh-c0de org.example.app"])
        #expect(try await bench.stores.countJobs(.revokeAppleToken) == 0)
        #expect(try await bench.stores.countJobs(.revokeAppleCode) == 0)
    }

    @Test("a token whose key is missing cannot be revoked, which is reported")
    func lostKey() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        _ = try await delete(bench, anna)
        let other = try AppleBench(keySeed: 32)
        let unknownClient = AppleAccountService(accounts: bench.bench.service, sealingKeys: other.keys)
        let run = try await AppleJobs(service: unknownClient, apple: bench.apple).runDue(now: Self.start)
        #expect(run.revocationsAbandoned == 1)
    }

    private func delete(_ bench: AppleBench, _ signedIn: SignedIn) async throws -> AccountDeletionOutcome {
        try await bench.bench.service.deleteAccount(signedIn.active, client: AppleBench.home, now: Self.start)
    }
}
