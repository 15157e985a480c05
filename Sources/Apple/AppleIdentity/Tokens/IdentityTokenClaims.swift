package import JSONText

/// The claims of an identity token with checked types but unchecked values. They do not leave this module unverified.
struct IdentityTokenClaims {
    let registered: RegisteredClaims
    let identity: IdentityClaims

    /// The limits of a payload; Apple's claims are less nested.
    private static let limits = JSONLimits(maximumBytes: CompactJWS.maximumByteCount, maximumDepth: 16)

    /// - Throws: ``AppleIdentityError/Code/malformedClaims``.
    init(_ payload: [UInt8]) throws(AppleIdentityError) {
        guard let members = try JSONDocument(claims: payload, limits: Self.limits).root.members else { throw .claimsNotAnObject }
        var registered = RegisteredClaims.Reader()
        var identity = IdentityClaims()
        for member in members {
            if try !registered.take(member) { try identity.take(member) }
        }
        self.registered = try registered.claims()
        self.identity = identity
    }

    /// Returns the subject if it is a valid ``UserSubject``.
    func checkedSubject() throws(AppleIdentityError) -> String {
        guard let claim = identity.subject else { throw .missingClaim("sub") }
        guard let subject = UserSubject(claim) else {
            throw AppleIdentityError(
                .malformedClaims, "The claim sub is empty, longer than 255 characters, or not printable ASCII without spaces.")
        }
        return subject.text
    }
}

/// The optional claims about the user and the request.
struct IdentityClaims {
    var subject: String?
    var nonce: String?
    var reportsNonceUnsupported = false
    var email: String?
    var emailIsVerified = false
    var isPrivateEmail = false
    var realUserStatus: RealUserStatus?
    var transferSubject: String?
    var organisation: String?
    var authenticatedAt: Int64?
    var codeHash: String?
    var accessTokenHash: String?

    /// Stores a claim if it is one of these; ignores all others.
    mutating func take(_ member: JSONMembers.Member) throws(AppleIdentityError) {
        switch member {
        case "sub": subject = try member.claimString()
        case "nonce": nonce = try member.claimString()
        // Only an explicit false counts. A missing or malformed claim has no meaning.
        case "nonce_supported": reportsNonceUnsupported = member.value.claimBoolean == false
        case "email": email = try member.optionalClaimString()
        case "email_verified": emailIsVerified = member.value.claimBoolean ?? false
        case "is_private_email": isPrivateEmail = member.value.claimBoolean ?? false
        case "real_user_status": realUserStatus = member.value.number?.int.map(RealUserStatus.init)
        case "transfer_sub": transferSubject = try member.optionalClaimString()
        case "org_id": organisation = try member.optionalClaimString()
        // Undocumented. A new form must not fail a sign-in.
        case "auth_time": authenticatedAt = try? member.claimTime()
        case "c_hash": codeHash = try member.claimString()
        case "at_hash": accessTokenHash = try member.claimString()
        default: break
        }
    }
}

/// The registered claims that all of Apple's tokens share (RFC 7519, section 4.1), with checked types. ``TokenPolicy`` checks their
/// values.
package struct RegisteredClaims: Sendable {
    /// `iss`.
    package let issuer: String
    /// `aud`: one string, or the strings of a list, which can be empty.
    package let audiences: [String]
    /// `iat` in seconds since 1970.
    package let issuedAt: Int64
    /// `exp` in seconds since 1970.
    package let expiresAt: Int64
    /// `nbf` in seconds since 1970. Apple sends none.
    package let notBefore: Int64?

    /// Reads the claims of a parsed payload.
    ///
    /// - Throws: ``AppleIdentityError/Code/malformedClaims`` if it is not an object, or a claim is missing or has the wrong type.
    package init(_ payload: JSONNode) throws(AppleIdentityError) {
        guard let members = payload.members else { throw .claimsNotAnObject }
        var reader = Reader()
        for member in members { _ = try reader.take(member) }
        self = try reader.claims()
    }

    private init(issuer: String, audiences: [String], issuedAt: Int64, expiresAt: Int64, notBefore: Int64?) {
        self.issuer = issuer
        self.audiences = audiences
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.notBefore = notBefore
    }

    /// Collects the claims while the members of a payload are read, so that a payload is read once.
    struct Reader {
        private var issuer: String?
        private var audiences: [String]?
        private var issuedAt: Int64?
        private var expiresAt: Int64?
        private var notBefore: Int64?

        /// Stores a claim if it is one of these, and returns whether it was.
        mutating func take(_ member: JSONMembers.Member) throws(AppleIdentityError) -> Bool {
            switch member {
            case "iss": issuer = try member.claimString()
            case "aud": audiences = try Self.audiences(member)
            case "iat": issuedAt = try member.claimTime()
            case "exp": expiresAt = try member.claimTime()
            case "nbf": notBefore = try member.claimTime()
            default: return false
            }
            return true
        }

        func claims() throws(AppleIdentityError) -> RegisteredClaims {
            guard let issuer else { throw .missingClaim("iss") }
            guard let audiences else { throw .missingClaim("aud") }
            guard let issuedAt else { throw .missingClaim("iat") }
            guard let expiresAt else { throw .missingClaim("exp") }
            return RegisteredClaims(
                issuer: issuer, audiences: audiences, issuedAt: issuedAt, expiresAt: expiresAt, notBefore: notBefore)
        }

        private static func audiences(_ member: JSONMembers.Member) throws(AppleIdentityError) -> [String] {
            guard let elements = member.value.elements else { return [try member.claimString()] }
            var audiences: [String] = []
            for element in elements { audiences.append(try element.claimString("aud")) }
            return audiences
        }
    }
}

extension JSONDocument {
    /// Parses the payload of a token as JSON.
    ///
    /// - Throws: ``AppleIdentityError/Code/malformedClaims``.
    init(claims payload: [UInt8], limits: JSONLimits = .default) throws(AppleIdentityError) {
        do {
            self = try JSONText.parse(payload, limits: limits)
        } catch {
            throw AppleIdentityError(
                .malformedClaims, "The token's payload is not JSON: \(error.code.rawValue) at byte \(error.position.offset).")
        }
    }
}

extension JSONMembers.Member {
    /// Returns a claim that must be a string.
    fileprivate func claimString() throws(AppleIdentityError) -> String { try value.claimString(name) }

    /// Returns a claim that can be a string. `null` and the empty string count as missing.
    fileprivate func optionalClaimString() throws(AppleIdentityError) -> String? {
        guard !value.isNull else { return nil }
        let string = try claimString()
        return string.isEmpty ? nil : string
    }

    /// Returns a claim that must be a time.
    fileprivate func claimTime() throws(AppleIdentityError) -> Int64 { try value.claimTime(name) }
}

extension JSONNode {
    /// Returns a claim that must be a string.
    func claimString(_ name: @autoclosure () -> String) throws(AppleIdentityError) -> String {
        guard let string else { throw AppleIdentityError(.malformedClaims, "The claim \(name()) is not a string.") }
        return string
    }

    /// Returns a claim that must be a time in whole seconds, after 1970 and before the year 10000. RFC 7519 permits fractions, but
    /// Apple sends none.
    func claimTime(_ name: @autoclosure () -> String) throws(AppleIdentityError) -> Int64 {
        guard let seconds = number?.int64, (1...253_402_300_799).contains(seconds) else {
            throw AppleIdentityError(.malformedClaims, "The claim \(name()) is not a time in whole seconds since 1970.")
        }
        return seconds
    }

    /// A claim that Apple has sent as a Boolean and as a string; nil if it is neither `true` nor `false`.
    var claimBoolean: Bool? {
        if let boolean { return boolean }
        switch string {
        case "true": return true
        case "false": return false
        default: return nil
        }
    }
}

extension AppleIdentityError {
    static let claimsNotAnObject = AppleIdentityError(.malformedClaims, "The token's payload is not an object.")

    static func missingClaim(_ name: String) -> AppleIdentityError {
        AppleIdentityError(.malformedClaims, "The claim \(name) is missing.")
    }
}

extension String {
    /// Returns whether two strings have the same bytes. Swift's comparison treats canonically equivalent texts as equal, such as a
    /// Kelvin sign and a K.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
