package import JSONText
internal import Secrets

/// Functions that decode messages to readable JSON without verifying them.
package enum DecodedMessage {
    /// Decodes authenticator data to `{"length","fields":[{"name","offset","length","value"}]}`. The field of a known AAGUID also has `provider`.
    ///
    /// - Throws: ``WebAuthnError`` for bytes that are not authenticator data.
    package static func authenticatorData(_ bytes: [UInt8]) throws(WebAuthnError) -> JSONValue {
        let data = try AuthenticatorData(bytes)
        var fields: [JSONValue] = []
        var offset = 0
        func add(_ name: String, _ length: Int, _ value: JSONValue, provider: String? = nil) {
            var field = JSONObject([
                ("name", .string(name)), ("offset", .integer(offset)), ("length", .integer(length)), ("value", value),
            ])
            field["provider"] = provider.map { .string($0) }
            fields.append(.object(field))
            offset += length
        }
        add("rpIdHash", 32, bytesValue(data.relyingPartyIDHash))
        add("flags", 1, .array(data.flags.names.map { .string($0) }))
        add("signCount", 4, .integer(data.signCount))
        if let attested = data.attested {
            add("aaguid", 16, .string(attested.aaguid.description), provider: attested.aaguid.name)
            add("credentialIdLength", 2, .integer(attested.credentialID.count))
            add("credentialId", attested.credentialID.count, bytesValue(attested.credentialID))
            add("credentialPublicKey", attested.publicKey.encoded.count, value(attested.publicKey))
        }
        if let extensions = data.extensions { add("extensions", bytes.count - offset, value(.map(extensions))) }
        return ["length": .integer(bytes.count), "fields": .array(fields)]
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
        _ = try ClientData(bytes)
        return try MessageObject(json: Array(bytes.starts(with: ClientData.byteOrderMark) ? bytes.dropFirst(3) : bytes[...])).node
            .value
    }

    /// Converts an item to JSON. Byte strings become base64url, and keys of maps become texts.
    private static func value(_ item: CBOR) -> JSONValue {
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

    private static func name(of key: CBOR) -> String { key.text ?? key.integer.map { String($0) } ?? Base64URL.encode(key.encoded) }

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
