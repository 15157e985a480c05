package import Secrets
import Synchronization
import WebAuthn

/// The purpose of a passkey challenge, with everything that it is bound to. A challenge of one purpose is invalid for any other.
package enum PasskeyPurpose: Hashable, Sendable {
    /// Sign in, after the user chose to. The digest is of the browser's cookie or of the app's secret, here and below.
    case signIn(TokenDigest)
    /// Sign in by AutoFill, whenever the user touches the field of the page.
    case autoFill(TokenDigest)
    /// Create an account of this name.
    case signUp(TokenDigest, UserNameKey)
    /// Add a passkey to the account of a session.
    case registration(SessionID, AccountID)
    /// Add one without a dialog, after a password.
    case silentRegistration(SessionID, AccountID)
    case reauthentication(SessionID, AccountID)

    /// How long the client may answer it. A page is left open for a working day.
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
        }
    }

    /// Its length depends on the number alone, except for the name at the end, so two bindings never have the same bytes.
    fileprivate var binding: [UInt8] {
        switch self {
        case .signIn(let holder), .autoFill(let holder): holder.bytes
        case .signUp(let holder, let name): holder.bytes + name.text.utf8
        case .registration(let session, let account), .silentRegistration(let session, let account),
            .reauthentication(let session, let account):
            session.bytes + account.bytes
        }
    }
}

/// Issues and recognizes the challenges of passkeys, without storing them.
///
/// A challenge is 16 random bytes, the number of its purpose, the time in milliseconds, and an authentication tag over these and
/// everything that it is bound to. Showing a page therefore writes nothing. The store records the challenges that were answered
/// (``UsedChallenge``), so each serves once.
package struct PasskeyChallenges: Sendable {
    private let keys: [AuthenticationKey]

    /// - Parameter keys: the key that issues, then those whose challenges are still recognized.
    package init(keys: [AuthenticationKey]) {
        self.keys = keys
    }

    func issue(for purpose: PasskeyPurpose, now: Timestamp, random: some RandomBytes) throws -> IssuedChallenge {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: now.milliseconds >> (56 - 8 * $0)) }
        let head = random.bytes(Self.nonceByteCount) + [purpose.number] + time
        guard let key = keys.first,
            let issued = IssuedChallenge(
                head, tag: key.tag(for: Self.message(head, purpose)), key: key, expiresAt: now + purpose.lifetime)
        else { throw StoreError(.failed, reason: "no key for passkey challenges is configured") }
        return issued
    }

    /// Returns the challenge that a response claims to answer, if it was issued for one of the purposes and has not expired.
    func recognize(_ claimed: WebAuthn.Challenge?, for purposes: [PasskeyPurpose], now: Timestamp) -> IssuedChallenge? {
        guard let claimed, claimed.bytes.count == Self.headByteCount + TokenDigest.byteCount else { return nil }
        let (head, tag) = (Array(claimed.bytes.prefix(Self.headByteCount)), Array(claimed.bytes.dropFirst(Self.headByteCount)))
        guard let purpose = purposes.first(where: { $0.number == head[Self.nonceByteCount] }),
            let key = keys.first(where: { $0.isValid(tag, for: Self.message(head, purpose)) })
        else { return nil }
        let issuedAt = Timestamp(milliseconds: head.suffix(8).reduce(0) { $0 << 8 | Int64($1) })
        let expiresAt = issuedAt + purpose.lifetime
        return now < expiresAt ? IssuedChallenge(head, tag: tag, key: key, expiresAt: expiresAt) : nil
    }

    private static func message(_ head: [UInt8], _ purpose: PasskeyPurpose) -> [UInt8] { [0] + head + purpose.binding }

    private static let nonceByteCount = 16
    private static let headByteCount = nonceByteCount + 1 + 8
}

/// A challenge that this server issued for one purpose.
struct IssuedChallenge: Sendable {
    let challenge: WebAuthn.Challenge
    /// What the store records when it is answered.
    let used: UsedChallenge
    private let head: [UInt8]
    private let key: AuthenticationKey

    /// Returns nil for a tag of another length than 32 bytes.
    fileprivate init?(_ head: [UInt8], tag: [UInt8], key: AuthenticationKey, expiresAt: Timestamp) {
        guard let name = TokenDigest(bytes: tag), let challenge = try? WebAuthn.Challenge(head + tag) else { return nil }
        self.challenge = challenge
        used = UsedChallenge(digest: name, expiresAt: expiresAt)
        self.head = head
        self.key = key
    }

    var expiresAt: Timestamp { used.expiresAt }

    /// The user handle of the account that a sign-up creates: 64 bytes that only this server can predict.
    func userHandle() throws -> UserHandle {
        try UserHandle([1, 2].flatMap { key.tag(for: [1, $0] + head) })
    }

    /// The random bytes of the session that a sign-up opens, so that a client that lost the response can get it again.
    var sessionBytes: some RandomBytes { DerivedBytes(key: key, seed: [2] + head) }
}

/// The bytes that a key derives from a seed: always the same in the same order.
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

/// A challenge that was answered, rightly or not, as a store records it until its answer would be too late.
package struct UsedChallenge: Hashable, Sendable {
    /// The tag of the challenge, which no other has.
    package let digest: TokenDigest
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, expiresAt: Timestamp) {
        self.digest = digest
        self.expiresAt = expiresAt
    }

    /// How long after its expiry the record stays: more than the clocks of two servers differ.
    package static var margin: Duration { .seconds(3_600) }
}
