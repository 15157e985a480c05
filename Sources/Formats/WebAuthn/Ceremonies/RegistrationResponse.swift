internal import JSONText

/// The response of a client to a registration, not yet verified.
public struct RegistrationResponse: Sendable {
    /// The received bytes of client data.
    public let clientDataJSON: [UInt8]

    /// The received bytes of the attestation object.
    public let attestationObject: [UInt8]

    /// The transports of the authenticator as the client reports them. Empty if it reports none.
    public let transports: [String]

    /// The outputs of client extensions.
    public let extensions: ExtensionOutputs

    let names: [[UInt8]]

    /// Creates a response of a native client, such as an app on an iPhone, which provides these two members only.
    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        transports = []
        extensions = ExtensionOutputs()
        names = []
    }

    /// Parses a RegistrationResponseJSON (section 5.1), which `toJSON()` returns in a browser.
    ///
    /// Requires `type` and, in `response`, `clientDataJSON` and `attestationObject`. Ignores unknown members, and members that repeat parts of
    /// the attestation object.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; ``WebAuthnError/Code/wrongCredentialType`` for a type other than `public-key`.
    public init(json: [UInt8]) throws(WebAuthnError) {
        let message = try ResponseMessage(json, check: .registration(1))
        clientDataJSON = try message.bytes("clientDataJSON")
        attestationObject = try message.bytes("attestationObject")
        transports = try message.strings("transports")
        extensions = message.extensions
        names = message.names
    }
}

/// The response of a client to an authentication, not yet verified.
public struct AuthenticationResponse: Sendable {
    /// The credential that the response names. Use it to look up the stored credential, and pass that to the verification.
    public let credentialID: CredentialID

    /// The received bytes of client data.
    public let clientDataJSON: [UInt8]

    /// The received bytes of authenticator data.
    public let authenticatorData: [UInt8]

    /// The signature.
    public let signature: [UInt8]

    /// The account that the authenticator names, or nil if it names none.
    public let userHandle: UserHandle?

    /// The outputs of client extensions.
    public let extensions: ExtensionOutputs

    let names: [[UInt8]]

    /// Creates a response of a native client.
    public init(
        credentialID: CredentialID, clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        extensions = ExtensionOutputs()
        names = []
    }

    /// Parses an AuthenticationResponseJSON (section 5.1), which `toJSON()` returns in a browser.
    ///
    /// Requires `type`, `id` or `rawId` and, in `response`, `clientDataJSON`, `authenticatorData` and `signature`. Ignores unknown members.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; ``WebAuthnError/Code/wrongCredentialType`` for a type other than `public-key`; the codes of
    ///   ``CredentialID`` and ``UserHandle``.
    public init(json: [UInt8]) throws(WebAuthnError) {
        try self.init(json: json, unnamed: nil)
    }

    /// Parses the same JSON. If both `id` and `rawId` are missing, the response is for the credential `unnamed`.
    package init(json: [UInt8], unnamed: CredentialID?) throws(WebAuthnError) {
        let message = try ResponseMessage(json, check: .authentication(1))
        let named = try message.names.first.map { (name) throws(WebAuthnError) in try CredentialID(name) }
        guard let name = named ?? unnamed else {
            throw WebAuthnError(.malformed, "The response names no credential: id and rawId are missing.", in: "id")
        }
        credentialID = name
        clientDataJSON = try message.bytes("clientDataJSON")
        authenticatorData = try message.bytes("authenticatorData")
        signature = try message.bytes("signature")
        userHandle = try message.optionalBytes("userHandle").map { (bytes) throws(WebAuthnError) in try UserHandle(bytes) }
        extensions = message.extensions
        names = message.names
    }
}

/// The common members of both responses in JSON.
private struct ResponseMessage {
    let names: [[UInt8]]
    let extensions: ExtensionOutputs

    private let response: MessageObject

    init(_ json: [UInt8], check: WebAuthnError.Check?) throws(WebAuthnError) {
        let message = try MessageObject(json: json)
        guard try message.require("type", message.string).hasSameBytes(as: "public-key") else {
            throw WebAuthnError(.wrongCredentialType, "The type of the response is not public-key.", in: "type", check: check)
        }
        response = try message.require("response", message.object)
        names = [try message.bytes("rawId"), try message.bytes("id")].compactMap(\.self)
        extensions = ExtensionOutputs(message.node["clientExtensionResults"])
    }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] { try response.require(name, response.bytes) }

    /// Returns the bytes of an optional member. Some clients send null for a missing one.
    func optionalBytes(_ name: String) throws(WebAuthnError) -> [UInt8]? { try response.bytes(name) }

    func strings(_ name: String) throws(WebAuthnError) -> [String] { try response.strings(name) ?? [] }
}
