import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey passkeys verify", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasskeysVerifyTests {
    @Test("every registration and authentication of the standard's vectors is valid")
    func vectors() throws {
        let vectors = try PasskeySample.vectors()
        #expect(vectors.vectors.count == 15)
        let trusting: JSONValue = ["trustAnchors": [.string(try PasskeySample.root())]]
        let registrations = try PasskeySample.run(vectors.vectors.map { PasskeySample.registration($0, trusting) })
        #expect(registrations.status == 0)
        let registered = try registrations.answers
        for (vector, answer) in zip(vectors.vectors, registered) {
            #expect(answer["valid"] == true, "\(vector.name): \(answer.text())")
            let isCertified = !vector.name.hasPrefix("none") && vector.name != "packed-self-es256"
            #expect(answer["attestation"]?["trusted"] == .boolean(isCertified), "\(vector.name)")
            #expect(answer["flags"]?.array?.contains("AT") == true)
        }
        let authentications = try PasskeySample.run(
            zip(vectors.vectors, registered).map {
                PasskeySample.authentication($0, publicKey: $1["publicKey"] ?? .null)
            })
        #expect(try authentications.answers.allSatisfy { $0["valid"] == true })
        #expect(try authentications.answers.count == 15)
        #expect(
            try authentications.answers.first
                == [
                    "valid": true, "credentialId": .null, "userHandle": .null, "signCount": 0, "counter": "unused",
                    "flags": ["UP", "BE", "BS"],
                ]
        )
    }

    @Test(
        "every member of the input is verified, and a rejection names its check",
        arguments: [
            (["requireUserVerification": true], "user-not-verified", "R12"),
            (["requireUserVerification": false], nil, nil),
            (["challenge": "AAAA"], "wrong-challenge", "R4"), (["rpId": "example.com"], "wrong-relying-party", "R10"),
            (["origins": ["https://example.org:8443"]], "unexpected-origin", "R5"),
            (["origins": ["https://other.org", "https://example.org"]], nil, nil),
            (["response": ["type": "public-key", "response": [:]]], "malformed", "R1"),
            (["response": ["type": "password", "response": [:]]], "wrong-credential-type", "R1"),
            (["trustAnchors": []], "untrusted-attestation", "R18"),
            (["unknown": 1, "trustAnchors": .null, "now": .null], nil, nil),
        ] as [(JSONValue, String?, String?)])
    func members(changes: JSONValue, code: String?, check: String?) throws {
        let question = PasskeySample.registration(try PasskeySample.vector("packed-eddsa"), changes)
        let answer = try #require(try PasskeySample.run([question]).answers.first)
        #expect(answer["valid"] == .boolean(code == nil))
        #expect(answer["code"]?.string == code)
        #expect(answer["check"]?.string == check)
        #expect((answer["message"]?.string?.isEmpty == false) == (code != nil))
    }

    @Test("frames are rejected unless they are allowed, and a top origin must be listed")
    func frames() throws {
        let (framed, topped) = (
            try PasskeySample.vector("none-es256-crossOrigin"), try PasskeySample.vector("none-es256-topOrigin")
        )
        let answers = try PasskeySample.run([
            PasskeySample.registration(framed, ["allowCrossOrigin": false]),
            PasskeySample.registration(framed, ["topOrigins": []]),
            PasskeySample.registration(topped, ["topOrigins": []]), PasskeySample.registration(topped),
        ]).answers
        #expect(answers.map { $0["check"]?.string } == ["R6", nil, "R7", nil])
    }

    @Test("an authentication is checked against the given members of its credential")
    func credential() throws {
        let vector = try PasskeySample.vector("none-es256")
        let key = try PasskeySample.run([PasskeySample.registration(vector)]).answers.first?["publicKey"] ?? .null
        let other = try PasskeySample.vector("packed-es256")
        let otherKey = try PasskeySample.run([PasskeySample.registration(other)]).answers.first?["publicKey"] ?? .null
        let answers = try PasskeySample.run([
            PasskeySample.authentication(
                vector, publicKey: key, ["credential": ["publicKey": key, "signCount": 5, "backupEligible": true]]),
            PasskeySample.authentication(vector, publicKey: key, ["credential": ["publicKey": key, "backupEligible": false]]),
            PasskeySample.authentication(vector, publicKey: otherKey),
            PasskeySample.authentication(vector, publicKey: key, ["requireUserVerification": true]),
        ]).answers
        #expect(answers[0]["valid"] == true && answers[0]["counter"] == "regressed")
        #expect(answers[1]["code"] == "backup-eligibility-changed" && answers[1]["check"] == "A9")
        #expect(answers[2]["code"] == "invalid-signature" && answers[2]["check"] == "A10")
        #expect(answers[3]["code"] == "user-not-verified" && answers[3]["check"] == "A7")
    }

    @Test("IDs that are present agree with each other and with the authenticator data")
    func names() throws {
        let vector = try PasskeySample.vector()
        let plain = PasskeySample.registration(vector)
        let id = try PasskeySample.run([plain]).answers.first?["credentialId"] ?? .null
        func named(_ names: JSONValue) -> JSONValue {
            var response = plain["response"]?.object ?? JSONObject()
            for member in names.object?.members ?? [] { response[member.name] = member.value }
            return PasskeySample.registration(vector, ["response": .object(response)])
        }
        let answers = try PasskeySample.run([
            named(["id": id, "rawId": id, "clientExtensionResults": [:], "transports": 5]), named(["rawId": id]),
            named(["id": id, "rawId": "CQ"]), named(["id": "CQ"]), named(["id": "CQ="]),
        ]).answers
        #expect(
            answers.map { $0["code"]?.string } == [nil, nil, "mismatched-credential-id", "mismatched-credential-id", "malformed"])
        #expect(answers.dropFirst(2).allSatisfy { $0["check"] == "R1" })
    }

    @Test("an invalid line gives an error with its number, and the batch continues with exit code 1")
    func badLines() throws {
        let vector = try PasskeySample.vector()
        let changes: [(JSONValue, String)] = [
            (["ceremony": "sign-in"], "invalid-value"), (["ceremony": .null], "missing-member"), (["ceremony": 1], "wrong-type"),
            (["response": 1], "wrong-type"), (["response": .null], "missing-member"), (["challenge": "a="], "wrong-type"),
            (["challenge": ""], "invalid-value"), (["rpId": "https://example.org"], "invalid-relying-party-id"),
            (["origins": []], "invalid-origin"), (["origins": ["example.org"]], "invalid-origin"),
            (["origins": "https://example.org"], "wrong-type"), (["topOrigins": ["x"]], "invalid-origin"),
            (["requireUserVerification": "yes"], "wrong-type"), (["trustAnchors": ["x"]], "invalid-value"),
            (["now": "x"], "wrong-type"),
        ]
        let key = PasskeySample.base64URL("a0")
        let others: [(JSONValue, String)] = [
            (PasskeySample.authentication(vector, publicKey: .null), "missing-member"),
            (PasskeySample.authentication(vector, publicKey: key), "unusable-key"),
            (PasskeySample.authentication(vector, publicKey: key, ["requireUserPresence": false]), "invalid-value"),
            (PasskeySample.authentication(vector, publicKey: key, ["credential": .null]), "missing-member"),
        ]
        let questions = changes.map { PasskeySample.registration(vector, $0.0) } + others.map(\.0)
        let input = lines(questions) + "x\n[]\n" + PasskeySample.registration(vector).text()
        let run = try CommandRun(["passkeys", "verify", "--jsonl"], in: CommandFolder(), input: input)
        let answers = try run.answers
        #expect(
            answers.map { $0["error"]?["code"]?.string }
                == changes.map(\.1) + others.map(\.1) + ["malformed-json", "wrong-type", nil])
        #expect(answers.dropLast().enumerated().allSatisfy { $1["error"]?["line"]?.number?.int == $0 + 1 })
        #expect(answers.last?["valid"] == true)
        #expect(run.status == 1 && run.errors.isEmpty)
    }

    @Test("a rejected response is a result in a batch and exit code 1 alone; invalid input is exit code 2")
    func exitCodes() throws {
        let folder = try CommandFolder()
        let rejected = PasskeySample.registration(try PasskeySample.vector(), ["challenge": "AAAA"])
        #expect(try PasskeySample.run([rejected]).status == 0)
        let alone = try CommandRun(["passkeys", "verify", "--json"], in: folder, input: rejected.text())
        #expect(alone.status == 1 && alone.output.contains(#""check": "R4""#) && alone.errors.isEmpty)
        #expect(
            try folder.run("passkeys verify", input: rejected.text()) == """
                invalid  R4  wrong-challenge  The challenge differs from the issued one.
                = 1
                """)
        #expect(
            try folder.run("passkeys verify", input: "{}") == """
                ! latchkey: the member ceremony is required
                = 2
                """)
        let valid = try folder.run("passkeys verify", input: PasskeySample.registration(try PasskeySample.vector()).text())
        #expect(valid.hasPrefix("valid\ncredentialId  ") && valid.hasSuffix("= 0"))
    }

    @Test("a silent registration needs no user presence if requireUserPresence is false")
    func silent() throws {
        // The registration is unsigned, so that the test can change its flags.
        let vector = try PasskeySample.vector("none-es256")
        var object = try #require(vector.registration["attestationObject"])
        let hash = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5"
        let flags = try #require(object.range(of: hash + "59")?.upperBound)
        object.replaceSubrange(object.index(flags, offsetBy: -2)..<flags, with: "58")
        let response: JSONValue = [
            "type": "public-key",
            "response": [
                "clientDataJSON": PasskeySample.base64URL(vector.registration["clientDataJSON"] ?? ""),
                "attestationObject": PasskeySample.base64URL(object),
            ],
        ]
        let answers = try PasskeySample.run([
            PasskeySample.registration(vector, ["response": response]),
            PasskeySample.registration(vector, ["response": response, "requireUserPresence": false]),
        ]).answers
        #expect(answers[0]["check"] == "R11")
        #expect(answers[1]["valid"] == true && answers[1]["flags"] == ["BE", "BS", "AT"])
    }
}
