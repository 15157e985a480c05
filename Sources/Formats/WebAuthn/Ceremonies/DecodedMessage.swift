package import JSONText
internal import Secrets

/// Functions that decode messages to readable JSON without verifying them.
package enum DecodedMessage {
    /// Decodes authenticator data to `{"length","fields":[{"name","offset","length","value"}]}`. The field of a known AAGUID also has `provider`.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not authenticator data.
    package static func authenticatorData(_ bytes: [UInt8]) throws(WebAuthnError) -> JSONValue {
        var offset = 0
        let fields = parts(of: try AuthenticatorData(bytes)).map { part -> JSONValue in
            var field = JSONObject([
                ("name", .string(part.name)), ("offset", .integer(offset)), ("length", .integer(part.length)),
                ("value", part.value),
            ])
            field["provider"] = part.provider.map { .string($0) }
            offset += part.length
            return .object(field)
        }
        return ["length": .integer(bytes.count), "fields": .array(fields)]
    }

    /// A field of authenticator data.
    struct Part {
        let name: String
        let length: Int
        let value: JSONValue
        /// The name of a known AAGUID.
        var provider: String?
        /// The item of a field that is CBOR.
        var item: CBOR?
    }

    static func parts(of data: AuthenticatorData) -> [Part] {
        func part(_ name: String, _ item: CBOR) -> Part {
            Part(name: name, length: item.encoded.count, value: value(item), item: item)
        }
        var parts = [
            Part(name: "rpIdHash", length: 32, value: bytesValue(data.relyingPartyIDHash)),
            Part(name: "flags", length: 1, value: .array(data.flags.names.map { .string($0) })),
            Part(name: "signCount", length: 4, value: .integer(data.signCount)),
        ]
        if let attested = data.attested {
            let id = attested.credentialID
            parts += [
                Part(name: "aaguid", length: 16, value: .string(attested.aaguid.description), provider: attested.aaguid.name),
                Part(name: "credentialIdLength", length: 2, value: .integer(id.count)),
                Part(name: "credentialId", length: id.count, value: bytesValue(id)),
                part("credentialPublicKey", attested.publicKey),
            ]
        }
        if let extensions = data.extensions { parts.append(part("extensions", .map(extensions))) }
        return parts
    }

    /// Decodes an attestation object to `{"fmt","attStmt","authData"}`, with authenticator data as above.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not an attestation object.
    package static func attestationObject(_ bytes: [UInt8]) throws(WebAuthnError) -> JSONValue {
        let object = try AttestationObject(bytes)
        return [
            "fmt": .string(object.format), "attStmt": value(object.statement),
            "authData": try authenticatorData(object.authenticatorData.bytes),
        ]
    }

    /// Decodes a COSE_Key to an object of its labels.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not CBOR in the canonical form.
    package static func publicKey(_ bytes: [UInt8]) throws(WebAuthnError) -> JSONValue {
        value(try CBOR(bytes, in: "publicKey"))
    }

    /// Decodes client data to its JSON.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not client data.
    package static func clientData(_ bytes: [UInt8]) throws(WebAuthnError) -> JSONValue {
        try clientDataNode(bytes).node.value
    }

    /// Parses client data. Returns the length of its byte order mark, and its JSON.
    static func clientDataNode(_ bytes: [UInt8]) throws(WebAuthnError) -> (mark: Int, node: JSONNode) {
        _ = try ClientData(bytes)
        let mark = bytes.starts(with: ClientData.byteOrderMark) ? ClientData.byteOrderMark.count : 0
        return (mark, try MessageObject(json: Array(bytes.dropFirst(mark))).node)
    }

    /// Converts an item to JSON. Byte strings become base64url, and keys of maps become texts.
    static func value(_ item: CBOR) -> JSONValue {
        switch item {
        case .unsigned(let value): .integer(value)
        case .negative(let value): Int(exactly: value).map { .integer(-1 - $0) } ?? .string("-1-\(value)")
        case .bytes(let bytes): bytesValue(bytes)
        case .text(let text): .string(text)
        case .array(let elements): .array(elements.map(value))
        case .map(let map): .object(JSONObject(map.entries.map { (name(of: $0.key), value($0.value)) }))
        case .boolean(let value): .boolean(value)
        case .null: .null
        }
    }

    static func name(of key: CBOR) -> String { key.text ?? key.integer.map { String($0) } ?? Base64URL.encode(key.encoded) }

    private static func bytesValue(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}

extension AuthenticatorFlags {
    /// The standard's abbreviations of the set flags, in the order of the bits.
    package var names: [String] {
        let all: [(AuthenticatorFlags, String)] = [
            (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backedUp, "BS"), (.attestedCredential, "AT"),
            (.extensions, "ED"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
