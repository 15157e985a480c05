internal import Crypto
internal import Secrets

/// A signed message in compact form (RFC 7515, section 7.1), read and not verified.
///
/// Reading refuses all that could give one message two meanings: other numbers of parts, any second spelling of base64url, duplicate
/// names in the header, and headers that change how the message is to be read. Keys within the header (`jwk`, `jku`,
/// `x5u`, `x5c`) are never looked at. Nothing in it may be believed before ``AppleKeySet`` or ``AppleKeyCache`` has found its key.
public struct CompactJWS: Sendable {
    /// The longest message in bytes, 16 KiB: fifteen times what Apple sends.
    public static let maximumByteCount = 16_384

    /// What the header says about the algorithm. The key decides; this must agree.
    public let algorithm: SignatureAlgorithm

    /// The key that the header names, if any.
    public let keyID: String?

    /// What was signed, if the signature is right.
    package let unverifiedPayload: [UInt8]

    let signature: [UInt8]

    private let bytes: [UInt8]
    private let signedByteCount: Int

    /// Reads a message.
    ///
    /// - Throws: ``TokenRefusal`` with one of the codes about the form of a token.
    public init(_ text: String) throws(TokenRefusal) {
        // The length first, so that a long text costs nothing.
        guard text.utf8.count <= Self.maximumByteCount else {
            throw TokenRefusal(.tooLarge, "The token has more than \(Self.maximumByteCount) bytes.")
        }
        let bytes = Array(text.utf8)
        guard let parts = Self.parts(of: bytes) else {
            throw TokenRefusal(.notCompact, "The token is not three parts with a dot between each two.")
        }
        let header = try Self.decoded(bytes[parts.header], "header")
        unverifiedPayload = try Self.decoded(bytes[parts.payload], "payload")
        signature = try Self.decoded(bytes[parts.signature], "signature")
        let read = try JWSHeader(header)
        algorithm = read.algorithm
        keyID = read.keyID
        self.bytes = bytes
        signedByteCount = parts.payload.upperBound
    }

    /// The SHA-256 of header and payload as they were signed: of the text up to the second dot.
    var digest: SHA256.Digest {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<signedByteCount])) }
        return hash.finalize()
    }

    private static func decoded(_ part: ArraySlice<UInt8>, _ name: String) throws(TokenRefusal) -> [UInt8] {
        guard let bytes = Base64URL.decode(utf8: part) else {
            throw TokenRefusal(.notBase64URL, "The token's \(name) is not base64url in its one spelling without padding.")
        }
        return bytes
    }

    private static func parts(of bytes: [UInt8]) -> (header: Range<Int>, payload: Range<Int>, signature: Range<Int>)? {
        var (dots, first, second) = (0, 0, 0)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
            dots += 1
            if dots == 1 { first = index } else { second = index }
        }
        guard dots == 2, first > 0 else { return nil }
        return (0..<first, (first + 1)..<second, (second + 1)..<bytes.count)
    }
}

extension CompactJWS: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of what it holds: whoever has a token can use it.
    public var description: String { "CompactJWS(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
