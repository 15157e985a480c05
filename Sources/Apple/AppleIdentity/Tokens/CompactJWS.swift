internal import Crypto
internal import JSONText
internal import Secrets

/// A parsed, unverified JWS in compact form (RFC 7515, section 7.1).
///
/// Rejects everything that could give one message two meanings: other numbers of parts, non-canonical base64url, duplicate names in
/// the header, and headers that change the interpretation. Ignores keys in the header (`jwk`, `jku`, `x5u`, `x5c`). Do not trust
/// its contents before ``AppleKeySet`` or ``AppleKeyCache`` has verified it.
public struct CompactJWS: Sendable {
    /// The longest message, in bytes: 16 KiB, fifteen times the size of Apple's.
    public static let maximumByteCount = 16_384

    /// The algorithm in the header. It must match the key's algorithm.
    public let algorithm: SignatureAlgorithm

    /// The key ID in the header, if any.
    public let keyID: String?

    /// The payload, not yet verified.
    package let unverifiedPayload: [UInt8]

    let signature: [UInt8]

    private let bytes: [UInt8]
    private let signedByteCount: Int

    /// Parses a message.
    ///
    /// - Throws: ``AppleIdentityError`` with a code for the form of a token.
    public init(_ text: String) throws(AppleIdentityError) {
        // Check the length first, so that a long text costs nothing.
        guard text.utf8.count <= Self.maximumByteCount else {
            throw AppleIdentityError(.tooLarge, "The token has more than \(Self.maximumByteCount) bytes.")
        }
        let bytes = Array(text.utf8)
        guard let parts = Self.parts(of: bytes) else {
            throw AppleIdentityError(.notCompact, "The token does not have three parts separated by dots.")
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

    /// The SHA-256 of the signing input: the text up to the second dot.
    var digest: SHA256.Digest {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<signedByteCount])) }
        return hash.finalize()
    }

    private static func decoded(_ part: ArraySlice<UInt8>, _ name: String) throws(AppleIdentityError) -> [UInt8] {
        guard let bytes = Base64URL.decode(utf8: part) else {
            throw AppleIdentityError(.notBase64URL, "The token's \(name) is not canonical base64url without padding.")
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
    /// The type's name, without contents: any program that has the token can use it.
    public var description: String { "CompactJWS(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The relevant members of a JWS header (RFC 7515, section 4).
struct JWSHeader {
    let algorithm: SignatureAlgorithm
    let keyID: String?

    /// The limits of a header. Apple's has 41 bytes.
    private static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 8)

    init(_ bytes: [UInt8]) throws(AppleIdentityError) {
        if let header = Self(applesSpelling: bytes) {
            self = header
        } else {
            self = try Self(json: bytes)
        }
    }

    /// Parses exactly the bytes `{"kid":"W6WcOKB","alg":"RS256"}`, Apple's form of every header, without a JSON parser. Returns nil
    /// for any other form.
    init?(applesSpelling bytes: [UInt8]) {
        let (prefix, suffix) = (Self.prefix, Self.suffix)
        guard bytes.count > prefix.utf8CodeUnitCount + suffix.utf8CodeUnitCount else { return nil }
        let name = prefix.utf8CodeUnitCount..<(bytes.count - suffix.utf8CodeUnitCount)
        for index in 0..<name.lowerBound where bytes[index] != prefix.utf8Start[index] { return nil }
        for index in name.upperBound..<bytes.count where bytes[index] != suffix.utf8Start[index - name.upperBound] { return nil }
        for index in name {
            switch bytes[index] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
            default: return nil
            }
        }
        algorithm = .rs256
        keyID = String(decoding: bytes[name], as: UTF8.self)
    }

    private static let prefix: StaticString = "{\"kid\":\""
    private static let suffix: StaticString = "\",\"alg\":\"RS256\"}"

    /// Parses a header as JSON.
    init(json bytes: [UInt8]) throws(AppleIdentityError) {
        let document: JSONDocument
        do {
            document = try JSONText.parse(bytes, limits: Self.limits)
        } catch {
            throw AppleIdentityError(
                .malformedHeader, "The token's header is not JSON: \(error.code.rawValue) at byte \(error.position.offset).")
        }
        guard let members = document.root.members else {
            throw AppleIdentityError(.malformedHeader, "The token's header is not an object.")
        }
        var algorithm: String?
        var keyID: String?
        for member in members {
            switch member {
            case "alg": algorithm = try Self.string(member)
            case "kid": keyID = try Self.string(member)
            case "crit":
                throw AppleIdentityError(.criticalHeader, "The token's header requires extensions (crit), which are unsupported.")
            case "b64": throw AppleIdentityError(.unencodedPayload, "The token's header changes the encoding of the payload (b64).")
            default: break
            }
        }
        guard let algorithm, let known = SignatureAlgorithm(header: algorithm) else {
            throw AppleIdentityError(
                .unsupportedAlgorithm, "The algorithm in the token's header is missing, or is not RS256 or ES256.")
        }
        self.algorithm = known
        // An empty `kid` counts as missing: no key of a set has it, and no fetch looks for it.
        self.keyID = keyID.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func string(_ member: JSONMembers.Member) throws(AppleIdentityError) -> String {
        guard let string = member.value.string else {
            throw AppleIdentityError(.malformedHeader, "The member \(member.name) of the token's header is not a string.")
        }
        return string
    }
}

extension SignatureAlgorithm {
    /// Returns the algorithm with this name, compared byte for byte.
    init?(header name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = known
    }
}

/// The supported signature algorithms (RFC 7518, section 3.1).
///
/// Apple signs with RS256. The key decides the algorithm; the token's header must match it.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256; the signature is r and s, 32 bytes each.
    case es256 = "ES256"
}

/// A message with a verified signature. Only ``AppleKey`` and ``VerificationKey`` create one.
package struct VerifiedJWS: Sendable {
    /// The signed payload.
    package let payload: [UInt8]

    /// The SHA-256 of the signing input.
    let digest: [UInt8]

    init(signatureChecked jws: CompactJWS, digest: SHA256.Digest) {
        payload = jws.unverifiedPayload
        self.digest = Array(digest)
    }
}
