import AccountServer
import Accounts
import AppleIdentityEmulator
import DeviceParts
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import OpenLocalAuthentication
import OpenSecurity
import Secrets
import TestKit
import Testing

/// The key of a saved right, attested by a TPM, and a server that trusts this TPM.
@Suite(
    "A device key with a TPM attestation", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
struct DeviceAttestationTests {
    @Test("is stored as a hardware key; another key, another challenge and an unlisted TPM are rejected")
    func attested() async throws {
        let place = try SoftwareTPMFolder()
        let device = try DeviceSimulator(enclave: .tpm(place.tpm.tcti))
        let name = try #require(TPMName(try device.attestationKey))
        try await AppleBench.run(server: {
            $0.attestation.trustedKeys = [name]
            $0.attestation.isRequired = true
            // Changes each byte of a statement once.
            if let budget = Budget(burst: 10_000, refill: 1, per: .seconds(3_600)) { $0.throttles.changesPerSession = budget }
        }) { _, client in
            try await device.run {
                let session = try await client.register("anna").text("session", "token")
                let key = try await LARightStore.shared.saveRight(LARight(requirement: .biometry), identifier: "2fa").key.publicKey
                let (challenge, statement) = try await Self.statement(of: key, client, session)
                let other = try await LARightStore.shared.saveRight(LARight(requirement: .biometry), identifier: "other").key
                    .publicKey

                #expect(try await Self.add(other, challenge, statement, client, session).code == "attestation-rejected")
                let (second, _) = try await Self.statement(of: key, client, session)
                #expect(try await Self.add(key, second, statement, client, session).code == "attestation-rejected")
                #expect(try await Self.add(key, nil, nil, client, session).code == "attestation-required")
                for index in statement.indices {
                    var changed = statement
                    changed[index] ^= 1 << UInt8(index % 8)
                    let answer = try await Self.add(key, challenge, changed, client, session)
                    #expect(answer.code == "attestation-rejected", "byte \(index)")
                }

                let added = try await Self.add(key, challenge, statement, client, session)
                #expect(added.status == 201)
                #expect(added.json["deviceKey"]?["attestation"] == "hardware")
                let listed = try await client.send(.get, "/v1/account/device-keys", token: session)
                #expect(listed.json["deviceKeys"]?[0]?["attestation"] == "hardware")
                let page = try await client.send(
                    .get, "/account/second-factors", headers: [.cookie: "__Host-latchkey-session=\(session)"])
                #expect(String(decoding: page.body, as: UTF8.self).contains("Device with a hardware-protected key"))
            }
        }
        let stranger = try #require(TPMName([0x00, 0x0B] + [UInt8](repeating: 1, count: 32)))
        try await AppleBench.run(server: { $0.attestation.trustedKeys = [stranger] }) { _, client in
            try await device.run {
                let session = try await client.register("anna").text("session", "token")
                let key = try await LARightStore.shared.right(forIdentifier: "2fa").key.publicKey
                let (challenge, statement) = try await Self.statement(of: key, client, session)
                #expect(try await Self.add(key, challenge, statement, client, session).code == "attestation-rejected")
                let added = try await Self.add(key, nil, nil, client, session)
                #expect(added.json["deviceKey"]?["attestation"] == "none")
            }
        }
    }

    @Test("is not available from a software enclave: the app receives that error, and adds the key without one")
    func software() async throws {
        let device = try DeviceSimulator()
        try await AppleBench.run { _, client in
            try await device.run {
                let session = try await client.register("anna").text("session", "token")
                #expect(try await client.send(.post, "/v1/account/device-keys/challenge", token: session).status == 404)
                let key = try await LARightStore.shared.saveRight(LARight(requirement: .biometry), identifier: "2fa").key.publicKey
                let error = await #expect(throws: NSError.self) { try await key.attestation(for: Data([1])) }
                #expect(error?.code == Int(errSecUnimplemented))
                #expect(try await Self.add(key, nil, nil, client, session).json["deviceKey"]?["attestation"] == "none")
            }
        }
    }

    private static func statement(
        of key: LAPublicKey, _ client: AppleBenchClient, _ session: String
    ) async throws -> (challenge: String, statement: [UInt8]) {
        let challenge = try await client.send(.post, "/v1/account/device-keys/challenge", token: session).text("challenge")
        let asked = try #require(Base64URL.decode(challenge))
        return (challenge, [UInt8](try await key.attestation(for: Data(asked))))
    }

    private static func add(
        _ key: LAPublicKey, _ challenge: String?, _ statement: [UInt8]?, _ client: AppleBenchClient, _ session: String
    ) async throws -> AppleBenchClient.Answer {
        var members: [(String, JSONValue)] = [
            ("publicKey", .string(Base64URL.encode([UInt8](try await key.bytes)))), ("name", "Phone"),
        ]
        if let challenge, let statement {
            members.append(("attestation", ["challenge": .string(challenge), "statement": .string(Base64URL.encode(statement))]))
        }
        return try await client.send(.post, "/v1/account/device-keys", token: session, json: .object(JSONObject(members)))
    }
}

/// A software TPM with the folder of its sockets.
private final class SoftwareTPMFolder: Sendable {
    let tpm: SimulatedTPM
    private let folder: URL

    init() throws {
        // Short, because the path of a socket is limited.
        folder = FileManager.default.temporaryDirectory.appending(path: "lkat-\(UInt32.random(in: 0...UInt32.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        tpm = try SimulatedTPM(in: folder.path)
    }

    deinit {
        tpm.kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
