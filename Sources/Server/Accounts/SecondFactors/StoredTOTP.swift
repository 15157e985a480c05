import FoundationEssentials
import OneTimeCodes
package import Secrets

/// A TOTP generator of an account as a store keeps it (RFC 6238: SHA-1, 6 digits, 30 seconds, which every authenticator supports).
package struct StoredTOTP: Hashable, Sendable {
    package let id: TOTPID
    package let account: AccountID
    /// The shared secret of 160 bits, sealed.
    package let sealed: Sealed
    package let createdAt: Timestamp
    /// The time of the confirmation. Nil until the owner has entered a code from it. An unconfirmed generator has no effect.
    package let confirmedAt: Timestamp?
    /// The last time step whose code was accepted. Only codes of later steps are accepted.
    package let lastStep: Int64?
    /// The last time step whose code arrived late, in the following step, whether it was accepted or not; nil if the latest code
    /// was on time.
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

    /// Returns whether the code of the time step that has just ended is accepted. It is accepted only from a device with a slow
    /// clock (RFC 6238, section 6). The clock is slow if the last accepted code also came late, or if the code of the preceding
    /// step came late and was rejected. A code typed in the last second of its step is late once; a slow clock makes the next one
    /// late as well.
    func acceptsPrevious(_ step: Int64) -> Bool {
        lateStep.map { $0 == lastStep || $0 == step - 1 } ?? false
    }

    /// Returns the time step of a moment. Before 1970 it is 0.
    static func step(at now: Timestamp) -> Int64 { max(0, now.milliseconds / (1_000 * Int64(period))) }

    /// The length of a time step in seconds.
    fileprivate static var period: Int { 30 }

    /// The time in which an unconfirmed generator can be confirmed. Maintenance removes it later.
    package static var confirmationTime: Duration { .seconds(3_600) }
}

/// The identifier of a generator. Each secret has a new one.
package typealias TOTPID = Identifier<StoredTOTP>

/// Seals the secrets of generators. Each is bound to its account and its identifier, so that it opens in no other row.
struct TOTPSealer: Sendable {
    let keys: SealingKeys
    let random: any RandomBytes

    func seal(_ secret: [UInt8], of id: TOTPID, _ account: AccountID) throws -> Sealed {
        try keys.seal(SecretBytes(secret), in: .totpSecret(id, of: account), random: random)
    }

    /// Returns a verifier for the unused codes of a generator. Throws `corrupt` if the secret does not open, because its key is
    /// missing or its bytes were changed. The user is then not signed in, and the response does not call the code wrong.
    func verifier(of stored: StoredTOTP) throws -> TOTPVerifier {
        guard let secret = try? keys.open(stored.sealed, in: .totpSecret(stored.id, of: stored.account)),
            let totp = secret.withBytes({ Self.totp(Array($0)) })
        else { throw StoreError(.corrupt, reason: "a TOTP secret does not open under its key") }
        return TOTPVerifier(totp, drift: 0, lastAcceptedStep: stored.lastStep.map { UInt64(clamping: $0) })
    }

    /// SHA-1, 6 digits and 30 seconds, which every authenticator supports.
    static func totp(_ secret: [UInt8]) -> TOTP? {
        OneTimePasswordKey(secret).flatMap { HOTP($0) }.flatMap { TOTP($0, period: StoredTOTP.period) }
    }
}

extension TOTPVerifier {
    /// Returns the time step of a valid unused code: the current step, or the previous one, which counts as late. Returns nil for
    /// any other code.
    mutating func step(of code: String, now: Timestamp) -> (number: Int64, isLate: Bool)? {
        let time = Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)
        for (time, isLate) in [(time, false), (time - Double(totp.period), true)] {
            if case .accepted(let step) = accept(code, now: time) { return Int64(exactly: step).map { ($0, isLate) } }
        }
        return nil
    }
}
