import OneTimeCodes
package import Secrets

/// A random code of 120 bits that replaces a second factor once. It is shown once. Only its digest is stored; a slow hash is
/// unnecessary because the code cannot be guessed.
package struct RecoveryCode: Hashable, Sendable, Redacted {
    private let bytes: [UInt8]

    init(random: some RandomBytes) {
        bytes = random.bytes(Self.byteCount)
    }

    /// Parses a code as typed. Case, spaces and hyphens are ignored, and look-alike digits are read as letters.
    package init?(typed text: String) {
        guard let bytes = Base32.code(typed: text, byteCount: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    /// Returns the code for its owner: six groups of four letters and digits (RFC 4648 Base32, in lower case), 29 characters.
    package func reveal() -> String {
        let digits = Array(Base32.encode(bytes).lowercased())
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: "-")
    }

    /// The digest that the store keeps.
    package var digest: TokenDigest { TokenDigest(of: bytes) }

    /// Generates a new set, which replaces all earlier codes.
    static func set(random: some RandomBytes) -> [RecoveryCode] {
        (0..<count).map { _ in RecoveryCode(random: random) }
    }

    /// The number of codes in a set.
    package static var count: Int { 10 }
    /// 120 bits, above the 112 below which a digest would have to be slow and salted (NIST SP 800-63B-4, section 3.1.2.2).
    static var byteCount: Int { 15 }
}

extension Base32 {
    /// Decodes a code as typed. Case, spaces and hyphens are ignored, and look-alike digits are read as letters. Returns nil unless
    /// the digits are those of exactly `byteCount` bytes, a multiple of five.
    static func code(typed text: String, byteCount: Int) -> [UInt8]? {
        let letters: [Character: Character] = ["0": "O", "1": "I", "8": "B"]
        let digits = String(text.filter { $0 != "-" && !$0.isWhitespace }.map { letters[$0] ?? $0 })
        guard digits.utf8.count == byteCount / 5 * 8, let decoded = try? decodeTyped(digits), decoded.count == byteCount else {
            return nil
        }
        return decoded
    }
}

extension SecondFactorService {
    /// Creates a new set of recovery codes and invalidates all earlier ones.
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
    /// The account has no second factor that a code could replace.
    case noFactor
    case reauthenticationRequired
    case sessionEnded
}
