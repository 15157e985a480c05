package import JSONText

/// The claims that all of Apple's tokens share (RFC 7519, section 4.1), each of the right kind but not yet judged: that is for
/// ``TokenPolicy``.
package struct RegisteredClaims: Sendable {
    /// `iss`.
    package let issuer: String
    /// `aud`: one string, or the strings of a list, which may be empty.
    package let audiences: [String]
    /// `iat` in seconds since 1970.
    package let issuedAt: Int64
    /// `exp` in seconds since 1970.
    package let expiresAt: Int64
    /// `nbf` in seconds since 1970. Apple sends none.
    package let notBefore: Int64?

    /// The claims of a payload that was read.
    ///
    /// - Throws: ``TokenRefusal/Code/malformedClaims`` where this is not an object, or a claim is missing or of the wrong kind.
    package init(_ payload: JSONNode) throws(TokenRefusal) {
        guard let members = payload.members else { throw .claimsNotAnObject }
        var reader = Reader()
        for member in members { _ = try reader.take(member.name, member.value) }
        self = try reader.claims()
    }

    private init(issuer: String, audiences: [String], issuedAt: Int64, expiresAt: Int64, notBefore: Int64?) {
        self.issuer = issuer
        self.audiences = audiences
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.notBefore = notBefore
    }

    /// Takes the claims out of a payload's members as they come, so that a payload is walked once.
    struct Reader {
        private var issuer: String?
        private var audiences: [String]?
        private var issuedAt: Int64?
        private var expiresAt: Int64?
        private var notBefore: Int64?

        /// Takes a claim if it is one of these, and says whether it was.
        mutating func take(_ name: String, _ value: JSONNode) throws(TokenRefusal) -> Bool {
            switch name {
            case "iss": issuer = try value.claimString(name)
            case "aud": audiences = try Self.audiences(value)
            case "iat": issuedAt = try value.claimTime(name)
            case "exp": expiresAt = try value.claimTime(name)
            case "nbf": notBefore = try value.claimTime(name)
            default: return false
            }
            return true
        }

        func claims() throws(TokenRefusal) -> RegisteredClaims {
            guard let issuer else { throw .missingClaim("iss") }
            guard let audiences else { throw .missingClaim("aud") }
            guard let issuedAt else { throw .missingClaim("iat") }
            guard let expiresAt else { throw .missingClaim("exp") }
            return RegisteredClaims(
                issuer: issuer, audiences: audiences, issuedAt: issuedAt, expiresAt: expiresAt, notBefore: notBefore)
        }

        private static func audiences(_ value: JSONNode) throws(TokenRefusal) -> [String] {
            guard let elements = value.elements else { return [try value.claimString("aud")] }
            var audiences: [String] = []
            for element in elements { audiences.append(try element.claimString("aud")) }
            return audiences
        }
    }
}
