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

/// The same as ``ManyServersTests`` for operations within a session, without password hashing.
@Suite(
    "Many servers and one session", .tags(.realParts), .timeLimit(.minutes(Soak.isFull ? 600 : 20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SessionRaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 5
    private let now = Timestamp(seconds: 1_700_000_000)

    @Test("one conversion to Apple is made")
    func conversions() async throws {
        try await rounds { servers, random, anna, round in
            let upgrade = StoredAppleUpgrade(
                key: UpgradeKey(random: random), nonce: try digest(random), expiresAt: now + .seconds(60))
            try await servers[0].begin(upgrade, of: anna.account.id)
            let key = AppleIdentityKey(
                team: try #require(AppleTeamID("TEAM000001")), subject: try #require(AppleSubject("000001.round\(round)")))
            let client = try #require(AppleClientID("org.example.app"))
            let outcomes = try await race(64) { index in
                let verification = AppleVerification(
                    id: AppleIdentityID(random: random),
                    assertion: AppleIdentityAssertion(key: key, client: client, email: nil, name: nil, authenticatedAt: now),
                    grant: .none, at: now)
                let conversion = AppleConversion(
                    key: upgrade.key, account: anna.account.id, nonce: upgrade.nonce, version: 1, verification: verification,
                    renewal: try renewal(of: anna.opening.session.id, random), event: event(.upgradedToApple, anna, random))
                return try await servers[index].convert(conversion)
            }
            #expect(outcomes.count { $0 == .converted } == 1)
            #expect(try await servers[1].credential(of: anna.account.id) == nil)
            #expect(try await servers[1].appleIdentities(of: anna.account.id).count == 1)
        }
    }

    @Test("one answer to a session's challenge renews it")
    func stepUps() async throws {
        try await rounds { servers, random, anna, _ in
            let totp = try await begin(servers, anna, random)
            _ = try await servers[0].confirmTOTP(totp.id, step: 1, isLate: false, try addition(to: anna, random))
            let session = anna.opening.session.id
            let challenge = try await self.challenge(session, servers, anna, random)
            let taken = try await race(64) { index in
                try await servers[index].takeFactorAttempt(at: challenge, in: session, now: now)
            }
            #expect(taken.count { $0 != nil } == FactorChallenge.attempts)
            let outcomes = try await race(64) { index in
                // Half of them with one step, half with separate steps.
                let step = Int64(index.isMultiple(of: 2) ? 2 : index + 2)
                return try await servers[index].completeStepUp(
                    FactorStepUpCompletion(
                        challenge: challenge, use: .totp(totp.id, step: step), renewal: try renewal(of: session, random),
                        event: event(.factorShown, anna, random)))
            }
            #expect(outcomes.count { $0 == .completed } == 1)
        }
    }

    @Test("of sixteen sessions, a TOTP step renews one, and a recovery code renews one")
    func factorsOfManySessions() async throws {
        try await rounds { servers, random, anna, round in
            var sessions = [anna.opening.session.id]
            for index in 1..<16 {
                let opening = try Person("other\(round)-\(index)", random: random).opening
                let first = opening.session
                let session = Session(
                    id: first.id, account: anna.account.id, createdAt: first.createdAt, lastUsedAt: first.lastUsedAt,
                    authenticatedAt: first.authenticatedAt, expiry: first.expiry, client: first.client,
                    lastAddress: first.lastAddress)
                let own = SessionOpening(
                    session: session, digest: opening.digest,
                    device: Device(account: anna.account.id, digest: opening.device.digest, lastUsedAt: now), replacedDevice: nil,
                    event: event(.signedIn, anna, random))
                #expect(try await servers[index].open(own, passwordVersion: 1, refunding: []) == .opened)
                sessions.append(first.id)
            }
            let code = try digest(random)
            let totp = try await begin(servers, anna, random)
            let added = try await servers[0].confirmTOTP(totp.id, step: 1, isLate: false, addition(to: anna, codes: [code], random))
            #expect(added == .added(withRecoveryCodes: true))
            for use in [FactorUse.totp(totp.id, step: 2), .recoveryCode(code)] {
                var waiting: [(session: SessionID, challenge: TokenDigest)] = []
                for session in sessions { waiting.append((session, try await challenge(session, servers, anna, random))) }
                let asked = waiting
                let outcomes = try await race(64) { index in
                    let (session, challenge) = asked[index % asked.count]
                    return try await servers[index / asked.count].completeStepUp(
                        FactorStepUpCompletion(
                            challenge: challenge, use: use, renewal: try renewal(of: session, random),
                            event: event(.factorShown, anna, random)))
                }
                #expect(outcomes.count { $0 == .completed } == 1)
            }
        }
    }

    @Test("one confirmation adds the authenticator app and its recovery codes")
    func confirmations() async throws {
        try await rounds { servers, random, anna, _ in
            let totp = try await begin(servers, anna, random)
            let outcomes = try await race(64) { index in
                let codes = try (0..<3).map { _ in try digest(random) }
                return try await servers[index].confirmTOTP(
                    totp.id, step: Int64(index), isLate: false, addition(to: anna, codes: codes, random))
            }
            #expect(outcomes.count { $0 == .added(withRecoveryCodes: true) } == 1)
            #expect(outcomes.count { $0 == .superseded } == 63)
            #expect(try await servers[1].secondFactors(of: anna.account.id).recoveryCodes == 3)
        }
    }

    private func digest(_ random: PredictableRandomBytes) throws -> TokenDigest {
        try #require(TokenDigest(bytes: random.bytes(32)))
    }

    private func renewal(of session: SessionID, _ random: PredictableRandomBytes) throws -> SessionRenewal {
        SessionRenewal(session: session, digest: try digest(random), authenticatedAt: now)
    }

    /// Returns an unconfirmed authenticator app.
    private func begin(_ servers: Servers, _ person: Person, _ random: PredictableRandomBytes) async throws -> StoredTOTP {
        let totp = try StoredTOTP(
            id: TOTPID(random: random), account: person.account.id, sealed: Sealed(bytes: [1] + random.bytes(60)), createdAt: now)
        #expect(try await servers[0].beginTOTP(totp, by: person.opening.session.id, now: now) == .begun)
        return totp
    }

    private func addition(
        to person: Person, codes: [TokenDigest] = [], _ random: PredictableRandomBytes
    ) throws -> FactorAddition {
        let proved = SessionRenewal(
            session: person.opening.session.id, digest: person.opening.digest, authenticatedAt: now, factorAuthenticatedAt: now)
        return FactorAddition(
            account: person.account.id, session: person.opening.session.id, renewal: proved, recoveryCodes: codes,
            event: event(.totpAdded, person, random), recoveryEvent: event(.recoveryCancelled, person, random))
    }

    /// Returns a challenge for a second factor of a session.
    private func challenge(
        _ session: SessionID, _ servers: Servers, _ person: Person, _ random: PredictableRandomBytes
    ) async throws -> TokenDigest {
        let digest = try digest(random)
        try await servers[0].add(
            StoredFactorChallenge(
                digest: digest, account: person.account.id, purpose: .stepUp(session), device: nil, issuedAt: now,
                expiresAt: now + .seconds(60)))
        return digest
    }

    private func event(_ kind: AuditEventKind, _ person: Person, _ random: PredictableRandomBytes) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: person.account.id, at: now, client: person.opening.event.client)
    }

    /// Runs rounds, each with a new account that has one session.
    private func rounds(_ body: (Servers, PredictableRandomBytes, Person, Int) async throws -> Void) async throws {
        let servers = try Servers(4)
        let random = PredictableRandomBytes(seed: 1)
        do {
            for round in 0..<Self.rounds {
                let anna = try Person("anna\(round)", random: random)
                try await servers[0].create(anna)
                try await body(servers, random, anna, round)
            }
        } catch {
            await servers.close()
            throw error
        }
        #expect(try await servers[0].check() == [])
        await servers.close()
    }
}
#endif
