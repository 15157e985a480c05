package import JSONText
internal import Secrets

/// The options of an authentication for a client: PublicKeyCredentialRequestOptionsJSON (sections 5.1.9 and 5.5).
///
///     let begun = AuthenticationChallenge(Challenge())
///     let options = try AuthenticationOptions(begun, at: site)
///     // Keep `begun`, and send `options.json`:
///     // navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})
public struct AuthenticationOptions: Sendable {
    /// The challenge that the response must contain.
    public let challenge: Challenge

    /// The time that the client waits for the user, or nil if the client decides. A conditional request waits indefinitely.
    public let timeout: Duration?

    /// The relying party ID. Without it, the client uses the domain of the page.
    public let relyingPartyID: String?

    /// The credentials that the client may use. Empty for any discoverable credential.
    public let allowedCredentials: [CredentialDescriptor]

    /// Whether the authenticator should verify the user.
    public let userVerification: UserVerificationRequirement

    /// The authenticators that the client should suggest first.
    public let hints: [AuthenticatorHint]

    /// The requested extensions.
    public let extensions: AuthenticationExtensions

    /// Creates options.
    ///
    /// - Parameters:
    ///   - begun: The challenge that the server stores, with the allowed credentials.
    ///   - site: The relying party.
    ///   - policy: The policy that will verify the response. If it requires user verification, so do the options.
    ///   - transports: The transports of credentials, as their registrations reported them.
    ///   - userVerification: Whether to request user verification if the policy does not require it.
    ///   - hints: The authenticators to suggest first.
    ///   - extensions: The requested extensions, by default none.
    ///   - timeout: The time that the client waits, by default five minutes, as section 15.1 recommends.
    /// - Throws: ``WebAuthnError/Code/invalidOptions`` if an extension does not suit the allowed credentials.
    public init(
        _ begun: AuthenticationChallenge, at site: RelyingParty, policy: AuthenticationPolicy = AuthenticationPolicy(),
        transports: [CredentialID: [String]] = [:], userVerification: UserVerificationRequirement = .preferred,
        hints: [AuthenticatorHint] = [], extensions: AuthenticationExtensions = AuthenticationExtensions(),
        timeout: Duration = .seconds(300)
    ) throws(WebAuthnError) {
        challenge = begun.challenge
        self.timeout = timeout
        relyingPartyID = site.id
        allowedCredentials = begun.allowedCredentials.map { CredentialDescriptor($0, transports: transports[$0] ?? []) }
        self.userVerification = policy.userVerification == .required ? .required : userVerification
        self.hints = hints
        self.extensions = extensions
        try extensions.verify(allowed: begun.allowedCredentials)
    }

    /// Parses options in the standard's JSON, as `parseRequestOptionsFromJSON()` does in a browser. Ignores unknown members, and values that a
    /// later version of the standard may have added.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; the codes of ``Challenge`` and ``CredentialID``; ``WebAuthnError/Code/invalidOptions`` for
    ///   options that a client would reject.
    public init(json: [UInt8]) throws(WebAuthnError) {
        let message = try MessageObject(json: json)
        challenge = try Challenge(message.require("challenge", message.bytes))
        timeout = try RegistrationOptions.timeout(of: message)
        relyingPartyID = try message.string("rpId")
        allowedCredentials = try CredentialDescriptor.list("allowCredentials", of: message)
        userVerification = try message.string("userVerification").flatMap(UserVerificationRequirement.init(rawValue:)) ?? .preferred
        hints = try (message.strings("hints") ?? []).compactMap(AuthenticatorHint.init(rawValue:))
        extensions = try AuthenticationExtensions(message.object("extensions"))
        try extensions.verify(allowed: allowedCredentials.map(\.id))
    }

    /// The options in the standard's JSON.
    public var json: [UInt8] { value.bytes() }

    /// The options in the standard's JSON, as a value for another message.
    package var value: JSONValue {
        var options = JSONObject([("challenge", .string(Base64URL.encode(challenge.bytes)))])
        options["timeout"] = timeout.map { .integer($0.milliseconds) }
        options["rpId"] = relyingPartyID.map { .string($0) }
        options["allowCredentials"] = .array(allowedCredentials.map(\.value))
        options["userVerification"] = .string(userVerification.rawValue)
        options["hints"] = .array(hints.map { .string($0.rawValue) })
        options["extensions"] = extensions.value
        return .object(options)
    }
}

/// A credential in options: its identifier and the transports of its authenticator (section 5.8.3).
public struct CredentialDescriptor: Sendable, Hashable {
    /// The identifier of the credential.
    public let id: CredentialID

    /// The transports of the authenticator. Empty if they are unknown. Clients ignore unknown values.
    public let transports: [String]

    /// Creates a descriptor.
    public init(_ id: CredentialID, transports: [String] = []) {
        self.id = id
        self.transports = transports
    }

    /// Creates the descriptor of a stored credential.
    public init(_ credential: Credential) {
        self.init(credential.id, transports: credential.transports)
    }

    /// Parses the descriptors in a member. Ignores types other than `public-key`, as clients do.
    static func list(_ name: String, of message: MessageObject) throws(WebAuthnError) -> [CredentialDescriptor] {
        var descriptors: [CredentialDescriptor] = []
        for object in try message.objects(name) ?? [] {
            let id = try object.require("id", object.bytes)
            guard try object.require("type", object.string) == type else { continue }
            descriptors.append(CredentialDescriptor(try CredentialID(id), transports: try object.strings("transports") ?? []))
        }
        return descriptors
    }

    var value: JSONValue {
        var descriptor = JSONObject([("type", .string(Self.type)), ("id", .string(Base64URL.encode(id.bytes)))])
        if !transports.isEmpty { descriptor["transports"] = .array(transports.map { .string($0) }) }
        return .object(descriptor)
    }

    static let type = "public-key"
}
