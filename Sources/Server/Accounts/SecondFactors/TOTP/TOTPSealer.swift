import FoundationEssentials
import OneTimeCodes
import Secrets

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
