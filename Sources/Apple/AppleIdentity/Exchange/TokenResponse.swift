internal import JSONText

/// The body of a token response (RFC 6749, section 5.1; Apple's TokenResponse), with each member of the right type. Unknown members
/// are ignored.
struct TokenResponse {
    let accessToken: AccessToken
    /// The lifetime of the access token, in seconds.
    let lifetime: Int
    let refreshToken: RefreshToken?
    let identityToken: UnverifiedIdentityToken?

    init(_ body: [UInt8], to operation: AppleOperation) throws(AppleIdentityError) {
        let root = try ResponseObject(body, to: operation)
        guard try root.required("token_type").lowercased() == "bearer" else {
            throw .malformed(operation, "token_type is not Bearer")
        }
        accessToken = try root.checked("access_token", root.required("access_token"), AccessToken.init)
        refreshToken = try root.string("refresh_token").map { text throws(AppleIdentityError) in
            try root.checked("refresh_token", text, RefreshToken.init)
        }
        identityToken = try root.string("id_token").map { text throws(AppleIdentityError) in
            try root.checked("id_token", text, UnverifiedIdentityToken.init)
        }
        guard let lifetime = root.node["expires_in"]?.number?.int, (1...Self.longestLifetime).contains(lifetime) else {
            throw .malformed(operation, "expires_in is not a number of seconds from 1 to \(Self.longestLifetime)")
        }
        self.lifetime = lifetime
    }

    /// One year. Apple's value is one hour.
    private static let longestLifetime = 31_536_000
}

/// The JSON object of a response. Reading a member throws an ``AppleIdentityError``.
struct ResponseObject {
    let node: JSONNode
    private let operation: AppleOperation

    init(_ body: [UInt8], to operation: AppleOperation) throws(AppleIdentityError) {
        do {
            node = try JSONText.parse(body, limits: AppleRequestOutcome.limits).root
        } catch {
            throw .malformed(operation, "the body is not JSON (\(error.code.rawValue) at byte \(error.position.offset))")
        }
        guard node.kind == .object else { throw .malformed(operation, "the body is \(node.kind)") }
        self.operation = operation
    }

    /// Returns a string, or nil if the member is missing or `null`.
    func string(_ name: String) throws(AppleIdentityError) -> String? {
        guard let member = node[name], !member.isNull else { return nil }
        guard let string = member.string else { throw .malformed(operation, "\(name) is \(member.kind)") }
        return string
    }

    /// Returns a required string.
    func required(_ name: String) throws(AppleIdentityError) -> String {
        guard let string = try string(name) else { throw .malformed(operation, "\(name) is missing") }
        return string
    }

    /// Returns a checked type made from a member's text.
    func checked<Value>(_ name: String, _ text: String, _ make: (String) -> Value?) throws(AppleIdentityError) -> Value {
        guard let value = make(text) else { throw .malformed(operation, "\(name) is empty, too long or not printable ASCII") }
        return value
    }
}
