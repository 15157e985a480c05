#if PostgreSQL
import AccountStore
import AccountStoreConformance
@testable import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

/// Failures that require several servers over one database. In every round, 64 concurrent attempts run on four servers, and
/// exactly one succeeds. `LATCHKEY_RACE_ROUNDS` sets the number of rounds; the long run has a thousand.
@Suite(
    "Many servers over one database", .tags(.realParts), .timeLimit(.minutes(Soak.isFull ? 600 : 20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ManyServersTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 5
    private let now = Timestamp(seconds: 1_700_000_000)

    @Test("one account gets a name")
    func names() async throws {
        try await rounds { servers, random, round in
            let people = try (0..<64).map { _ in try Person("anna\(round)", random: random) }
            let outcomes = try await race(64) { index in
                try await servers[index].create(people[index].account, hash: people[index].hash, opening: people[index].opening)
            }
            #expect(outcomes.count { $0 == .created } == 1)
            let living = try await race(64) { index in try await servers[index + 1].has(people[index]) }
            #expect(living.count { $0 } == 1)
        }
    }

    @Test("one attempt consumes a challenge")
    func challenges() async throws {
        try await rounds { servers, random, _ in
            let digest = try #require(TokenDigest(bytes: random.bytes(32)))
            try await servers[0].add(StoredChallenge(digest: digest, purpose: .appleSignIn, expiresAt: now + .seconds(60)))
            let outcomes = try await race(64) { index in
                try await servers[index].consumeChallenge(digest, for: .appleSignIn, now: now)
            }
            #expect(outcomes.count { $0 } == 1)
        }
    }

    @Test("one attempt gets the last unit of a budget")
    func budgets() async throws {
        let budget = try #require(Budget(burst: 1, refill: 1, per: .seconds(86_400)))
        try await rounds { servers, random, _ in
            let keys = [BudgetKey(bytes: random.bytes(32)), BudgetKey(bytes: random.bytes(32))]
            let outcomes = try await race(64) { index in
                // In both orders, because a holder of one bucket must not wait for a holder of the other.
                let charges = (index.isMultiple(of: 2) ? keys : keys.reversed()).map { ThrottleCharge(key: $0, budget: budget) }
                return try await servers[index].charge(charges, now: now)
            }
            #expect(outcomes.count { $0 == .admitted } == 1)
        }
    }

    @Test("one signing key succeeds another")
    func signingKeys() async throws {
        var newest: String?
        try await rounds { servers, random, round in
            let seen = newest
            let outcomes = try await race(64) { index in
                let key = SealedSigningKey(
                    id: "key-\(round)-\(index)", sealed: random.bytes(64), createdAt: now, signsUntil: now + .seconds(60),
                    verifiesUntil: now + .seconds(120))
                return try await servers[index].add(key, ifNewestIs: seen) ? key.id : nil
            }
            #expect(outcomes.compactMap(\.self).count == 1)
            newest = outcomes.compactMap(\.self).first
        }
    }

    @Test("one password change wins, and one session stays active")
    func passwords() async throws {
        try await rounds { servers, random, round in
            let anna = try Person("anna\(round)", random: random)
            try await servers[0].create(anna)
            let outcomes = try await race(64) { index in
                let renewal = SessionRenewal(
                    session: anna.opening.session.id, digest: try #require(TokenDigest(bytes: random.bytes(32))),
                    authenticatedAt: now)
                let event = AuditEvent(
                    id: AuditEventID(random: random), kind: .passwordChanged, account: anna.account.id, at: now,
                    client: anna.opening.event.client)
                return try await servers[index].replacePassword(
                    PasswordReplacement(
                        account: anna.account.id, version: 1, hash: anna.hash, renewal: renewal, at: now, event: event))
            }
            #expect(outcomes.count { $0 == .replaced } == 1)
            #expect(try await servers[1].sessions(of: anna.account.id, now: now).count == 1)
        }
    }

    @Test("a session that one server ends is rejected by every server")
    func revocation() async throws {
        try await rounds { servers, random, round in
            let anna = try Person("anna\(round)", random: random)
            try await servers[0].create(anna)
            let event = AuditEvent(
                id: AuditEventID(random: random), kind: .sessionRevoked, account: anna.account.id, at: now,
                client: anna.opening.event.client)
            #expect(try await servers[1].has(anna))
            #expect(
                try await servers[2].revoke(
                    anna.opening.session.id, of: anna.account.id, device: .forgotten, event: event))
            for index in 0..<4 { #expect(try await !servers[index].has(anna)) }
        }
    }

    @Test("a TOTP step, a recovery code and a challenge each open one session")
    func secondFactors() async throws {
        try await rounds { servers, random, round in
            let anna = try Person("anna\(round)", random: random)
            try await servers[0].create(anna)
            let totp = try StoredTOTP(
                id: TOTPID(random: random), account: anna.account.id, sealed: Sealed(bytes: [1] + random.bytes(60)), createdAt: now)
            let code = try #require(TokenDigest(bytes: random.bytes(32)))
            _ = try await servers[0].beginTOTP(totp, by: anna.opening.session.id, now: now)
            let addition = FactorAddition(
                account: anna.account.id, session: anna.opening.session.id, renewal: nil, recoveryCodes: [code],
                event: event(.totpAdded, anna, random), recoveryEvent: event(.recoveryCancelled, anna, random))
            _ = try await servers[0].confirmTOTP(totp.id, step: 1, isLate: false, addition)

            let uses: [(use: FactorUse, challenges: Int)] = [
                (.totp(totp.id, step: 2), 16), (.recoveryCode(code), 16), (.totp(totp.id, step: 3), 1),
            ]
            for (use, count) in uses {
                var challenges: [TokenDigest] = []
                for _ in 0..<count {
                    let digest = try #require(TokenDigest(bytes: random.bytes(32)))
                    try await servers[0].add(
                        StoredFactorChallenge(
                            digest: digest, account: anna.account.id, purpose: .signIn(.password(version: 1)), device: nil,
                            issuedAt: now, expiresAt: now + .seconds(60)))
                    challenges.append(digest)
                }
                let waiting = challenges
                let outcomes = try await race(64) { index in
                    let person = try Person("other\(round)-\(index)", random: random)
                    let opening = SessionOpening(
                        session: try Self.session(of: anna, random), digest: person.opening.digest,
                        device: Device(account: anna.account.id, digest: person.opening.device.digest, lastUsedAt: now),
                        replacedDevice: nil, event: event(.signedIn, anna, random))
                    return try await servers[index].completeSignIn(
                        FactorSignInCompletion(challenge: waiting[index % waiting.count], use: use, opening: opening))
                }
                #expect(outcomes.count { $0 == .completed } == 1)
            }
        }
    }

    @Test("an upgrade is committed once")
    func upgrades() async throws {
        try await rounds { servers, random, round in
            let anna = try Person("anna\(round)", random: random)
            try await servers[0].create(anna)
            let key = UpgradeKey(random: random)
            let outcomes = try await race(64) { index in
                // Half of them with one key, half with separate keys.
                let commit = PasswordUpgradeCommit(
                    key: index.isMultiple(of: 2) ? key : UpgradeKey(random: random), account: anna.account.id, version: 1,
                    hash: anna.hash, session: anna.opening.session.id, formerUntil: now + .seconds(600),
                    event: event(.passwordUpgraded, anna, random))
                return try await servers[index].commit(commit)
            }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(try await servers[1].credential(of: anna.account.id)?.version == 2)
        }
    }

    private func event(_ kind: AuditEventKind, _ person: Person, _ random: PredictableRandomBytes) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: person.account.id, at: now, client: person.opening.event.client)
    }

    private static func session(of person: Person, _ random: PredictableRandomBytes) throws -> Session {
        let first = person.opening.session
        return Session(
            id: SessionID(random: random), account: person.account.id, createdAt: first.createdAt, lastUsedAt: first.lastUsedAt,
            authenticatedAt: first.authenticatedAt, expiry: first.expiry, client: first.client, lastAddress: first.lastAddress,
            factorAuthenticatedAt: first.createdAt)
    }

    private func rounds(_ body: (Servers, PredictableRandomBytes, Int) async throws -> Void) async throws {
        let servers = try Servers(4)
        let random = PredictableRandomBytes(seed: 1)
        do {
            for round in 0..<Self.rounds { try await body(servers, random, round) }
        } catch {
            await servers.close()
            throw error
        }
        #expect(try await servers[0].check() == [])
        await servers.close()
    }
}
#endif
