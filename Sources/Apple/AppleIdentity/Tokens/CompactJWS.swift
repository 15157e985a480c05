internal import Crypto
internal import JSONText
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
    /// - Throws: ``AppleIdentityError`` with one of the codes about the form of a token.
    public init(_ text: String) throws(AppleIdentityError) {
        // The length first, so that a long text costs nothing.
        guard text.utf8.count <= Self.maximumByteCount else {
            throw AppleIdentityError(.tooLarge, "The token has more than \(Self.maximumByteCount) bytes.")
        }
        let bytes = Array(text.utf8)
        guard let parts = Self.parts(of: bytes) else {
            throw AppleIdentityError(.notCompact, "The token is not three parts with a dot between each two.")
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

    private static func decoded(_ part: ArraySlice<UInt8>, _ name: String) throws(AppleIdentityError) -> [UInt8] {
        guard let bytes = Base64URL.decode(utf8: part) else {
            throw AppleIdentityError(.notBase64URL, "The token's \(name) is not base64url in its one spelling without padding.")
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

/// The header of a signed message (RFC 7515, section 4), as far as it matters here.
struct JWSHeader {
    let algorithm: SignatureAlgorithm
    let keyID: String?

    /// The largest header in bytes. Apple's has 41.
    private static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 8)

    init(_ bytes: [UInt8]) throws(AppleIdentityError) {
        if let header = Self(applesSpelling: bytes) {
            self = header
        } else {
            self = try Self(json: bytes)
        }
    }

    /// Reads `{"kid":"W6WcOKB","alg":"RS256"}`, which is how Apple writes every header, without a parser; nil for whatever differs in one byte.
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

    /// Reads a header by its grammar.
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
            switch member.name {
            case "alg": algorithm = try Self.string(member)
            case "kid": keyID = try Self.string(member)
            case "crit":
                throw AppleIdentityError(.criticalHeader, "The token's header demands extensions (crit); none is known here.")
            case "b64": throw AppleIdentityError(.unencodedPayload, "The token's header changes the encoding of the payload (b64).")
            default: break
            }
        }
        guard let algorithm, let known = SignatureAlgorithm(header: algorithm) else {
            throw AppleIdentityError(.unsupportedAlgorithm, "The token's header names no algorithm, or none of RS256 and ES256.")
        }
        self.algorithm = known
        // An empty `kid` names no key: no key of a set has it, and no set is fetched for it.
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
    /// The algorithm of this name, byte for byte.
    init?(header name: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = known
    }
}

/// The signature algorithms that this library knows (RFC 7518, section 3.1).
///
/// Apple signs with RS256. Which one is used follows from the key alone; a token merely has to agree.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256; the signature is r and s, 32 bytes each.
    case es256 = "ES256"
}

/// A signed message whose signature was found right. Only ``AppleKey`` and ``VerificationKey`` make one.
package struct VerifiedJWS: Sendable {
    /// What was signed.
    package let payload: [UInt8]

    /// The SHA-256 of header and payload, as they were signed.
    let digest: [UInt8]

    /// The `kid` that the message named.
    package let keyID: String?

    init(signatureChecked jws: CompactJWS) {
        payload = jws.unverifiedPayload
        digest = Array(jws.digest)
        keyID = jws.keyID
    }
}
