import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey passkeys decode and options", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasskeysDecodeTests {
    @Test("the fields of a decoded registration cover the authenticator data")
    func registration() throws {
        let question = PasskeySample.registration(try PasskeySample.vector())
        let run = try CommandRun(["passkeys", "decode", "--json"], in: CommandFolder(), input: question["response"]?.text() ?? "")
        #expect(run.status == 0)
        let answer = try run.answer
        #expect(answer["clientDataJSON"]?["type"] == "webauthn.create")
        #expect(answer["attestationObject"]?["fmt"] == "packed")
        #expect(answer["attestationObject"]?["attStmt"]?["x5c"]?.array?.count == 1)
        let data = try #require(answer["attestationObject"]?["authData"])
        let fields = try #require(data["fields"]?.array)
        #expect(
            fields.map { $0["name"]?.string } == [
                "rpIdHash", "flags", "signCount", "aaguid", "credentialIdLength", "credentialId", "credentialPublicKey",
            ])
        var end = 0
        for field in fields {
            #expect(field["offset"]?.number?.int == end)
            end += field["length"]?.number?.int ?? 0
        }
        #expect(end == data["length"]?.number?.int)
        #expect(fields.last?["value"]?["3"] == -7)
    }

    @Test("single binary members are decoded")
    func parts() throws {
        let vector = try PasskeySample.vector()
        let key = try PasskeySample.run([PasskeySample.registration(vector)]).answers.first?["publicKey"] ?? .null
        let data = PasskeySample.base64URL(vector.authentication["authenticatorData"] ?? "")
        let input = lines([
            ["publicKey": key], ["authenticatorData": data], ["clientDataJSON": "e30"], ["publicKey": "AAA"], [:],
            ["authenticatorData": 5],
        ])
        let run = try CommandRun(["passkeys", "decode", "--jsonl"], in: CommandFolder(), input: input)
        let answers = try run.answers
        #expect(answers[0]["publicKey"]?["1"] == 2)
        #expect(answers[1]["authenticatorData"]?["length"] == 37)
        #expect(
            answers.dropFirst(2).map { $0["error"]?["code"]?.string } == [
                "malformed", "trailing-bytes", "missing-member", "wrong-type",
            ])
        #expect(run.status == 1)
    }

    @Test("without --json each value has a line with its byte range")
    func text() throws {
        let vector = try PasskeySample.vector("none-es256")
        let data = PasskeySample.base64URL(vector.authentication["authenticatorData"] ?? "")
        let output = try CommandFolder().run("passkeys decode", input: (["authenticatorData": data] as JSONValue).text())
        #expect(
            output == """
                authenticatorData.rpIdHash [0..<32]    v6vDdDKViwYzYNOtZGHJxHNa5_jt1GWSpeDwFFKy5LU
                authenticatorData.flags [32..<33]      UP BE BS
                authenticatorData.signCount [33..<37]  0
                = 0
                """)
    }

    @Test("options get defaults with a new challenge each time, and parse to themselves")
    func filled() throws {
        let folder = try CommandFolder()
        func options(_ line: String) throws -> JSONValue {
            try CommandRun(line.split(separator: " ").map(String.init), in: folder).answer
        }
        let registration = try options("passkeys options --rp-id example.org --user-name anna --json")
        #expect(registration["rp"] == ["id": "example.org", "name": "example.org"])
        #expect(registration["user"]?["name"] == "anna" && registration["user"]?["id"]?.string?.utf8.count == 86)
        #expect(registration["pubKeyCredParams"]?[0] == ["type": "public-key", "alg": -7])
        #expect(registration["authenticatorSelection"]?["residentKey"] == "required")
        let other = try options("passkeys options --rp-id example.org --user-name anna --json")
        #expect(other["challenge"] != registration["challenge"] && other["user"]?["id"] != registration["user"]?["id"])
        let authentication = try options("passkeys options --rp-id example.org")
        #expect(authentication["rpId"] == "example.org" && authentication["allowCredentials"] == [])
        for (ceremony, made) in [("registration", registration), ("authentication", authentication)] {
            var question = made.object ?? JSONObject()
            question["ceremony"] = .string(ceremony)
            let again = try CommandRun(["passkeys", "options", "--jsonl"], in: folder, input: JSONValue.object(question).text())
            #expect(try again.answers == [made])
        }
    }

    @Test("options that a client would reject are errors")
    func rejected() throws {
        let run = try CommandRun(
            ["passkeys", "options", "--jsonl"], in: CommandFolder(),
            input: lines([
                ["ceremony": "registration", "rp": ["id": "example.org"]], ["ceremony": "registration", "user": ["name": "anna"]],
                ["ceremony": "authentication", "rpId": "127.0.0.1"], ["rpId": "example.org"], ["ceremony": "both"],
                ["ceremony": "authentication", "rpId": "example.org", "extensions": ["largeBlob": ["write": "AA"]]],
                ["ceremony": "authentication", "rpId": "example.org", "challenge": "AAAA"],
                ["ceremony": "authentication", "rpId": "example.org", "hints": ["hybrid"]],
            ]))
        #expect(
            try run.answers.map { $0["error"]?["code"]?.string } == [
                "malformed", "missing-member", "invalid-relying-party-id", "missing-member", "invalid-value", "invalid-options",
                "invalid-challenge", nil,
            ])
        #expect(run.status == 1)
    }

    @Test("each command has help with an example and its exit codes", arguments: ["verify", "decode", "options"])
    func help(command: String) throws {
        let run = try CommandRun(["passkeys", command, "--help"], in: CommandFolder())
        #expect(run.status == 0 && run.output.contains("latchkey passkeys \(command)"))
        #expect(run.output.contains("Exits with") && run.output.contains("Example:"))
    }
}
