@testable import Accounts
import FoundationEssentials
import Secrets
import Testing

// Factors of an account: authenticators whose secrets no key opens, and points of the curve.
extension ConformanceScene {
    func totp(of account: AccountID, at moment: Timestamp = start) throws -> StoredTOTP {
        StoredTOTP(id: TOTPID(random: random), account: account, sealed: try sealed(), createdAt: moment)
    }

    func codes(_ count: Int = RecoveryCode.count) throws -> [TokenDigest] {
        try (0..<count).map { _ in try digest() }
    }

    /// - Parameters:
    ///   - renewal: nil for one that keeps the token of the session.
    ///   - isProved: whether the session proves a factor with that renewal.
    func addition(
        to registered: Registered, codes: [TokenDigest] = [], renewal: SessionRenewal? = nil, kind: AuditEventKind = .totpAdded,
        isProved: Bool = true, at moment: Timestamp = start
    ) -> FactorAddition {
        let proved = SessionRenewal(
            session: registered.opening.session.id, digest: registered.opening.digest, authenticatedAt: moment,
            factorAuthenticatedAt: isProved ? moment : nil)
        return FactorAddition(
            account: registered.account.id, session: registered.opening.session.id, renewal: renewal ?? proved,
            recoveryCodes: codes,
            event: event(kind, registered.account.id, at: moment),
            recoveryEvent: event(.recoveryCancelled, registered.account.id, at: moment))
    }

    /// Gives the account a confirmed authenticator and recovery codes. Fails the case if that is not possible.
    @discardableResult
    func addTOTP(
        to registered: Registered, step: Int64 = 1_000, codes: [TokenDigest] = [], isProved: Bool = true
    ) async throws -> StoredTOTP {
        let totp = try totp(of: registered.account.id)
        try #require(try await stores.beginTOTP(totp, by: registered.opening.session.id, now: start) == .begun)
        let addition = addition(to: registered, codes: codes, isProved: isProved)
        let result = try await stores.confirmTOTP(totp.id, step: step, isLate: false, addition)
        try #require(result == .added(withRecoveryCodes: true))
        return totp
    }

    /// Returns a device key with one of ``points``.
    func deviceKey(_ point: Int = 0, of account: AccountID, named name: String = "Telephone") throws -> DeviceKey {
        let bytes = try #require(Base64URL.decode(Self.points[point]))
        return DeviceKey(
            id: DeviceKeyID(random: random), account: account, publicKey: try #require(DevicePublicKey(x963: bytes)), name: name,
            createdAt: start)
    }

    func challenge(
        _ purpose: FactorPurpose, of account: AccountID, device: TokenDigest? = nil, at moment: Timestamp = start
    ) async throws -> StoredFactorChallenge {
        let challenge = StoredFactorChallenge(
            digest: try digest(), account: account, purpose: purpose, device: device, issuedAt: moment,
            expiresAt: moment + FactorChallenge.lifetime)
        try await stores.add(challenge)
        return challenge
    }

    func completion(
        of challenge: StoredFactorChallenge, by use: FactorUse, at moment: Timestamp = start
    ) throws -> FactorSignInCompletion {
        FactorSignInCompletion(
            challenge: challenge.digest, use: use, opening: try factorOpening(of: challenge.account, at: moment))
    }

    /// Verifies a factor in the session of the challenge.
    func stepUp(
        _ challenge: StoredFactorChallenge, by use: FactorUse, at moment: Timestamp = start
    ) throws -> FactorStepUpCompletion {
        FactorStepUpCompletion(
            challenge: challenge.digest, use: use,
            renewal: SessionRenewal(
                session: try #require(challenge.purpose.session), digest: try digest(), authenticatedAt: moment,
                factorAuthenticatedAt: moment),
            event: event(.factorShown, challenge.account, at: moment))
    }

    /// Returns a session with two factors that is about to open.
    func factorOpening(of account: AccountID, at moment: Timestamp = start) throws -> SessionOpening {
        let plain = try opening(of: account, at: moment)
        let session = Session(
            id: plain.session.id, account: account, createdAt: moment, lastUsedAt: moment, authenticatedAt: moment,
            expiry: plain.session.expiry, client: plain.session.client, lastAddress: plain.session.lastAddress,
            factorAuthenticatedAt: moment)
        return SessionOpening(
            session: session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event)
    }
}
