import FoundationEssentials
import OneTimeCodes
package import Secrets

/// A TOTP generator of an account as a store keeps it (RFC 6238: SHA-1, 6 digits, 30 seconds, which is what every authenticator knows).
package struct StoredTOTP: Hashable, Sendable {
    package let id: TOTPID
    package let account: AccountID
    /// The shared secret of 160 bits, sealed.
    package let sealed: Sealed
    package let createdAt: Timestamp
    /// Nil until its owner has shown a code of it: it counts for nothing before.
    package let confirmedAt: Timestamp?
    /// The last step whose code was taken; only codes of later steps are.
    package let lastStep: Int64?
    /// The last step whose code came late, in the step after it, whether it was taken or not; nil for none since a code came in time.
    package let lateStep: Int64?

    package init(
        id: TOTPID, account: AccountID, sealed: Sealed, createdAt: Timestamp, confirmedAt: Timestamp? = nil, lastStep: Int64? = nil,
        lateStep: Int64? = nil
    ) {
        self.id = id
        self.account = account
        self.sealed = sealed
        self.createdAt = createdAt
        self.confirmedAt = confirmedAt
        self.lastStep = lastStep
        self.lateStep = lateStep
    }

    /// Whether the code of a step that has just ended is taken: only from a device whose clock lags (RFC 6238, section 6). It does where the
    /// last code that was taken came late too, or where the code of the step before came late and was refused: a code typed in the last
    /// second of its step comes late once, a clock that lags brings the next one late as well.
    func takesLate(_ step: Int64) -> Bool {
        lateStep.map { $0 == lastStep || $0 == step - 1 } ?? false
    }

    /// How long one waits to be confirmed before upkeep removes it.
    package static var confirmationTime: Duration { .seconds(3_600) }
}

/// What names a generator; a new one for each secret.
package typealias TOTPID = Identifier<StoredTOTP>

/// Seals the secrets of generators, each bound to its account and itself, so that it opens in no other row.
struct TOTPSealer: Sendable {
    let keys: SealingKeys
    let random: any RandomBytes

    func seal(_ secret: [UInt8], of id: TOTPID, _ account: AccountID) throws -> Sealed {
        try keys.seal(SecretBytes(secret), in: .totpSecret(id, of: account), random: random)
    }

    /// What finds the codes of a generator that were not used. Throws `corrupt` where the secret does not open,
    /// because its key is gone or its octets were changed: nobody is let in for that, and nobody is told that a code is wrong.
    func verifier(of stored: StoredTOTP) throws -> TOTPVerifier {
        guard let secret = try? keys.open(stored.sealed, in: .totpSecret(stored.id, of: stored.account)),
            let totp = secret.withBytes({ Self.totp(Array($0)) })
        else { throw StoreError(.corrupt, reason: "the secret of a TOTP generator does not open") }
        return TOTPVerifier(totp, drift: 0, lastAcceptedStep: stored.lastStep.map { UInt64(clamping: $0) })
    }

    /// SHA-1, 6 digits and 30 seconds: all that every authenticator knows.
    static func totp(_ secret: [UInt8]) -> TOTP? {
        OneTimePasswordKey(secret).flatMap { HOTP($0) }.flatMap { TOTP($0) }
    }
}

extension TOTPVerifier {
    /// The step of a right code that was not used: the present one, or the one before, which makes it late; nil for any other code.
    mutating func step(of code: String, now: Timestamp) -> (number: Int64, isLate: Bool)? {
        let time = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        for (time, isLate) in [(time, false), (time - Double(totp.period), true)] {
            if case .accepted(let step) = accept(code, now: time) { return Int64(exactly: step).map { ($0, isLate) } }
        }
        return nil
    }
}
