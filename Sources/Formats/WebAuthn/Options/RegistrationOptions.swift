package import JSONText
internal import Secrets

/// What a client is asked when a registration begins: PublicKeyCredentialCreationOptionsJSON (sections 5.1.8 and 5.4).
///
///     let begun = RegistrationChallenge(Challenge(), for: user)
///     let options = RegistrationOptions(begun, at: site, userName: "anna@example.org", displayName: "Anna")
///     // Keep `begun`, and send `options.json`:
///     // navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})
public struct RegistrationOptions: Sendable {
    /// The relying party ID; nil where the client takes the domain of the page.
    public let relyingPartyID: String?

    /// The name of the site. Level 3 deprecates it, and clients still require it.
    public let relyingPartyName: String

    /// The account that the credential will belong to.
    public let user: UserHandle

    /// The name that tells the account from the user's others, such as an e-mail address. Managers show it.
    public let userName: String

    /// The name of the user, which may be empty.
    public let displayName: String

    /// The challenge that the answer must return.
    public let challenge: Challenge

    /// The algorithms that are offered, the preferred one first.
    public let algorithms: [COSEAlgorithm]

    /// How long the client waits for the user; nil where the client decides.
    public let timeout: Duration?

    /// The credentials that the account has. An authenticator that holds one of them makes no second one.
    public let excludedCredentials: [CredentialDescriptor]

    /// Which authenticators may answer.
    public let authenticators: AuthenticatorSelection

    /// Which authenticators the client should suggest first.
    public let hints: [AuthenticatorHint]

    /// How much the authenticator is asked to say about its make.
    public let attestation: AttestationConveyance

    /// The attestation formats that are preferred.
    public let attestationFormats: [AttestationFormat]

    /// The extensions that are asked for.
    public let extensions: RegistrationExtensions

    /// The options of a registration.
    ///
    /// - Parameters:
    ///   - begun: the challenge that the server keeps, with the account.
    ///   - site: the relying party.
    ///   - siteName: the ID of the site if it is not given.
    ///   - userName: the name that managers show for the account.
    ///   - displayName: the name of the user.
    ///   - policy: what the answer will be verified with. Its algorithms are offered; where it requires user verification, so do the options.
    ///   - excludedCredentials: all credentials of the account. Leave out none: an authenticator overwrites its credential of the same account.
    ///   - authenticators: a discoverable credential on any authenticator by default.
    ///   - hints: which authenticators to suggest first. Where all of them are on the same side and `authenticators` names no attachment, the options also
    ///     name the attachment, for clients that do not know hints (section 5.8.7).
    ///   - attestation: none by default.
    ///   - attestationFormats: no preference by default.
    ///   - extensions: `credProps` by default.
    ///   - timeout: five minutes by default, as section 15.1 recommends.
    public init(
        _ begun: RegistrationChallenge, at site: RelyingParty, siteName: String? = nil, userName: String, displayName: String = "",
        policy: RegistrationPolicy = RegistrationPolicy(), excluding excludedCredentials: [CredentialDescriptor] = [],
        authenticators: AuthenticatorSelection = AuthenticatorSelection(), hints: [AuthenticatorHint] = [],
        attestation: AttestationConveyance = .none, attestationFormats: [AttestationFormat] = [],
        extensions: RegistrationExtensions = RegistrationExtensions(), timeout: Duration = .seconds(300)
    ) {
        relyingPartyID = site.id
        relyingPartyName = siteName ?? site.id
        user = begun.user
        self.userName = userName
        self.displayName = displayName
        challenge = begun.challenge
        algorithms = policy.algorithms
        self.timeout = timeout
        self.excludedCredentials = excludedCredentials
        let sides = Set(hints.map(\.attachment))
        self.authenticators = AuthenticatorSelection(
            attachment: authenticators.attachment ?? (sides.count == 1 ? sides.first : nil),
            residentKey: authenticators.residentKey,
            userVerification: policy.userVerification == .required ? .required : authenticators.userVerification)
        self.hints = hints
        self.attestation = attestation
        self.attestationFormats = attestationFormats
        self.extensions = extensions
    }

    /// Reads options in the standard's JSON, as `parseCreationOptionsFromJSON()` does in a browser: members that are not known are ignored, and so are
    /// values that a later version of the standard may have added.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; the codes of ``Challenge``, ``UserHandle`` and ``CredentialID``;
    ///   ``WebAuthnError/Code/invalidOptions`` where a client could not carry the options out.
    public init(json: [UInt8]) throws(WebAuthnError) {
        let message = try MessageObject(json: json)
        let site = try message.require("rp", message.object)
        relyingPartyID = try site.string("id")
        relyingPartyName = try site.require("name", site.string)
        let account = try message.require("user", message.object)
        user = try UserHandle(account.require("id", account.bytes))
        userName = try account.require("name", account.string)
        displayName = try account.require("displayName", account.string)
        challenge = try Challenge(message.require("challenge", message.bytes))
        var algorithms: [COSEAlgorithm] = []
        for parameters in try message.require("pubKeyCredParams", message.objects) {
            let number = try parameters.require("alg", parameters.integer)
            if try parameters.require("type", parameters.string) == CredentialDescriptor.type {
                algorithms.append(COSEAlgorithm(rawValue: number))
            }
        }
        self.algorithms = algorithms
        timeout = try Self.timeout(of: message)
        excludedCredentials = try CredentialDescriptor.list("excludeCredentials", of: message)
        authenticators = try AuthenticatorSelection(message.object("authenticatorSelection"))
        hints = try (message.strings("hints") ?? []).compactMap(AuthenticatorHint.init(rawValue:))
        attestation = try message.string("attestation").flatMap(AttestationConveyance.init(rawValue:)) ?? .none
        attestationFormats = try (message.strings("attestationFormats") ?? []).compactMap(AttestationFormat.init(rawValue:))
        extensions = try RegistrationExtensions(message.object("extensions"))
    }

    /// The options in the standard's JSON.
    public var json: [UInt8] { value.bytes() }

    /// The options in the standard's JSON, as a value within another message.
    package var value: JSONValue {
        var site = JSONObject()
        site["id"] = relyingPartyID.map { .string($0) }
        site["name"] = .string(relyingPartyName)
        var options = JSONObject([
            ("rp", .object(site)),
            (
                "user",
                [
                    "id": .string(Base64URL.encode(user.bytes)), "name": .string(userName), "displayName": .string(displayName),
                ]
            ),
            ("challenge", .string(Base64URL.encode(challenge.bytes))),
            (
                "pubKeyCredParams",
                .array(algorithms.map { ["type": .string(CredentialDescriptor.type), "alg": .integer($0.rawValue)] })
            ),
        ])
        options["timeout"] = timeout.map { .integer($0.milliseconds) }
        options["excludeCredentials"] = .array(excludedCredentials.map(\.value))
        options["authenticatorSelection"] = authenticators.value
        options["hints"] = .array(hints.map { .string($0.rawValue) })
        options["attestation"] = .string(attestation.rawValue)
        options["attestationFormats"] = .array(attestationFormats.map { .string($0.rawValue) })
        options["extensions"] = extensions.value
        return .object(options)
    }

    /// The timeout in milliseconds, which both kinds of options have.
    static func timeout(of message: MessageObject) throws(WebAuthnError) -> Duration? {
        guard let milliseconds = try message.integer("timeout") else { return nil }
        guard let value = UInt32(exactly: milliseconds) else { throw message.malformed("timeout") }
        return .milliseconds(Int64(value))
    }
}

/// Which authenticators may make a credential (section 5.4.4).
public struct AuthenticatorSelection: Sendable, Hashable {
    /// Where the authenticator is; nil for either.
    public let attachment: AuthenticatorAttachment?

    /// Whether the credential must be discoverable: only then does a sign-in need no name.
    public let residentKey: ResidentKeyRequirement

    /// Whether the authenticator verifies the user.
    public let userVerification: UserVerificationRequirement

    /// A selection. A passkey is a discoverable credential, so that one is required by default.
    public init(
        attachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement = .required,
        userVerification: UserVerificationRequirement = .preferred
    ) {
        self.attachment = attachment
        self.residentKey = residentKey
        self.userVerification = userVerification
    }

    fileprivate init(_ message: MessageObject?) throws(WebAuthnError) {
        attachment = try message?.string("authenticatorAttachment").flatMap(AuthenticatorAttachment.init(rawValue:))
        // Level 1 had the Boolean alone.
        let isRequired = try message?.boolean("requireResidentKey") ?? false
        residentKey =
            try message?.string("residentKey").flatMap(ResidentKeyRequirement.init(rawValue:))
            ?? (isRequired ? .required : .discouraged)
        userVerification =
            try message?.string("userVerification").flatMap(UserVerificationRequirement.init(rawValue:)) ?? .preferred
    }

    fileprivate var value: JSONValue {
        var selection = JSONObject()
        selection["authenticatorAttachment"] = attachment.map { .string($0.rawValue) }
        selection["residentKey"] = .string(residentKey.rawValue)
        selection["requireResidentKey"] = .boolean(residentKey == .required)
        selection["userVerification"] = .string(userVerification.rawValue)
        return .object(selection)
    }
}

/// Where an authenticator is (section 5.4.5).
public enum AuthenticatorAttachment: String, Sendable, Hashable, CaseIterable {
    /// In the device that the client runs on.
    case platform
    /// In another one: a security key or a phone.
    case crossPlatform = "cross-platform"
}

/// Whether a credential must be discoverable (section 5.4.6).
public enum ResidentKeyRequirement: String, Sendable, Hashable, CaseIterable {
    /// It should not be.
    case discouraged
    /// It should be.
    case preferred
    /// It must be.
    case required
}

/// Whether an authenticator is asked to verify the user (section 5.8.6). What the answer is held to is ``UserVerification``.
public enum UserVerificationRequirement: String, Sendable, Hashable, CaseIterable {
    /// An authenticator that cannot does not answer.
    case required
    /// An authenticator that can does.
    case preferred
    /// It should not.
    case discouraged
}

/// Which authenticators a client should suggest first (section 5.8.7).
public enum AuthenticatorHint: String, Sendable, Hashable, CaseIterable {
    /// A security key.
    case securityKey = "security-key"
    /// The device that the client runs on.
    case clientDevice = "client-device"
    /// A phone, reached by a QR code and Bluetooth.
    case hybrid

    /// What clients that do not know hints understand.
    fileprivate var attachment: AuthenticatorAttachment { self == .clientDevice ? .platform : .crossPlatform }
}

/// How much an authenticator is asked to say about its make (section 5.4.7).
public enum AttestationConveyance: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case none
    /// Something that can be verified, which the client may make anonymous.
    case indirect
    /// What the authenticator says.
    case direct
    /// What identifies the one authenticator, on devices that an enterprise manages.
    case enterprise
}

extension Duration {
    /// Whole milliseconds, as options have them.
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
