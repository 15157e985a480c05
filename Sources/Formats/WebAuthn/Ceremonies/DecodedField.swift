internal import JSONText
internal import Secrets

/// A field of a message: the bytes that it occupies, and its value.
package struct DecodedField: Sendable, Hashable {
    /// The path of the field, such as `authData.flags`, or nil for bytes that only structure the message, such as the names of members.
    package let name: String?

    /// The bytes of the field in the message.
    package let range: Range<Int>

    /// The value as text. Bytes are base64url, and empty if there are more than 64.
    package let value: String
}

extension DecodedMessage {
    /// Divides client data into its members. The fields cover all bytes.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not client data.
    package static func fields(ofClientData bytes: [UInt8]) throws(WebAuthnError) -> [DecodedField] {
        let (mark, node) = try clientDataNode(bytes)
        var list = FieldList()
        for member in node.members.map(Array.init) ?? [] {
            let range = member.value.sourceRange
            list.skip(to: mark + range.lowerBound)
            list.add(member.name, range.count, member.value.string ?? member.value.value.text())
        }
        list.skip(to: bytes.count)
        return list.fields
    }

    /// Divides authenticator data into its fields, the key and the extension outputs included. The fields cover all bytes.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not authenticator data.
    package static func fields(ofAuthenticatorData bytes: [UInt8]) throws(WebAuthnError) -> [DecodedField] {
        var list = FieldList()
        list.add(try AuthenticatorData(bytes), path: "")
        return list.fields
    }

    /// Divides an attestation object into its fields, those of authenticator data included. The fields cover all bytes.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not an attestation object.
    package static func fields(ofAttestationObject bytes: [UInt8]) throws(WebAuthnError) -> [DecodedField] {
        let object = try AttestationObject(bytes)
        let data = object.authenticatorData
        var list = FieldList()
        // The canonical order of the members is that of their lengths.
        list.skip(to: 1 + CBOR.text("fmt").encoded.count)
        list.add("fmt", .text(object.format))
        list.skip(CBOR.text("attStmt").encoded.count)
        list.add("attStmt", object.statement)
        list.skip(to: bytes.count - data.bytes.count)
        list.add(data, path: "authData.")
        return list.fields
    }
}

/// Consecutive fields of a message.
private struct FieldList {
    private(set) var fields: [DecodedField] = []

    private var end: Int { fields.last?.range.upperBound ?? 0 }

    mutating func add(_ name: String?, _ length: Int, _ value: String) {
        fields.append(DecodedField(name: name, range: end..<(end + length), value: value))
    }

    /// Adds bytes that only structure the message.
    mutating func skip(_ length: Int) {
        guard length > 0 else { return }
        guard let last = fields.last, last.name == nil else { return add(nil, length, "") }
        fields[fields.count - 1] = DecodedField(
            name: nil, range: last.range.lowerBound..<(last.range.upperBound + length), value: "")
    }

    mutating func skip(to offset: Int) { skip(offset - end) }

    /// Adds an item, or the parts of an array or map. The canonical form makes the length of each part known.
    mutating func add(_ name: String, _ item: CBOR, labels: [Int: String] = [:]) {
        let length = item.encoded.count
        switch item {
        case .bytes(let bytes):
            skip(length - bytes.count)
            add(name, bytes.count, bytes.count <= 64 ? Base64URL.encode(bytes) : "")
        case .array(let elements) where !elements.isEmpty:
            skip(length - elements.reduce(0) { $0 + $1.encoded.count })
            for (index, element) in elements.enumerated() { add("\(name)[\(index)]", element) }
        case .map(let map) where !map.entries.isEmpty:
            skip(length - map.entries.reduce(0) { $0 + $1.key.encoded.count + $1.value.encoded.count })
            for (key, value) in map.entries {
                skip(key.encoded.count)
                add(name + "." + (key.integer.flatMap { labels[$0] } ?? DecodedMessage.name(of: key)), value)
            }
        default:
            let value = DecodedMessage.value(item)
            add(name, length, value.string ?? value.text())
        }
    }

    mutating func add(_ data: AuthenticatorData, path: String) {
        for part in DecodedMessage.parts(of: data) {
            if let item = part.item {
                add(path + part.name, item, labels: part.name == "credentialPublicKey" ? item.map?.labelNames ?? [:] : [:])
            } else {
                let value = part.value.string ?? part.value.array?.compactMap(\.string).joined(separator: " ") ?? part.value.text()
                add(path + part.name, part.length, part.provider.map { "\(value) \($0)" } ?? value)
            }
        }
    }
}

extension CBORMap {
    /// The names of the labels of a COSE_Key, by its type (RFC 9053, section 7; RFC 8230, section 4).
    fileprivate var labelNames: [Int: String] {
        let special: [Int: String] =
            switch self[1]?.integer {
            case 1: [-1: "crv", -2: "x"]
            case 2: [-1: "crv", -2: "x", -3: "y"]
            case 3: [-1: "n", -2: "e"]
            case 7: [-1: "pub"]
            default: [:]
            }
        return special.merging([1: "kty", 3: "alg"]) { first, _ in first }
    }
}
