internal import JSONText

/// The header of a signed message (RFC 7515, section 4), as far as it matters here.
struct JWSHeader {
    let algorithm: SignatureAlgorithm
    let keyID: String?

    /// The largest header in bytes. Apple's has 41.
    private static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 8)

    init(_ bytes: [UInt8]) throws(TokenRefusal) {
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
    init(json bytes: [UInt8]) throws(TokenRefusal) {
        let document: JSONDocument
        do {
            document = try JSONText.parse(bytes, limits: Self.limits)
        } catch {
            throw TokenRefusal(
                .malformedHeader, "The token's header is not JSON: \(error.code.rawValue) at byte \(error.position.offset).")
        }
        guard let members = document.root.members else {
            throw TokenRefusal(.malformedHeader, "The token's header is not an object.")
        }
        var algorithm: String?
        var keyID: String?
        for member in members {
            switch member.name {
            case "alg": algorithm = try Self.string(member)
            case "kid": keyID = try Self.string(member)
            case "crit": throw TokenRefusal(.criticalHeader, "The token's header demands extensions (crit); none is known here.")
            case "b64": throw TokenRefusal(.unencodedPayload, "The token's header changes the encoding of the payload (b64).")
            default: break
            }
        }
        guard let algorithm, let known = SignatureAlgorithm(header: algorithm) else {
            throw TokenRefusal(.unsupportedAlgorithm, "The token's header names no algorithm, or none of RS256 and ES256.")
        }
        self.algorithm = known
        // An empty name is none: no key of a set has it, and none is fetched for it.
        self.keyID = keyID.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func string(_ member: JSONMembers.Member) throws(TokenRefusal) -> String {
        guard let string = member.value.string else {
            throw TokenRefusal(.malformedHeader, "The member \(member.name) of the token's header is not a string.")
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
