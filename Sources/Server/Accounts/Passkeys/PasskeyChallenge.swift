package import Secrets
import Synchronization
import WebAuthn

/// The purpose of a passkey challenge, with the values that it is bound to. A challenge is valid for one purpose only.
package enum PasskeyPurpose: Hashable, Sendable {
    /// Sign in at the user's request. In each case, the digest is that of the browser's cookie or the app's secret.
    case signIn(TokenDigest)
    /// Sign in by AutoFill, when the user selects the field of the page.
    case autoFill(TokenDigest)
    /// Create an account with this user name.
    case signUp(TokenDigest, UserNameKey)
    /// Create an account with a user name that the client learns only with the passkey.
    case unnamedSignUp(TokenDigest)
    /// Add a passkey to the account of a session.
    case registration(SessionID, AccountID)
    /// Add a passkey without a dialog, after a sign-in with a password.
    case silentRegistration(SessionID, AccountID)
    case reauthentication(SessionID, AccountID)
    /// Add a passkey to the account of a recovery session. The digest is that of its token.
    case recovery(TokenDigest, AccountID)

    /// The time until the challenge expires. For AutoFill, it is longer than a working day, because users leave pages open.
    var lifetime: Duration {
        switch self {
        case .autoFill: .seconds(12 * 3_600)
        default: .seconds(600)
        }
    }

    fileprivate var number: UInt8 {
        switch self {
        case .signIn: 1
        case .autoFill: 2
        case .signUp: 3
        case .registration: 4
        case .silentRegistration: 5
        case .reauthentication: 6
        case .recovery: 7
        case .unnamedSignUp: 8
        }
    }

    /// The bytes of the values that the challenge is bound to. Only the user name, at the end, has a variable length, so different
    /// values of a purpose have different bytes.
    fileprivate var binding: [UInt8] {
        switch self {
        case .signIn(let holder), .autoFill(let holder), .unnamedSignUp(let holder): holder.bytes
        case .signUp(let holder, let name): holder.bytes + name.text.utf8
        case .registration(let session, let account), .silentRegistration(let session, let account),
            .reauthentication(let session, let account):
            session.bytes + account.bytes
        case .recovery(let recovery, let account): recovery.bytes + account.bytes
        }
    }
}

/// Issues and recognizes challenges of passkeys without storing them.
///
/// A challenge consists of 16 random bytes, the number of its purpose, the time in milliseconds, and an authentication tag over these
/// and the values that it is bound to. Showing a page therefore writes nothing. The store records a challenge when a client answers
/// it (``UsedChallenge``), so a second answer is rejected.
package struct PasskeyChallenges: Sendable {
    private let keys: [AuthenticationKey]

    /// - Parameter keys: the key that issues challenges, followed by previous keys whose challenges are still recognized.
    package init(keys: [AuthenticationKey]) {
        self.keys = keys
    }

    func issue(for purpose: PasskeyPurpose, now: Timestamp, random: some RandomBytes) throws -> IssuedChallenge {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: now.milliseconds >> (56 - 8 * $0)) }
        let head = random.bytes(Self.nonceByteCount) + [purpose.number] + time
        guard let key = keys.first,
            let issued = IssuedChallenge(
                head, tag: key.tag(for: Self.message(head, purpose)), key: key, issuedAt: now, expiresAt: now + purpose.lifetime)
        else { throw StoreError(.failed, reason: "no key for passkey challenges is configured") }
        return issued
    }

    /// Returns the challenge of a response if this server issued it for one of the purposes and it has not expired.
    func recognize(_ claimed: WebAuthn.Challenge?, for purposes: [PasskeyPurpose], now: Timestamp) -> IssuedChallenge? {
        recognizeExpired(claimed, for: purposes).flatMap { now < $0.expiresAt ? $0 : nil }
    }

    /// Returns the challenge of a response if this server issued it for one of the purposes, even if it has expired. It proves nothing
    /// but the user handle that the server chose.
    func recognizeExpired(_ claimed: WebAuthn.Challenge?, for purposes: [PasskeyPurpose]) -> IssuedChallenge? {
        guard let claimed, claimed.bytes.count == Self.headByteCount + TokenDigest.byteCount else { return nil }
        let (head, tag) = (Array(claimed.bytes.prefix(Self.headByteCount)), Array(claimed.bytes.dropFirst(Self.headByteCount)))
        guard let purpose = purposes.first(where: { $0.number == head[Self.nonceByteCount] }),
            let key = keys.first(where: { $0.isValid(tag, for: Self.message(head, purpose)) })
        else { return nil }
        let issuedAt = Timestamp(milliseconds: head.suffix(8).reduce(0) { $0 << 8 | Int64($1) })
        return IssuedChallenge(head, tag: tag, key: key, issuedAt: issuedAt, expiresAt: issuedAt + purpose.lifetime)
    }

    private static func message(_ head: [UInt8], _ purpose: PasskeyPurpose) -> [UInt8] { [0] + head + purpose.binding }

    private static let nonceByteCount = 16
    private static let headByteCount = nonceByteCount + 1 + 8
}

/// A challenge that this server issued for one purpose.
struct IssuedChallenge: Sendable {
    let challenge: WebAuthn.Challenge
    /// The record that the store keeps after an answer.
    let used: UsedChallenge
    private let head: [UInt8]
    private let key: AuthenticationKey

    /// Returns nil for a tag of another length than 32 bytes.
    fileprivate init?(_ head: [UInt8], tag: [UInt8], key: AuthenticationKey, issuedAt: Timestamp, expiresAt: Timestamp) {
        guard let name = TokenDigest(bytes: tag), let challenge = try? WebAuthn.Challenge(head + tag) else { return nil }
        self.challenge = challenge
        used = UsedChallenge(digest: name, issuedAt: issuedAt, expiresAt: expiresAt)
        self.head = head
        self.key = key
    }

    var expiresAt: Timestamp { used.expiresAt }

    /// Returns the user handle of the account that a sign-up creates: 64 bytes that only this server can compute.
    func userHandle() throws -> UserHandle {
        try UserHandle([1, 2].flatMap { key.tag(for: [1, $0] + head) })
    }

    /// The source of the random bytes of a sign-up's session. A repeated answer yields the same session, for clients that lost the
    /// response.
    var sessionBytes: some RandomBytes { DerivedBytes(key: key, seed: [2] + head) }
}

/// A deterministic sequence of bytes that a key derives from a seed.
private final class DerivedBytes: RandomBytes {
    private let key: AuthenticationKey
    private let seed: [UInt8]
    private let count = Mutex<UInt8>(0)

    init(key: AuthenticationKey, seed: [UInt8]) {
        self.key = key
        self.seed = seed
    }

    func bytes(_ wanted: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < wanted {
            let number = count.withLock { count in
                count += 1
                return count
            }
            bytes += key.tag(for: seed + [number])
        }
        return Array(bytes.prefix(wanted))
    }
}

/// A challenge that a client answered, successfully or not. A store records it until after the challenge has expired.
package struct UsedChallenge: Hashable, Sendable {
    /// The authentication tag of the challenge, which is unique.
    package let digest: TokenDigest
    /// A restored store rejects the challenges that were issued before (``RestorationStore``). It is not stored.
    package let issuedAt: Timestamp
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, issuedAt: Timestamp, expiresAt: Timestamp) {
        self.digest = digest
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// The time that the record stays after the challenge expired: more than the difference between the clocks of two servers.
    package static var margin: Duration { .seconds(3_600) }
}
