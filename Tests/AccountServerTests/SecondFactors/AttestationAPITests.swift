import Accounts
import Crypto
import FoundationEssentials
import HTTPTypes
import JSONText
import Secrets
import TestKit
import Testing

@testable import AccountServer

@Suite("Attestation of device keys over the API")
struct AttestationAPITests {
    @Test("attestations are accepted if the operator lists trusted keys, and a malformed one is rejected")
    func listed() async throws {
        let bench = try Self.bench()
        try await bench.run { client in
            let token = try await client.register()
            let asked = try await client.send(.post, "/v1/account/device-keys/challenge", token: token)
            #expect(asked.status == .created)
            #expect(asked.json["expiresAt"] == "2027-01-15T08:02:00.000Z")
            let challenge = try asked.text("challenge")
            for (statement, status, code) in [
                ("AAAA", HTTPResponse.Status.unprocessableContent, "attestation-rejected"), ("=", .badRequest, "invalid-fields"),
            ] {
                let rejected = try await client.addKey(
                    token, attestation: ["challenge": .string(challenge), "statement": .string(statement)])
                #expect(rejected.status == status && rejected.code == code)
            }
            let foreign = try await client.addKey(token, attestation: ["challenge": "no token", "statement": "AAAA"])
            #expect(foreign.code == "attestation-rejected")
            let unknown = try await client.addKey(
                token, attestation: ["challenge": .string(challenge), "statement": "AAAA", "format": "tpm"])
            #expect(unknown.status == .badRequest)
            let plain = try await client.addKey(token)
            #expect(plain.status == .created && plain.json["deviceKey"]?["attestation"] == "none")
            let listed = try await client.send(.get, "/v1/account/factors", token: token)
            #expect(listed.json["deviceKeys"]?[0]?["attestation"] == "none")
        }
    }

    @Test("attestations are required if the operator requires them")
    func required() async throws {
        let bench = try Self.bench(isRequired: true)
        try await bench.run { client in
            let rejected = try await client.addKey(try await client.register())
            #expect(rejected.status == .unprocessableContent && rejected.code == "attestation-required")
        }
    }

    @Test("attestations are rejected if the operator lists no keys")
    func unlisted() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let token = try await client.register()
            #expect(try await client.send(.post, "/v1/account/device-keys/challenge", token: token).status == .notFound)
            #expect(try await client.send(.post, "/v1/account/device-keys/challenge").status == .unauthorized)
        }
    }

    private static func bench(isRequired: Bool = false) throws -> ServerBench {
        try ServerBench {
            $0.attestation.trustedKeys = [try #require(TPMName("000b" + String(repeating: "5a", count: 32)))]
            $0.attestation.isRequired = isRequired
        }
    }
}

extension ServerClient {
    fileprivate func addKey(_ token: String, attestation: JSONValue? = nil) async throws -> ServerAnswer {
        let key = Base64URL.encode(Array(P256.Signing.PrivateKey().publicKey.x963Representation))
        var members: [(String, JSONValue)] = [("publicKey", .string(key)), ("name", "Phone")]
        if let attestation { members.append(("attestation", attestation)) }
        return try await send(.post, "/v1/account/device-keys", token: token, json: .object(JSONObject(members)))
    }
}
