internal import JSONText
internal import Secrets

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
        let message = try ResponseMessage(json, check: nil)
        guard let name = message.names.first else {
            throw WebAuthnError(.malformed, "The response does not name its credential.", in: "id")
        }
        credentialID = try CredentialID(name)
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

    private let response: JSONNode

    init(_ json: [UInt8], check: WebAuthnError.Check?) throws(WebAuthnError) {
        let root: JSONNode
        do {
            root = try JSONText.parse(json, limits: Self.limits).root
        } catch {
            throw WebAuthnError(.malformed, "The response is not JSON: \(error.reason).", offset: error.position.offset)
        }
        guard let type = root["type"]?.string else { throw Self.malformed("type") }
        guard type.hasSameBytes(as: "public-key") else {
            throw WebAuthnError(.wrongCredentialType, "The response is not of a public key credential.", in: "type", check: check)
        }
        guard let response = root["response"], response.kind == .object else { throw Self.malformed("response") }
        self.response = response
        var names: [[UInt8]] = []
        for name in ["rawId", "id"] {
            if let bytes = try Self.bytes(name, of: root, at: name) { names.append(bytes) }
        }
        self.names = names
        extensions = ExtensionOutputs(root["clientExtensionResults"])
    }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8] {
        guard let bytes = try optionalBytes(name) else { throw Self.malformed("response.\(name)") }
        return bytes
    }

    /// The bytes of a member that may be missing or, as some clients write it, null.
    func optionalBytes(_ name: String) throws(WebAuthnError) -> [UInt8]? {
        try Self.bytes(name, of: response, at: "response.\(name)")
    }

    func strings(_ name: String) throws(WebAuthnError) -> [String] {
        guard let node = response[name] else { return [] }
        guard let strings = node.elements?.map(\.string) else { throw Self.malformed("response.\(name)") }
        guard !strings.contains(nil) else { throw Self.malformed("response.\(name)") }
        return strings.compactMap(\.self)
    }

    private static func bytes(_ name: String, of object: JSONNode, at field: String) throws(WebAuthnError) -> [UInt8]? {
        guard let node = object[name], !node.isNull else { return nil }
        guard let bytes = node.string.flatMap({ Base64URL.decode($0) }) else { throw malformed(field) }
        return bytes
    }

    private static func malformed(_ field: String) -> WebAuthnError {
        WebAuthnError(.malformed, "A member of the response is missing, of another type or not base64url.", in: field)
    }

    /// A body of 64 KiB holds the largest response.
    private static let limits = JSONLimits(maximumBytes: CBORReader.maximumByteCount, maximumDepth: 16)
}
