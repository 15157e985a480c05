import Crypto
import Testing

@testable import AccountServer

@Suite("The configuration of Sign in with Apple")
struct AppleConfigurationTests {
    /// Returns the smallest configuration with Sign in with Apple, with changes.
    private static func yaml(_ changes: [String: String?]) -> String {
        let least: [String: String?] = [
            "team": "TEAM000001", "keyID": "KEYID12345", "keyFile": "apple.p8", "nativeClients": "[com.example.app]",
        ]
        let members = least.merging(changes) { _, changed in changed }.compactMapValues(\.self)
        return "apple: {" + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}\n"
    }

    /// Returns the keys that have problems.
    private func rejected(
        _ changes: [String: String?] = [:], origin: String = "https://accounts.example.com", mode: Int = 0o600,
        key: String = P256.Signing.PrivateKey().pemRepresentation
    ) throws -> [String] {
        let folder = try ConfigurationFolder()
        try folder.write(key, to: "apple.p8", mode: mode)
        try folder.write("an authority's certificate", to: "authority")
        var sources = ConfigurationSample.sources()
        sources.presets["site.publicOrigin"] = origin
        sources.file = ConfigurationFile(path: folder.path + "/latchkey.yaml", text: Self.yaml(changes))
        do throws(ConfigurationProblems) {
            let reading = try ConfigurationReading(sources)
            #expect((reading.server.apple == nil) == (changes["team"] == .some(nil)))
            return []
        } catch {
            return error.problems.compactMap(\.key)
        }
    }

    @Test("the smallest configuration is accepted, and so is one with a Services ID only")
    func least() throws {
        #expect(try rejected() == [])
        #expect(try rejected(["nativeClients": nil, "webClient": "com.example.web"]) == [])
        #expect(try rejected(["team": nil, "keyID": nil, "keyFile": nil, "nativeClients": nil]) == [])
    }

    @Test("tokens without a nonce are rejected unless the configuration accepts them, which causes a warning")
    func nonce() throws {
        for (text, policy, codes) in [
            (nil, .required, []), ("required", .required, []), ("legacy", .legacy, ["nonce-legacy"]),
        ] as [(String?, AppleConfiguration.NoncePolicy, [String])] {
            let folder = try ConfigurationFolder()
            try folder.write(P256.Signing.PrivateKey().pemRepresentation, to: "apple.p8", mode: 0o600)
            var sources = ConfigurationSample.sources()
            sources.file = ConfigurationFile(path: folder.path + "/latchkey.yaml", text: Self.yaml(["nonce": text]))
            let server = try ConfigurationReading(sources).server
            #expect(server.apple?.nonce == policy)
            let warnings = ConfigurationWarning.all(of: server).filter { $0.key == "apple.nonce" }
            #expect(warnings.map(\.code) == codes && warnings.allSatisfy { $0.reason.contains("stolen") })
        }
        #expect(try rejected(["nonce": "optional"]) == ["apple.nonce"])
    }

    @Test("a service other than Apple's is rejected unless it is marked as a test")
    func service() throws {
        for url in ["https://apple.test.example", "http://127.0.0.1:8081"] {
            #expect(try rejected(["serviceURL": "'\(url)'"]) == ["apple.serviceURL"])
            #expect(try rejected(["serviceURL": "'\(url)'", "serviceIsTest": "false"]) == ["apple.serviceURL"])
            #expect(try rejected(["serviceURL": "'\(url)'", "serviceIsTest": "true"]) == [])
        }
        #expect(try rejected(["serviceURL": "'https://appleid.apple.com'"]) == [])
        #expect(try rejected(["serviceURL": "'http://appleid.apple.com'", "serviceIsTest": "true"]) == ["apple.serviceURL"])
    }

    @Test("another service is rejected even if Sign in with Apple is off")
    func serviceWithoutTeam() throws {
        let off: [String: String?] = ["team": nil, "keyID": nil, "keyFile": nil, "nativeClients": nil]
        let changes = off.merging(["serviceURL": "'https://apple.test.example'"]) { first, _ in first }
        #expect(try rejected(changes) == ["apple.serviceURL"])
    }

    @Test("an additional certificate authority is accepted for a test service only")
    func authority() throws {
        #expect(try rejected(["authoritiesFile": "authority"]) == ["apple.authoritiesFile"])
        let test: [String: String?] = ["serviceURL": "'https://apple.test.example'", "serviceIsTest": "true"]
        #expect(try rejected(test.merging(["authoritiesFile": "authority"]) { first, _ in first }) == [])
        #expect(try rejected(test.merging(["authoritiesFile": "none"]) { first, _ in first }) == ["apple.authoritiesFile"])
    }

    @Test("a configuration without a client is rejected")
    func clients() throws {
        #expect(try rejected(["nativeClients": nil]) == ["apple.team"])
        #expect(try rejected(["nativeClients": "[]"]) == ["apple.team"])
    }

    @Test("a key file that is missing, exposed or invalid, or has no key ID, is rejected", arguments: [0o600, 0o640, 0o644, 0o620])
    func key(mode: Int) throws {
        #expect(try rejected(mode: mode) == (mode == 0o600 || mode == 0o640 ? [] : ["apple.keyFile"]))
        #expect(try rejected(["keyFile": nil]) == ["apple.keyFile"])
        #expect(try rejected(["keyFile": "missing.p8"]) == ["apple.keyFile"])
        #expect(try rejected(["keyID": nil]) == ["apple.keyID"])
        #expect(try rejected(key: "no key") == ["apple.keyFile"])
    }

    @Test("settings that require a team are rejected without one")
    func team() throws {
        #expect(
            try rejected(["team": nil, "webClient": "com.example.web"])
                == ["apple.keyID", "apple.keyFile", "apple.nativeClients", "apple.webClient"])
    }

    @Test("the pages of this machine are accepted for a test service only, because Apple does not redirect to loopback addresses")
    func webOrigin() throws {
        let web: [String: String?] = ["webClient": "com.example.web"]
        #expect(try rejected(web, origin: "http://localhost:8080") == ["apple.webClient"])
        let test = web.merging(["serviceURL": "'http://127.0.0.1:8081'", "serviceIsTest": "true"]) { first, _ in first }
        #expect(try rejected(test, origin: "http://localhost:8080") == [])
        #expect(try rejected(web) == [])
    }
}
