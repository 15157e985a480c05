import Crypto
import FoundationEssentials
import OneTimeCodes
package import Secrets

/// A random code of 40 bits that a mail brings to its reader. It is valid once, for ten minutes and five attempts, together with the
/// secret of the browser or app that asked for it.
package struct MailedCode: Hashable, Sendable, Redacted {
    private let bytes: [UInt8]

    init(random: some RandomBytes) {
        bytes = random.bytes(Self.byteCount)
    }

    /// Parses a code as typed. Case, spaces and hyphens are ignored, and look-alike digits are read as letters.
    package init?(typed text: String) {
        guard let bytes = Base32.code(typed: text, byteCount: Self.byteCount) else { return nil }
        self.bytes = bytes
    }

    /// Returns the code for its reader: eight letters and digits (RFC 4648 Base32, upper case), with a hyphen in the middle.
    package func reveal() -> String {
        let digits = Base32.encode(bytes)
        return "\(digits.prefix(4))-\(digits.dropFirst(4))"
    }

    /// Returns the digest that the store keeps. Its key is the secret of the client, which the store does not have, so that a copy
    /// of the store does not reveal the 40 bits.
    package func digest(for purpose: MailedCodePurpose, holder: OpaqueToken) -> TokenDigest {
        let key = SymmetricKey(data: Data(holder.reveal().utf8))
        return TokenDigest(HMAC<SHA256>.authenticationCode(for: Data("\(purpose.rawValue)\n".utf8) + Data(bytes), using: key))
    }

    /// 40 bits: five attempts succeed with a probability of one in two hundred thousand million.
    static var byteCount: Int { 5 }
    /// The lifetime of a code (ASVS 5.0, 6.5.5).
    package static var lifetime: Duration { .seconds(600) }
    /// The number of attempts for one code.
    package static var attempts: Int { 5 }
}

/// The purpose of a mailed code. A code for one purpose is wrong for any other.
package enum MailedCodePurpose: String, Sendable {
    case addressVerification = "address-verification"
    case recovery
    case signIn = "sign-in"

    /// Returns the message that brings a code of this purpose to its reader.
    ///
    /// - Parameter source: the source of the request for the code.
    func mail(_ code: MailedCode, from source: NoticeSource) -> AccountMail {
        switch self {
        case .addressVerification: .addressCode(code, from: source)
        case .recovery: .recoveryCode(code, from: source)
        case .signIn: .signInCode(code, from: source)
        }
    }
}

/// A code as a client presents it, with the digests that find and verify it.
package struct MailedCodeUse: Hashable, Sendable {
    /// The digest of the secret of the browser or app that asked.
    package let holder: TokenDigest
    package let code: TokenDigest

    package init(holder: TokenDigest, code: TokenDigest) {
        self.holder = holder
        self.code = code
    }

    /// - Parameter holder: the secret that the client received when it asked for the code.
    init(_ code: MailedCode, for purpose: MailedCodePurpose, holder: OpaqueToken) {
        self.init(holder: holder.digest, code: code.digest(for: purpose, holder: holder))
    }
}

/// A code that was sent to an address, as a store keeps it.
package struct PendingAddressCode: Hashable, Sendable {
    /// The digest of the secret of the browser or app that asked. It finds the code.
    package let holder: TokenDigest
    package let code: TokenDigest
    package let expiresAt: Timestamp

    package init(holder: TokenDigest, code: TokenDigest, expiresAt: Timestamp) {
        self.holder = holder
        self.code = code
        self.expiresAt = expiresAt
    }
}
