package import JSONText
internal import Secrets

extension VerificationKey {
    /// A key from its JSON form (RFC 7517, section 4). Without `alg`, the type of the key decides. Members that are not known are passed over,
    /// those of a private key among them.
    init(_ node: JSONNode) throws(UnusableKey) {
        guard node.kind == .object else { throw .notAnObject }
        try Self.checkUse(node)
        switch try Self.string("kty", node) ?? "" {
        case "RSA":
            try Self.checkAlgorithm(node, is: .rs256)
            self = try VerificationKey(
                modulus: try Self.bytes("n", node), exponent: try Self.bytes("e", node),
                members: Self.kept(["kty", "n", "e"], node))
        case "EC":
            // The curve first: a key of another one is not wrong in its coordinates.
            guard try Self.string("crv", node) == "P-256" else { throw .unknownCurve }
            try Self.checkAlgorithm(node, is: .es256)
            self = try VerificationKey(
                x: try Self.bytes("x", node), y: try Self.bytes("y", node), members: Self.kept(["kty", "crv", "x", "y"], node))
        default: throw .unknownType
        }
    }

    private static func checkUse(_ node: JSONNode) throws(UnusableKey) {
        if let use = try string("use", node), use != "sig" { throw .otherUse }
        guard let operations = node["key_ops"] else { return }
        guard let elements = operations.elements, elements.contains(where: { $0.string == "verify" }) else { throw .otherUse }
    }

    private static func checkAlgorithm(_ node: JSONNode, is algorithm: SignatureAlgorithm) throws(UnusableKey) {
        if let named = try string("alg", node), SignatureAlgorithm(header: named) != algorithm { throw .unknownAlgorithm }
    }

    private static func string(_ name: String, _ node: JSONNode) throws(UnusableKey) -> String? {
        guard let member = node[name] else { return nil }
        guard let string = member.string else { throw .malformedMember }
        return string
    }

    private static func bytes(_ name: String, _ node: JSONNode) throws(UnusableKey) -> [UInt8] {
        guard let text = try string(name, node), let bytes = Base64URL.decode(text) else { throw .malformedMember }
        return bytes
    }

    private static func kept(_ names: [String], _ node: JSONNode) -> JSONObject {
        JSONObject(names.compactMap { name in node[name].map { (name, $0.value) } })
    }
}

extension VerificationKey {
    /// A key that stands alone, to check signatures with: with or without `kid` and `alg`.
    ///
    /// - Throws: ``TokenRefusal/Code/unusableKey``; the words end with the reason, an ``UnusableKey``.
    package init(jwk node: JSONNode) throws(TokenRefusal) {
        do {
            self = try VerificationKey(node)
        } catch {
            throw TokenRefusal(.unusableKey, "The key cannot be used here: \(error.rawValue).")
        }
    }
}
