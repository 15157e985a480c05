import Crypto
import FoundationEssentials
import OneTimeCodes
package import Secrets

/// A code of 120 random bits that stands in for a second factor, once. It is shown once; only its digest is stored, which needs no
/// slow hash since nobody guesses it.
package struct RecoveryCode: Sendable, Redacted {
    private let bytes: [UInt8]

    init(random: some RandomBytes) {
        bytes = random.bytes(Self.byteCount)
    }

    /// Reads a code as somebody types it: capitals, spaces and hyphens do not matter, and look-alike digits are taken for their letters.
    package init?(typed text: String) {
        let digits = text.filter { $0 != "-" && !$0.isWhitespace }
        guard digits.utf8.count == 24, let decoded = try? Base32.decodeTyped(digits), decoded.count == Self.byteCount else {
            return nil
        }
        bytes = decoded
    }

    /// The code for its owner: six groups of four letters and digits (RFC 4648 Base32, in small letters), 29 characters.
    package func reveal() -> String {
        let digits = Array(Base32.encode(bytes).lowercased())
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: "-")
    }

    /// What the store keeps.
    package var digest: TokenDigest {
        // SHA-256 makes 32 bytes, which is what a digest takes.
        TokenDigest(bytes: Array(SHA256.hash(data: bytes))) ?? OpaqueToken(random: SystemRandomBytes()).digest
    }

    /// A new set, which takes the place of all that were given out before.
    static func set(random: some RandomBytes) -> [RecoveryCode] {
        (0..<count).map { _ in RecoveryCode(random: random) }
    }

    /// How many there are in a set.
    package static var count: Int { 10 }
    /// 120 bits: more than the 112 below which a digest would have to be slow and salted (NIST SP 800-63B-4, section 3.1.2.2).
    static var byteCount: Int { 15 }
}

extension SecondFactorService {
    /// Makes a new set of recovery codes. All codes given out before end.
    package func makeRecoveryCodes(of active: ActiveSession, client: Client, now: Timestamp) async throws -> RecoveryCodesOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let codes = RecoveryCode.set(random: random)
        let event = event(.recoveryCodesMade, active.account.id, by: client, at: now)
        switch try await stores.replaceRecoveryCodes(with: codes.map(\.digest), by: active.session.id, event: event) {
        case .noFactor: return .noFactor
        case .sessionEnded: return .sessionEnded
        case .replaced:
            accounts.report(event)
            return .made(codes)
        }
    }
}

package enum RecoveryCodesOutcome: Sendable {
    case made([RecoveryCode])
    /// The account has no second factor that a code could stand in for.
    case noFactor
    case reauthenticationRequired
    case sessionEnded
}
