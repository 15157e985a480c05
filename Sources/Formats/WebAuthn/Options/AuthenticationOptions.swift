package import JSONText
internal import Secrets

/// What a client is asked when an authentication begins: PublicKeyCredentialRequestOptionsJSON (sections 5.1.9 and 5.5).
///
///     let begun = AuthenticationChallenge(Challenge())
///     let options = try AuthenticationOptions(begun, at: site)
///     // Keep `begun`, and send `options.json`:
///     // navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})
public struct AuthenticationOptions: Sendable {
    /// The challenge that the answer must return.
    public let challenge: Challenge

    /// How long the client waits for the user; nil where the client decides. A conditional request waits indefinitely.
    public let timeout: Duration?

    /// The relying party ID; nil where the client takes the domain of the page.
    public let relyingPartyID: String?

    /// The credentials that may answer; empty for any discoverable one.
    public let allowedCredentials: [CredentialDescriptor]

    /// Whether the authenticator is asked to verify the user.
    public let userVerification: UserVerificationRequirement

    /// Which authenticators the client should suggest first.
    public let hints: [AuthenticatorHint]

    /// The extensions that are asked for.
    public let extensions: AuthenticationExtensions

    /// The options of an authentication.
    ///
    /// - Parameters:
    ///   - begun: the challenge that the server keeps, with the credentials that may answer.
    ///   - site: the relying party.
    ///   - policy: what the answer will be verified with. Where it requires user verification, so do the options.
    ///   - transports: how the authenticators of credentials can be reached, as their registrations said.
    ///   - userVerification: what to ask for where the policy does not require it.
    ///   - hints: which authenticators to suggest first.
    ///   - extensions: none by default.
    ///   - timeout: five minutes by default, as section 15.1 recommends.
    /// - Throws: ``WebAuthnError/Code/invalidOptions`` where an extension needs other credentials to be allowed.
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

    /// Reads options in the standard's JSON, as `parseRequestOptionsFromJSON()` does in a browser. Otherwise as ``RegistrationOptions/init(json:)``.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; the codes of ``Challenge`` and ``CredentialID``; ``WebAuthnError/Code/invalidOptions`` where a client could
    ///   not carry the options out.
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

    /// The options in the standard's JSON, as a value within another message.
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

/// A credential in options: its name, and how its authenticator can be reached (section 5.8.3).
public struct CredentialDescriptor: Sendable, Hashable {
    /// The credential.
    public let id: CredentialID

    /// How its authenticator can be reached; empty where that is not known. Clients ignore values that they do not know.
    public let transports: [String]

    /// A credential.
    public init(_ id: CredentialID, transports: [String] = []) {
        self.id = id
        self.transports = transports
    }

    /// A stored credential.
    public init(_ credential: Credential) {
        self.init(credential.id, transports: credential.transports)
    }

    /// The descriptors of a member. Those of another type than `public-key` are ignored, as clients do.
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
