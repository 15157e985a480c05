package import JSONText
internal import Secrets

/// The options of a registration for a client: PublicKeyCredentialCreationOptionsJSON (sections 5.1.8 and 5.4).
///
///     let begun = RegistrationChallenge(Challenge(), for: user)
///     let options = RegistrationOptions(begun, at: site, userName: "anna@example.org", displayName: "Anna")
///     // Keep `begun`, and send `options.json`:
///     // navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})
public struct RegistrationOptions: Sendable {
    /// The relying party ID. Without it, the client uses the domain of the page.
    public let relyingPartyID: String?

    /// The name of the site. Level 3 deprecates it, but clients still require it.
    public let relyingPartyName: String

    /// The account that the credential will belong to.
    public let user: UserHandle

    /// The name that distinguishes the user's accounts, such as an email address. Password managers show it.
    public let userName: String

    /// The name of the user, which may be empty.
    public let displayName: String

    /// The challenge that the response must contain.
    public let challenge: Challenge

    /// The offered algorithms in order of preference.
    public let algorithms: [COSEAlgorithm]

    /// The time that the client waits for the user, or nil if the client decides.
    public let timeout: Duration?

    /// The existing credentials of the account. An authenticator that holds one of them does not create another.
    public let excludedCredentials: [CredentialDescriptor]

    /// The authenticators that the client may use.
    public let authenticators: AuthenticatorSelection

    /// The authenticators that the client should suggest first.
    public let hints: [AuthenticatorHint]

    /// The attestation that the client should request from the authenticator.
    public let attestation: AttestationConveyance

    /// The preferred attestation formats.
    public let attestationFormats: [AttestationFormat]

    /// The requested extensions.
    public let extensions: RegistrationExtensions

    /// Creates options.
    ///
    /// - Parameters:
    ///   - begun: The challenge that the server stores, with the account.
    ///   - site: The relying party.
    ///   - siteName: The name of the site, by default its ID.
    ///   - userName: The name that password managers show for the account.
    ///   - displayName: The name of the user.
    ///   - policy: The policy that will verify the response. The options offer its algorithms. If it requires user verification, so do the options.
    ///   - excludedCredentials: All credentials of the account. If one is missing, its authenticator may overwrite it.
    ///   - authenticators: The authenticators to use, by default any, with a discoverable credential.
    ///   - hints: The authenticators to suggest first. If all hints imply the same attachment and `authenticators` has none, the options contain
    ///     that attachment, for clients that do not support hints (section 5.8.7).
    ///   - attestation: The requested attestation, by default none.
    ///   - attestationFormats: The preferred formats, by default none.
    ///   - extensions: The requested extensions, by default `credProps`.
    ///   - timeout: The time that the client waits, by default five minutes, as section 15.1 recommends.
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

    /// Parses options in the standard's JSON, as `parseCreationOptionsFromJSON()` does in a browser. Ignores unknown members, and values that a
    /// later version of the standard may have added.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; the codes of ``Challenge``, ``UserHandle`` and ``CredentialID``;
    ///   ``WebAuthnError/Code/invalidOptions`` for options that a client would reject.
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

    /// The options in the standard's JSON, as a value for another message.
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

    /// Parses the timeout of either kind of options, in milliseconds.
    static func timeout(of message: MessageObject) throws(WebAuthnError) -> Duration? {
        guard let milliseconds = try message.integer("timeout") else { return nil }
        guard let value = UInt32(exactly: milliseconds) else { throw message.malformed("timeout") }
        return .milliseconds(Int64(value))
    }
}

/// The requirements for the authenticator that creates a credential (section 5.4.4).
public struct AuthenticatorSelection: Sendable, Hashable {
    /// The attachment of the authenticator, or nil for any.
    public let attachment: AuthenticatorAttachment?

    /// Whether the credential must be discoverable. A sign-in without a user name requires a discoverable credential.
    public let residentKey: ResidentKeyRequirement

    /// Whether the authenticator should verify the user.
    public let userVerification: UserVerificationRequirement

    /// Creates a selection. By default it requires a discoverable credential, which a passkey is.
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
        // Level 1 of the standard had only the Boolean.
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

/// The attachment of an authenticator (section 5.4.5).
public enum AuthenticatorAttachment: String, Sendable, Hashable, CaseIterable {
    /// The authenticator is part of the client's device.
    case platform
    /// The authenticator is separate, such as a security key or a phone.
    case crossPlatform = "cross-platform"
}

/// Whether a credential must be discoverable (section 5.4.6).
public enum ResidentKeyRequirement: String, Sendable, Hashable, CaseIterable {
    /// A credential that is not discoverable is preferred.
    case discouraged
    /// A discoverable credential is preferred.
    case preferred
    /// The credential must be discoverable.
    case required
}

/// Whether an authenticator should verify the user (section 5.8.6). ``UserVerification`` is the requirement for the response.
public enum UserVerificationRequirement: String, Sendable, Hashable, CaseIterable {
    /// The authenticator must be able to verify the user.
    case required
    /// The authenticator verifies the user if it can.
    case preferred
    /// The authenticator should not verify the user.
    case discouraged
}

/// A type of authenticator that a client should suggest first (section 5.8.7).
public enum AuthenticatorHint: String, Sendable, Hashable, CaseIterable {
    /// A security key.
    case securityKey = "security-key"
    /// The device that the client runs on.
    case clientDevice = "client-device"
    /// A phone that connects by a QR code and Bluetooth.
    case hybrid

    /// The attachment that the hint implies.
    fileprivate var attachment: AuthenticatorAttachment { self == .clientDevice ? .platform : .crossPlatform }
}

/// The attestation that a relying party requests (section 5.4.7).
public enum AttestationConveyance: String, Sendable, Hashable, CaseIterable {
    /// No attestation.
    case none
    /// A verifiable attestation, which the client may make anonymous.
    case indirect
    /// The attestation of the authenticator, unchanged.
    case direct
    /// An attestation that identifies the single authenticator, on devices that an enterprise manages.
    case enterprise
}

extension Duration {
    /// The duration in whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
