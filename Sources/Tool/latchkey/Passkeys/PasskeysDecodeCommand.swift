import ArgumentParser
import JSONText
import WebAuthn

struct PasskeysDecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Show the fields of a response without verifying it.",
        discussion: """
            The input is the JSON of the browser's toJSON(), or an object with any of its binary members: "clientDataJSON", "attestationObject", \
            "authenticatorData", and "publicKey", a COSE_Key.

            The result has a member for each of these that is present. "authData" and "authenticatorData" are {"length","fields":[{"name", \
            "offset","length","value"}]}. Byte strings are base64url, and the keys of maps are texts. "provider" is the published name of the \
            authenticator's model.

            Exits with 2 if a member is malformed. A batch exits with 1 if a line was invalid.
            """,
        example: "latchkey passkeys decode < response.json")

    @OptionGroup var options: InputOptions

    func run() async throws {
        try await options.answer({ message in try Self.answer(message) }, write: { options.write($0, lines: Self.lines($0)) })
    }

    private static func answer(_ message: PasskeyMembers) throws -> JSONValue {
        let parts = try message.object("response") ?? message
        var answer = JSONObject()
        let decoders: [(String, ([UInt8]) throws(WebAuthnError) -> JSONValue)] = [
            ("clientDataJSON", DecodedMessage.clientData), ("attestationObject", DecodedMessage.attestationObject),
            ("authenticatorData", DecodedMessage.authenticatorData),
        ]
        for (name, decode) in decoders {
            guard let bytes = try parts.bytes(name) else { continue }
            answer[name] = try InputError.explaining { () throws(WebAuthnError) in try decode(bytes) }
        }
        // In a response, `publicKey` is the browser's copy of the key in another format.
        if try message.object("response") == nil, let key = try message.bytes("publicKey") {
            answer["publicKey"] = try InputError.explaining { () throws(WebAuthnError) in try DecodedMessage.publicKey(key) }
        }
        guard !answer.members.isEmpty else {
            throw InputError(
                "missing-member", "One of clientDataJSON, attestationObject, authenticatorData and publicKey is required.")
        }
        return .object(answer)
    }

    /// Returns a line for each value, with its path. Fields of authenticator data also have their byte range.
    private static func lines(_ answer: JSONValue) -> [String] {
        TextTable([], rows(answer, path: "")).lines
    }

    private static func rows(_ value: JSONValue, path: String) -> [[String]] {
        if let fields = value["fields"]?.array {
            return fields.flatMap { field -> [[String]] in
                guard let name = field["name"]?.string, let offset = field["offset"]?.number?.int,
                    let length = field["length"]?.number?.int
                else { return [] }
                return rows(field["value"] ?? .null, path: "\(path).\(name) [\(offset)..<\(offset + length)]")
            }
        }
        switch value {
        case .object(let object) where !object.members.isEmpty:
            return object.members.flatMap { rows($0.value, path: path.isEmpty ? $0.name : "\(path).\($0.name)") }
        case .array(let elements) where elements.allSatisfy({ $0.string != nil }):
            return [[path, elements.compactMap(\.string).joined(separator: " ")]]
        default: return [[path, value.string ?? value.text()]]
        }
    }
}
