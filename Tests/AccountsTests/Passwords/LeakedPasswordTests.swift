import Crypto
import Foundation
import PasswordStrength
import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("Leaked passwords")
struct LeakedPasswordTests {
    static let leaked = "copper-heron 72 meadow"

    @Test("a leaked password is rejected at registration, and another is accepted")
    func registration() async throws {
        let bench = try Bench()
        #expect(try await bench.register(Self.leaked).passwordRejections == [.leaked])
        #expect(try await bench.register(AccountBench.password).signedIn != nil)
    }

    @Test("a leaked password is rejected at a password change")
    func change() async throws {
        let bench = try Bench()
        let signedIn = try #require(try await bench.register(AccountBench.password).signedIn)
        let change = PasswordChange(
            new: Password(Self.leaked), current: Password(AccountBench.password), client: AccountBench.home)
        let outcome = try await bench.service.changePassword(change, of: signedIn.active, now: AccountBench.start)
        guard case .rejected([.leaked]) = outcome else {
            Issue.record("changed: \(outcome)")
            return
        }
    }

    @Test("a leaked password is rejected with the operator's link, which stays valid")
    func link() async throws {
        let bench = try Bench()
        let account = try #require(try await bench.register(AccountBench.password).signedIn).active.account.id
        let making = try await bench.service.makePasswordLink(
            for: account, lifetime: .standard, client: AccountBench.home, now: AccountBench.start)
        let token = try #require(making.link).token
        for (password, isSet) in [(Self.leaked, false), ("another-otter 99 harbour", true)] {
            let outcome = try await bench.service.setPassword(
                Password(password), by: token, client: AccountBench.home, now: AccountBench.start)
            #expect(outcome.isSet == isSet)
            #expect(outcome.rejections == (isSet ? nil : [.leaked]))
        }
    }

    @Test("a leaked proposal for an upgrade is answered with another password")
    func upgrade() async throws {
        let bench = try Bench()
        let signedIn = try #require(try await bench.register(AccountBench.password).signedIn)
        for (proposal, isTaken) in [(Self.leaked, false), ("another-otter 99 harbour", true)] {
            let request = PasswordUpgrade(
                key: UpgradeKey(random: PredictableRandomBytes(seed: 7)), authority: .session(signedIn.active),
                new: Password(proposal), client: AccountBench.home)
            let outcome = try await bench.service.upgradePassword(request, now: AccountBench.start)
            switch outcome {
            case .offered: #expect(!isTaken)
            case .committed: #expect(isTaken)
            default: Issue.record("\(outcome)")
            }
        }
    }

    @Test("a password in another composition is found")
    func composition() async throws {
        let bench = try Bench(leaked: ["caf\u{E9} otter harbour 41"])
        #expect(try await bench.register("cafe\u{301} otter harbour 41").passwordRejections == [.leaked])
    }

    @Test("only a password without other objections is checked")
    func asked() async throws {
        let bench = try Bench()
        _ = try await bench.register("short")
        _ = try await bench.register("password1234")
        #expect(bench.source.asked == 0)
        _ = try await bench.register(AccountBench.password)
        #expect(bench.source.asked == 1)
    }

    @Test("at sign-in, a password is checked against local files only, not with the online service")
    func signingIn() async throws {
        let bench = try Bench()
        let remote = PasswordPolicy(
            commonPasswords: CommonPasswords(), estimator: StrengthEstimator(), leakedPasswords: bench.source)
        #expect(await !remote.wouldReject(Password(Self.leaked), for: nil))
        #expect(bench.source.asked == 0)
        #expect(await remote.wouldReject(Password("password1234"), for: nil))

        let folder = FileManager.default.temporaryDirectory.appending(path: "leaked-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let padding = String(repeating: "0", count: 35) + ":0\n"
        for range in (0...15).map({ String($0, radix: 16, uppercase: true) + "0000" }) + ["FFFFF"] {
            try padding.write(to: folder.appending(path: "\(range).txt"), atomically: true, encoding: .utf8)
        }
        let digest = Insecure.SHA1.hash(data: Array(Self.leaked.utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        .joined().uppercased()
        try "\(digest.dropFirst(5)):3\n".write(
            to: folder.appending(path: "\(digest.prefix(5)).txt"), atomically: true, encoding: .utf8)
        let local = PasswordPolicy(
            commonPasswords: CommonPasswords(), estimator: StrengthEstimator(),
            leakedPasswords: try LeakedPasswordFolder(path: folder.path))
        #expect(await local.wouldReject(Password(Self.leaked), for: nil))
        // A missing file does not prevent a sign-in and does not mark the password as leaked.
        #expect(await !local.wouldReject(Password(AccountBench.password), for: nil))
    }

    @Test("a failed check is an error, and no account is created")
    func unanswered() async throws {
        let bench = try Bench(fails: true)
        await #expect(throws: Source.Unavailable.self) { try await bench.register(AccountBench.password) }
        #expect(try await bench.service.stores.account(named: UserNameKey("anna.k")) == nil)
    }

    @Test("without a source, no password is checked")
    func none() async throws {
        #expect(!AccountBench.policy.rejectsLeaked)
        #expect(try await !AccountBench.policy.isLeaked(Password(Self.leaked)))
        #expect(PasswordRejection.leaked.code == "password-leaked")
    }

    private struct Bench {
        let source: Source
        let service: AccountService

        init(leaked: [String] = [LeakedPasswordTests.leaked], fails: Bool = false) throws {
            let plain = try AccountBench()
            source = Source(leaked: leaked, fails: fails)
            let policy = PasswordPolicy(
                commonPasswords: CommonPasswords(), estimator: StrengthEstimator(), leakedPasswords: source)
            service = AccountService(
                stores: plain.stores, hasher: plain.hasher, passwordPolicy: policy, budgetKeys: AccountBench.budgetKeys,
                random: PredictableRandomBytes(seed: 5))
        }

        func register(_ password: String) async throws -> RegistrationOutcome {
            try await service.register(
                Registration(userName: "anna.k", password: Password(password), client: AccountBench.home), now: AccountBench.start)
        }
    }
}

/// Finds leaked passwords by the digits of their range, which suffices for a few passwords.
private final class Source: LeakedPasswordSource {
    struct Unavailable: Error {}

    private let ranges: Set<String>
    private let fails: Bool
    private let count = Mutex(0)

    var asked: Int { count.withLock { $0 } }

    init(leaked: [String], fails: Bool) {
        ranges = Set(leaked.map { LeakedPasswordDigest(of: $0).range })
        self.fails = fails
    }

    func count(of digest: LeakedPasswordDigest) async throws -> Int {
        count.withLock { $0 += 1 }
        if fails { throw Unavailable() }
        return ranges.contains(digest.range) ? 3 : 0
    }
}

extension RegistrationOutcome {
    fileprivate var passwordRejections: [PasswordRejection] {
        guard case .rejected(let rejections) = self else { return [] }
        return rejections.compactMap { if case .password(let rejection) = $0 { rejection } else { nil } }
    }
}
