internal import JSONText
internal import Secrets

/// An object of the standard's JSON (section 5.1). Binary members are base64url, and a null member counts as missing.
struct MessageObject {
    let node: JSONNode

    /// The path of the object in the message, with a dot at the end. Empty for the message itself.
    private let path: String

    /// Parses a message. A message other than an object has no members, so its required members are missing.
    init(json: [UInt8]) throws(WebAuthnError) {
        do {
            node = try JSONText.parse(json, limits: Self.limits).root
        } catch {
            throw WebAuthnError(.malformed, "The message is not JSON: \(error.reason).", offset: error.position.offset)
        }
        path = ""
    }

    private init(_ node: JSONNode, path: String) {
        self.node = node
        self.path = path
    }

    /// Returns a required member, read by one of the methods below. Throws if it is missing.
    func require<Value>(
        _ name: String, _ read: (String) throws(WebAuthnError) -> Value?
    ) throws(WebAuthnError) -> Value {
        guard let value = try read(name) else { throw malformed(name) }
        return value
    }

    func string(_ name: String) throws(WebAuthnError) -> String? { try member(name) { $0.string } }

    func bytes(_ name: String) throws(WebAuthnError) -> [UInt8]? {
        try member(name) { $0.string.flatMap { Base64URL.decode($0) } }
    }

    func integer(_ name: String) throws(WebAuthnError) -> Int? { try member(name) { $0.number?.int } }

    func boolean(_ name: String) throws(WebAuthnError) -> Bool? { try member(name) { $0.boolean } }

    func object(_ name: String) throws(WebAuthnError) -> MessageObject? {
        try member(name) { $0.kind == .object ? MessageObject($0, path: "\(path)\(name).") : nil }
    }

    func strings(_ name: String) throws(WebAuthnError) -> [String]? {
        try member(name) { node in
            node.elements.flatMap { elements in
                let strings = elements.map(\.string)
                return strings.contains(nil) ? nil : strings.compactMap(\.self)
            }
        }
    }

    /// Returns the elements of an array. An element other than an object has no members.
    func objects(_ name: String) throws(WebAuthnError) -> [MessageObject]? {
        try member(name) { node in
            node.elements?.enumerated().map { MessageObject($0.element, path: "\(path)\(name)[\($0.offset)].") }
        }
    }

    /// Returns the error for a member without an accepted value.
    func malformed(_ name: String, _ reason: String = "A member is missing, has the wrong type or is not base64url.")
        -> WebAuthnError
    {
        WebAuthnError(.malformed, reason, in: path + name)
    }

    private func member<Value>(_ name: String, _ read: (JSONNode) -> Value?) throws(WebAuthnError) -> Value? {
        guard let node = node[name], !node.isNull else { return nil }
        guard let value = read(node) else { throw malformed(name) }
        return value
    }

    /// The limits of a message. The largest message of the standard fits into 64 KiB.
    private static let limits = JSONLimits(maximumBytes: CBORReader.maximumByteCount, maximumDepth: 16)
}
