import Crypto
import FoundationEssentials
import OneTimeCodes
import Secrets
import Testing

@testable import Accounts

/// Second factors with a new store, and the owner's authenticator app and device.
struct FactorBench: Sendable {
    let bench: AccountBench
    let service: SecondFactorService

    static let start = AccountBench.start
    static let home = AccountBench.home
    static let elsewhere = AccountBench.elsewhere

    init(
        _ bench: AccountBench? = nil, throttles: ThrottlePolicy = ThrottlePolicy(),
        attestation: AttestationPolicy = AttestationPolicy()
    ) throws {
        self.bench = try bench ?? AccountBench(throttles: throttles)
        let keys = SealingKeys(current: MasterKey.random(PredictableRandomBytes(seed: 41)), purpose: .totpSecrets)
        service = SecondFactorService(accounts: self.bench.service, sealingKeys: keys, attestation: attestation)
    }

    /// The owner's authenticator app, set up and confirmed.
    struct Owner: Sendable {
        let signedIn: SignedIn
        let totp: TOTP
        let codes: [RecoveryCode]

        func code(at moment: Timestamp) throws -> String {
            try #require(totp.password(at: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)))
        }
    }

    /// Returns an owner with an authenticator app that was confirmed at this time.
    func owner(_ name: String = "anna.k", at now: Timestamp = start) async throws -> Owner {
        let signedIn = try await bench.account(name, at: now)
        return try await turnOn(signedIn, at: now)
    }

    func turnOn(_ signedIn: SignedIn, at now: Timestamp = start) async throws -> Owner {
        let totp = try await begin(signedIn, at: now)
        let code = try #require(totp.password(at: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)))
        let outcome = try await service.confirmTOTP(code, of: signedIn.active, client: Self.home, now: now)
        guard case .confirmed(let renewed, let codes?) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return Owner(signedIn: renewed, totp: totp, codes: codes)
    }

    func begin(_ signedIn: SignedIn, at now: Timestamp = start) async throws -> TOTP {
        let outcome = try await service.beginTOTP(of: signedIn.active, issuer: "Latchkey: test", now: now)
        guard case .begun(let enrolment) = outcome, case .totp(let totp) = try OTPAuthURI(enrolment.uri).kind else {
            throw StoreError(.failed, reason: "\(outcome)")
        }
        return totp
    }

    /// Signs in with the right password, up to the second factor.
    func challenge(
        _ name: String = "anna.k", device: OpaqueToken? = nil, at now: Timestamp = start
    ) async throws -> FactorChallenge {
        let outcome = try await bench.signIn(name, device: device, at: now)
        guard case .factorRequired(let challenge) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return challenge
    }

    func answer(
        _ challenge: FactorChallenge, _ proof: FactorProof, from client: Client = elsewhere, at now: Timestamp = start
    ) async throws -> FactorSignInOutcome {
        try await service.signIn(answering: challenge.token, by: proof, client: client, now: now)
    }

    /// Returns a device whose key was added to the account.
    func addDevice(
        _ key: P256.Signing.PrivateKey, to active: ActiveSession, at now: Timestamp = start
    ) async throws -> (DeviceKey, codes: [RecoveryCode]?) {
        let publicKey = try #require(DevicePublicKey(x963: Array(key.publicKey.x963Representation)))
        let outcome = try await service.addDeviceKey(publicKey, named: "Anna's phone", to: active, client: Self.home, now: now)
        guard case .added(let key, let codes) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return (key, codes)
    }

    func signature(_ key: P256.Signing.PrivateKey, of challenge: FactorChallenge) throws -> [UInt8] {
        let message = try #require(Base64URL.decode(challenge.token.reveal()))
        return Array(try key.signature(for: message).derRepresentation)
    }
}

extension FactorSignInOutcome {
    var signedIn: SignedIn? {
        if case .signedIn(let signedIn) = self { signedIn } else { nil }
    }

    var isRejected: Bool {
        if case .rejected = self { true } else { false }
    }

    var isSuspended: Bool {
        if case .suspended = self { true } else { false }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var isSessionEnded: Bool {
        if case .sessionEnded = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}
