internal import Crypto
internal import JSONText
internal import Secrets

/// The extensions that a registration asks for (section 10.1).
public struct RegistrationExtensions: Sendable, Hashable {
    /// `credProps`: whether the client is asked if the credential is discoverable.
    public let credentialProperties: Bool

    /// `prf`: secrets that the credential derives.
    public let prf: PRF?

    /// `largeBlob`: whether the credential can keep a blob.
    public let largeBlob: LargeBlob?

    /// The extensions.
    public init(credentialProperties: Bool = true, prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.credentialProperties = credentialProperties
        self.prf = prf
        self.largeBlob = largeBlob
    }

    /// What is asked of `prf` (section 10.1.4).
    public enum PRF: Sendable, Hashable {
        /// A credential that can derive secrets.
        case support
        /// The same, and secrets at once where the authenticator can.
        case evaluation(PRFValues)
    }

    /// What is asked of `largeBlob` (section 10.1.5).
    public enum LargeBlob: String, Sendable, Hashable, CaseIterable {
        /// An authenticator that cannot keep a blob does not answer.
        case required
        /// An authenticator that can keep one is preferred.
        case preferred
    }

    init(_ message: MessageObject?) throws(WebAuthnError) {
        credentialProperties = try message?.boolean("credProps") ?? false
        if let prf = try message?.object("prf") {
            guard try prf.object("evalByCredential") == nil else {
                throw WebAuthnError(.invalidOptions, "A registration has no credentials to evaluate by.", in: "extensions.prf")
            }
            self.prf =
                try prf.object("eval").map { (values) throws(WebAuthnError) in .evaluation(try PRFValues(values)) } ?? .support
        } else {
            prf = nil
        }
        if let blob = try message?.object("largeBlob") {
            guard try blob.boolean("read") == nil, try blob.bytes("write") == nil else {
                throw WebAuthnError(.invalidOptions, "A registration reads and writes no blob.", in: "extensions.largeBlob")
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

/// The extensions that an authentication asks for (section 10.1).
public struct AuthenticationExtensions: Sendable, Hashable {
    /// `prf`: the values to derive secrets from.
    public let prf: PRF?

    /// `largeBlob`: what to do with the credential's blob.
    public let largeBlob: LargeBlob?

    /// The extensions.
    public init(prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }

    /// What is asked of `prf` (section 10.1.4).
    public struct PRF: Sendable, Hashable {
        /// The values for credentials that `valuesByCredential` does not name.
        public let values: PRFValues?

        /// The values for single credentials, which must be among those allowed.
        public let valuesByCredential: [CredentialID: PRFValues]

        /// The values to derive secrets from.
        public init(_ values: PRFValues? = nil, byCredential valuesByCredential: [CredentialID: PRFValues] = [:]) {
            self.values = values
            self.valuesByCredential = valuesByCredential
        }
    }

    /// What is asked of `largeBlob` (section 10.1.5).
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
                    .invalidOptions, "An authentication reads a blob or writes one, and nothing else.", in: "extensions.largeBlob")
            }
            largeBlob = written.map { .write($0) } ?? (reads ? .read : nil)
        } else {
            largeBlob = nil
        }
    }

    /// Refuses what a client would: values for a credential that is not allowed, and a blob for more credentials than one.
    func verify(allowed: [CredentialID]) throws(WebAuthnError) {
        guard prf?.valuesByCredential.keys.allSatisfy({ allowed.contains($0) }) ?? true else {
            throw WebAuthnError(
                .invalidOptions, "Values are for a credential that is not allowed.", in: "extensions.prf.evalByCredential")
        }
        if case .write? = largeBlob, allowed.count != 1 {
            throw WebAuthnError(
                .invalidOptions, "A blob is written for exactly one allowed credential.", in: "extensions.largeBlob.write")
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

/// One value or two of the extension `prf` (section 10.1.4): what secrets are derived from, or the secrets.
///
/// Printing one reveals nothing.
public struct PRFValues: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The first value.
    public let first: [UInt8]

    /// The second value, as while a key is being replaced.
    public let second: [UInt8]?

    /// Values.
    public init(_ first: [UInt8], _ second: [UInt8]? = nil) {
        self.first = first
        self.second = second
    }

    /// The salts that a client gives an authenticator for these inputs, in CTAP2's extension `hmac-secret`: clients in browsers make them, programs that
    /// talk to a security key themselves must.
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
