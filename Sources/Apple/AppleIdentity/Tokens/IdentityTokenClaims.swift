internal import JSONText

/// The claims of an identity token, each of the right kind but not yet judged. They stay within this module: what leaves it was verified.
struct IdentityTokenClaims {
    let registered: RegisteredClaims
    let identity: IdentityClaims

    /// As deep as no claim of Apple's is.
    private static let limits = JSONLimits(maximumBytes: CompactJWS.maximumByteCount, maximumDepth: 16)

    /// - Throws: ``TokenRefusal/Code/malformedClaims``.
    init(_ payload: [UInt8]) throws(TokenRefusal) {
        guard let members = try JSONDocument(claims: payload, limits: Self.limits).root.members else { throw .claimsNotAnObject }
        var registered = RegisteredClaims.Reader()
        var identity = IdentityClaims()
        for member in members {
            let (name, value) = (member.name, member.value)
            if try !registered.take(name, value) { try identity.take(name, value) }
        }
        self.registered = try registered.claims()
        self.identity = identity
    }

    /// The subject, by the rule of ``UserSubject``.
    func checkedSubject() throws(TokenRefusal) -> String {
        guard let claim = identity.subject else { throw .missingClaim("sub") }
        guard let subject = UserSubject(claim) else {
            throw TokenRefusal(
                .malformedClaims, "The claim sub is empty, longer than 255 characters, or not printable ASCII without spaces.")
        }
        return subject.text
    }
}

/// The claims about the person and the request, where the token has them.
struct IdentityClaims {
    var subject: String?
    var nonce: String?
    var saysNonceIsUnsupported = false
    var email: String?
    var emailIsVerified = false
    var isPrivateEmail = false
    var realUserStatus: RealUserStatus?
    var transferSubject: String?
    var organisation: String?
    var authenticatedAt: Int64?
    var codeHash: String?
    var accessTokenHash: String?

    /// Takes a claim if it is one of these; passes over all others.
    mutating func take(_ name: String, _ value: JSONNode) throws(TokenRefusal) {
        switch name {
        case "sub": subject = try value.claimString(name)
        case "nonce": nonce = try value.claimString(name)
        // Only an explicit false counts: a claim that is missing or cannot be read says nothing.
        case "nonce_supported": saysNonceIsUnsupported = value.claimBoolean == false
        case "email": email = try value.optionalClaimString(name)
        case "email_verified": emailIsVerified = value.claimBoolean ?? false
        case "is_private_email": isPrivateEmail = value.claimBoolean ?? false
        case "real_user_status": realUserStatus = value.number?.int.map(RealUserStatus.init)
        case "transfer_sub": transferSubject = try value.optionalClaimString(name)
        case "org_id": organisation = try value.optionalClaimString(name)
        // Undocumented, so that a form never seen fails nobody's sign-in.
        case "auth_time": authenticatedAt = try? value.claimTime(name)
        case "c_hash": codeHash = try value.claimString(name)
        case "at_hash": accessTokenHash = try value.claimString(name)
        default: break
        }
    }
}
