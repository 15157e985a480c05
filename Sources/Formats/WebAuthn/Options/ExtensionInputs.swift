internal import Crypto
internal import JSONText
internal import Secrets

/// The extensions that a registration requests (section 10.1).
public struct RegistrationExtensions: Sendable, Hashable {
    /// `credProps`: whether the client should report if the credential is discoverable.
    public let credentialProperties: Bool

    /// `prf`: secrets that the credential derives.
    public let prf: PRF?

    /// `largeBlob`: storage of a blob with the credential.
    public let largeBlob: LargeBlob?

    /// Creates the requested extensions.
    public init(credentialProperties: Bool = true, prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.credentialProperties = credentialProperties
        self.prf = prf
        self.largeBlob = largeBlob
    }

    /// The input of `prf` (section 10.1.4).
    public enum PRF: Sendable, Hashable {
        /// Requests a credential that can derive secrets.
        case support
        /// Requests the same, and the secrets at registration if the authenticator supports that.
        case evaluation(PRFValues)
    }

    /// The input of `largeBlob` (section 10.1.5).
    public enum LargeBlob: String, Sendable, Hashable, CaseIterable {
        /// The authenticator must support blobs.
        case required
        /// An authenticator that supports blobs is preferred.
        case preferred
    }

    init(_ message: MessageObject?) throws(WebAuthnError) {
        credentialProperties = try message?.boolean("credProps") ?? false
        if let prf = try message?.object("prf") {
            guard try prf.object("evalByCredential") == nil else {
                throw WebAuthnError(
                    .invalidOptions, "A registration must not have evalByCredential, because it has no credential yet.",
                    in: "extensions.prf")
            }
            self.prf =
                try prf.object("eval").map { (values) throws(WebAuthnError) in .evaluation(try PRFValues(values)) } ?? .support
        } else {
            prf = nil
        }
        if let blob = try message?.object("largeBlob") {
            guard try blob.boolean("read") == nil, try blob.bytes("write") == nil else {
                throw WebAuthnError(.invalidOptions, "A registration must not read or write a blob.", in: "extensions.largeBlob")
            }
            largeBlob = try blob.string("support").flatMap(LargeBlob.init(rawValue:)) ?? .preferred
        } else {
            largeBlob = nil
        }
    }

    var value: JSONValue {
        var inputs = JSONObject()
        if credentialProperties { inputs["credProps"] = true }
        switch prf {
        case nil: break
        case .support: inputs["prf"] = [:]
        case .evaluation(let values): inputs["prf"] = ["eval": values.value]
        }
        inputs["largeBlob"] = largeBlob.map { ["support": .string($0.rawValue)] }
        return .object(inputs)
    }
}

/// The extensions that an authentication requests (section 10.1).
public struct AuthenticationExtensions: Sendable, Hashable {
    /// `prf`: the values to derive secrets from.
    public let prf: PRF?

    /// `largeBlob`: the operation on the credential's blob.
    public let largeBlob: LargeBlob?

    /// Creates the requested extensions.
    public init(prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }

    /// The input of `prf` (section 10.1.4).
    public struct PRF: Sendable, Hashable {
        /// The values for credentials that are not in `valuesByCredential`.
        public let values: PRFValues?

        /// The values for single credentials, which the challenge must allow.
        public let valuesByCredential: [CredentialID: PRFValues]

        /// Creates the input with the values to derive secrets from.
        public init(_ values: PRFValues? = nil, byCredential valuesByCredential: [CredentialID: PRFValues] = [:]) {
            self.values = values
            self.valuesByCredential = valuesByCredential
        }
    }

    /// The input of `largeBlob` (section 10.1.5).
    public enum LargeBlob: Sendable, Hashable {
        /// Read the blob.
        case read
        /// Replace the blob. Exactly one credential must be allowed.
        case write([UInt8])
    }

    init(_ message: MessageObject?) throws(WebAuthnError) {
        if let prf = try message?.object("prf") {
            var byCredential: [CredentialID: PRFValues] = [:]
            if let object = try prf.object("evalByCredential") {
                for member in object.node.members.map(Array.init) ?? [] {
                    guard let bytes = Base64URL.decode(member.name) else { throw object.malformed(member.name) }
                    byCredential[try CredentialID(bytes)] = try PRFValues(object.require(member.name, object.object))
                }
            }
            let values = try prf.object("eval").map { (values) throws(WebAuthnError) in try PRFValues(values) }
            self.prf = PRF(values, byCredential: byCredential)
        } else {
            prf = nil
        }
        if let blob = try message?.object("largeBlob") {
            let (reads, written) = (try blob.boolean("read") ?? false, try blob.bytes("write"))
            guard try blob.string("support") == nil, !reads || written == nil else {
                throw WebAuthnError(
                    .invalidOptions, "An authentication must either read or write a blob.", in: "extensions.largeBlob")
            }
            largeBlob = written.map { .write($0) } ?? (reads ? .read : nil)
        } else {
            largeBlob = nil
        }
    }

    /// Rejects what a client would reject: values for a credential that is not allowed, and a blob to write without exactly one allowed credential.
    func verify(allowed: [CredentialID]) throws(WebAuthnError) {
        guard prf?.valuesByCredential.keys.allSatisfy({ allowed.contains($0) }) ?? true else {
            throw WebAuthnError(
                .invalidOptions, "The values include a credential that is not allowed.", in: "extensions.prf.evalByCredential")
        }
        if case .write? = largeBlob, allowed.count != 1 {
            throw WebAuthnError(
                .invalidOptions, "Writing a blob requires exactly one allowed credential.", in: "extensions.largeBlob.write")
        }
    }

    var value: JSONValue {
        var inputs = JSONObject()
        if let prf {
            var members = JSONObject()
            members["eval"] = prf.values?.value
            let named = prf.valuesByCredential.map { (Base64URL.encode($0.key.bytes), $0.value.value) }.sorted { $0.0 < $1.0 }
            if !named.isEmpty { members["evalByCredential"] = .object(JSONObject(named)) }
            inputs["prf"] = .object(members)
        }
        switch largeBlob {
        case nil: break
        case .read: inputs["largeBlob"] = ["read": true]
        case .write(let blob): inputs["largeBlob"] = ["write": .string(Base64URL.encode(blob))]
        }
        return .object(inputs)
    }
}

/// One or two values of the extension `prf` (section 10.1.4): the inputs of a derivation, or the derived secrets.
///
/// Descriptions and mirrors do not contain the values.
public struct PRFValues: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The first value.
    public let first: [UInt8]

    /// The second value, for example during the replacement of a key.
    public let second: [UInt8]?

    /// Creates values.
    public init(_ first: [UInt8], _ second: [UInt8]? = nil) {
        self.first = first
        self.second = second
    }

    /// The salts that a client passes to an authenticator for these inputs, in CTAP2's extension `hmac-secret`. Browsers compute them.
    /// A program that communicates with a security key directly must pass them itself.
    public var hmacSecretSalts: [[UInt8]] {
        ([first] + (second.map { [$0] } ?? [])).map { Array(SHA256.hash(data: Array("WebAuthn PRF".utf8) + [0] + $0)) }
    }

    /// The name of the type alone.
    public var description: String { "PRFValues(redacted)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    init(_ message: MessageObject) throws(WebAuthnError) {
        first = try message.require("first", message.bytes)
        second = try message.bytes("second")
    }

    var value: JSONValue {
        var values = JSONObject([("first", .string(Base64URL.encode(first)))])
        values["second"] = second.map { .string(Base64URL.encode($0)) }
        return .object(values)
    }
}
