internal import JSONText

/// What a client answers a registration with, not yet verified.
public struct RegistrationResponse: Sendable {
    /// The bytes of client data as they came.
    public let clientDataJSON: [UInt8]

    /// The attestation object as it came.
    public let attestationObject: [UInt8]

    /// How the client says that the authenticator can be reached; empty where it does not say.
    public let transports: [String]

    /// The outputs of client extensions.
    public let extensions: ExtensionOutputs

    let names: [[UInt8]]

    /// The answer of a native client, such as an app on an iPhone, which gives these two alone.
    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        transports = []
        extensions = ExtensionOutputs()
        names = []
    }

    /// Reads a RegistrationResponseJSON (section 5.1), which `toJSON()` gives in a browser.
    ///
    /// Only `type` and, in `response`, `clientDataJSON` and `attestationObject` must be there. Members that are not known are ignored, and so is what a client
    /// repeats of the attestation object.
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

/// What a client answers an authentication with, not yet verified.
public struct AuthenticationResponse: Sendable {
    /// The credential that the response says it is of. Look it up by this, and give it to the verification.
    public let credentialID: CredentialID

    /// The bytes of client data as they came.
    public let clientDataJSON: [UInt8]

    /// Authenticator data as it came.
    public let authenticatorData: [UInt8]

    /// The signature.
    public let signature: [UInt8]

    /// The account that the authenticator says the credential is of; nil where it does not say.
    public let userHandle: UserHandle?

    /// The outputs of client extensions.
    public let extensions: ExtensionOutputs

    let names: [[UInt8]]

    /// The answer of a native client.
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

    /// Reads an AuthenticationResponseJSON (section 5.1), which `toJSON()` gives in a browser. `id` or `rawId` must be there; otherwise as
    /// ``RegistrationResponse/init(json:)``.
    ///
    /// - Throws: ``WebAuthnError/Code/malformed``; ``WebAuthnError/Code/wrongCredentialType`` for a type other than `public-key`; the codes of
    ///   ``CredentialID`` and ``UserHandle``.
    public init(json: [UInt8]) throws(WebAuthnError) {
        try self.init(json: json, unnamed: nil)
    }

    /// Reads the same where `id` and `rawId` may both be missing: the response is then of the credential `unnamed`.
    package init(json: [UInt8], unnamed: CredentialID?) throws(WebAuthnError) {
        let message = try ResponseMessage(json, check: .authentication(1))
        let named = try message.names.first.map { (name) throws(WebAuthnError) in try CredentialID(name) }
        guard let name = named ?? unnamed else {
            throw WebAuthnError(.malformed, "The response does not name its credential.", in: "id")
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

/// What the JSON of both responses has in common.
private struct ResponseMessage {
    let names: [[UInt8]]
    let extensions: ExtensionOutputs

    private let response: MessageObject

    init(_ json: [UInt8], check: WebAuthnError.Check?) throws(WebAuthnError) {
        let message = try MessageObject(json: json)
        guard try message.require("type", message.string).hasSameBytes(as: "public-key") else {
            throw WebAuthnError(.wrongCredentialType, "The response is not of a public key credential.", in: "type", check: check)
        }
        response = try message.require("response", message.object)
        names = [try message.bytes("rawId"), try message.bytes("id")].compactMap(\.self)
        extensions = ExtensionOutputs(message.node["clientExtensionResults"])
    }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] { try response.require(name, response.bytes) }

    /// The bytes of a member that may be missing or, as some clients write it, null.
    func optionalBytes(_ name: String) throws(WebAuthnError) -> [UInt8]? { try response.bytes(name) }

    func strings(_ name: String) throws(WebAuthnError) -> [String] { try response.strings(name) ?? [] }
}
