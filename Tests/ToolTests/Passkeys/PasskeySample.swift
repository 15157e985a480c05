import ConformanceData
import Foundation
import JSONText
import Secrets

/// Input for `latchkey passkeys verify` from the standard's test vectors.
enum PasskeySample {
    struct Vectors: Decodable {
        let vectors: [Vector]
        let attestationRootCertificate: String
    }

    struct Vector: Decodable {
        let name: String
        let registration: [String: String]
        let authentication: [String: String]
    }

    static func vectors() throws -> Vectors { try ConformanceData.json("webauthn/w3c-vectors.json") }

    static func vector(_ name: String = "packed-es256") throws -> Vector {
        try vectors().vectors.first { $0.name == name } ?? { throw CocoaError(.fileNoSuchFile) }()
    }

    /// Returns the input for a vector's registration, with members replaced. Null removes a member.
    static func registration(_ vector: Vector, _ changes: JSONValue = [:]) -> JSONValue {
        question("registration", vector.registration, ["clientDataJSON", "attestationObject"], changes)
    }

    /// Returns the input for a vector's authentication with a key.
    static func authentication(_ vector: Vector, publicKey: JSONValue, _ changes: JSONValue = [:]) -> JSONValue {
        var all = JSONObject([("credential", ["publicKey": publicKey])])
        for member in changes.object?.members ?? [] { all[member.name] = member.value }
        return question(
            "authentication", vector.authentication, ["clientDataJSON", "authenticatorData", "signature"], .object(all))
    }

    /// The root of the vectors' attestations in PEM.
    static func root() throws -> String {
        let text = Data(bytes(try vectors().attestationRootCertificate)).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }

    static func run(_ questions: [JSONValue]) throws -> CommandRun {
        try CommandRun(["passkeys", "verify", "--jsonl"], in: CommandFolder(), input: lines(questions))
    }

    static func base64URL(_ hex: String) -> JSONValue { .string(Base64URL.encode(bytes(hex))) }

    private static func question(
        _ ceremony: String, _ vector: [String: String], _ members: [String], _ changes: JSONValue
    ) -> JSONValue {
        var response = JSONObject()
        for name in members { response[name] = vector[name].map(base64URL) }
        var question = JSONObject([
            ("ceremony", .string(ceremony)), ("response", ["type": "public-key", "response": .object(response)]),
            ("challenge", base64URL(vector["challenge"] ?? "")), ("rpId", "example.org"), ("origins", ["https://example.org"]),
            ("allowCrossOrigin", true), ("topOrigins", ["https://example.com"]), ("now", 1_800_000_000),
        ])
        for member in changes.object?.members ?? [] { question[member.name] = member.value }
        return .object(question)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
