import Accounts
import Testing
import WebAuthn

@testable import AccountServer

@Suite("The configuration of passkeys")
struct PasskeyConfigurationTests {
    private static func sources(_ passkeys: String, origin: String = "https://accounts.example.com") -> ConfigurationSources {
        var sources = ConfigurationSample.sources("passkeys: {\(passkeys)}\n")
        sources.presets["site.publicOrigin"] = origin
        return sources
    }

    private func passkeys(_ yaml: String, origin: String = "https://accounts.example.com") throws -> PasskeyConfiguration? {
        try ConfigurationReading(Self.sources(yaml, origin: origin)).server.passkeys
    }

    @Test("the public origin determines the relying party ID and the origin")
    func standard() throws {
        let site = try #require(try passkeys("")).relyingParty
        #expect(site.id == "accounts.example.com")
        #expect(site.origins.map(\.description) == ["https://accounts.example.com"])
        let policy = try #require(try passkeys("")).policy
        #expect(policy.requiresUserVerification)
        #expect(policy.counterRegression == .reported)
        let local = try #require(try passkeys("", origin: "http://localhost:8080")).relyingParty
        #expect(local.id == "localhost")
        #expect(local.origins.map(\.description) == ["http://localhost:8080"])
    }

    @Test("passkeys are off if they are disabled or if the public origin is an address")
    func off() throws {
        #expect(try passkeys("enabled: false") == nil)
        #expect(try passkeys("", origin: "http://127.0.0.1:8080") == nil)
        #expect(try passkeys("", origin: "https://[2001:db8::1]") == nil)
        for (yaml, key) in [
            ("origins: ['https://shop.example']", "passkeys.origins"),
            ("relyingPartyID: example.com", "passkeys.relyingPartyID"),
        ] {
            let problems = ConfigurationSample.problems(Self.sources(yaml, origin: "http://127.0.0.1:8080"))
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains(key) }, "\(problems)")
        }
    }

    @Test("the relying party ID is the host or a parent domain, and any other is rejected")
    func relyingPartyID() throws {
        #expect(try passkeys("relyingPartyID: example.com")?.relyingParty.id == "example.com")
        for id in ["com", "ample.com", "other.example.com", "example.org", "EXAMPLE.com", "login.accounts.example.com"] {
            let problems = ConfigurationSample.problems(Self.sources("relyingPartyID: \(id)"))
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains("passkeys.relyingPartyID") }, "\(id)")
        }
    }

    @Test("additional origins follow the public origin, without duplicates")
    func origins() throws {
        let app = "android:apk-key-hash:\(String(repeating: "A", count: 43))"
        let taken = try passkeys("origins: ['https://shop.example.org', '\(app)', 'https://accounts.example.com']")
        #expect(
            taken?.relyingParty.origins.map(\.description)
                == ["https://accounts.example.com", "https://shop.example.org", app])
        for origin in ["https://shop.example.org/", "http://shop.example.org", "*.example.org", "android:apk-key-hash:AA"] {
            let problems = ConfigurationSample.problems(Self.sources("origins: ['\(origin)']"))
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains("passkeys.origins") }, "\(origin)")
        }
    }

    @Test(
        "an origin of local pages or of apps under development is rejected if the server is for others",
        arguments: ["http://localhost:3000", "https://localhost", "https://localhost:8443"])
    func localPages(local: String) throws {
        let findings = { (origin: String) in
            let sources = Self.sources("origins: ['\(local)']", origin: origin)
            return UnsafeConfiguration(try ConfigurationReading(sources)).problems.compactMap(\.key)
        }
        #expect(try findings("https://accounts.example.com") == ["passkeys.origins"])
        #expect(try findings("http://localhost:8080") == [])
    }

    @Test("an origin that a command presets has no effect for an address, and is not an error")
    func preset() throws {
        var sources = Self.sources("", origin: "http://127.0.0.1:8080")
        sources.presets["passkeys.origins"] = "https://localhost"
        #expect(try ConfigurationReading(sources).server.passkeys == nil)
    }

    @Test("the check warns that the origin of iOS apps admits every page of the relying party's host")
    func apps() throws {
        let codes = { (yaml: String) in
            let server = try ConfigurationReading(Self.sources(yaml)).server
            return ConfigurationWarning.all(of: server).filter { $0.key == "passkeys.origins" }.map(\.code)
        }
        #expect(try codes("relyingPartyID: example.com") == [])
        #expect(try codes("relyingPartyID: example.com, origins: ['https://example.com']") == ["passkeys-of-every-page"])
        #expect(try codes("origins: ['https://accounts.example.com']") == [])
        let local = try ConfigurationReading(Self.sources("origins: ['https://localhost']", origin: "http://localhost:8080")).server
        #expect(!ConfigurationWarning.all(of: local).contains { $0.key == "passkeys.origins" })
    }

    @Test("attestation and trust anchors must fit together")
    func trustAnchors() throws {
        let folder = try ConfigurationFolder()
        try folder.write(ConfigurationSample.rootCertificate, to: "root.pem")
        try folder.write("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", to: "broken.pem")
        let anchors = { (attestation: String, file: String) in
            "attestation: \(attestation), trustAnchors: {packed: ['\(folder.path)/\(file)']}"
        }
        for attestation in ["direct", "required"] {
            let policy = try #require(try passkeys(anchors(attestation, "root.pem"))).policy.attestation
            #expect(policy.anchors != nil)
            #expect(policy.kinds.contains(.none) == (attestation == "direct"))
            #expect(policy.kinds.contains(.selfSigned) == (attestation == "direct"))
        }
        for (yaml, key) in [
            ("attestation: required", "passkeys.attestation"), (anchors("none", "root.pem"), "passkeys.trustAnchors.packed"),
            (anchors("direct", "broken.pem"), "passkeys.trustAnchors.packed"),
            (anchors("direct", "missing.pem"), "passkeys.trustAnchors.packed"),
        ] {
            let problems = ConfigurationSample.problems(Self.sources(yaml))
            #expect(problems.count == 1 && problems.allSatisfy { $0.contains(key) }, "\(problems)")
        }
        let codes = { (yaml: String) in
            ConfigurationWarning.all(of: try ConfigurationReading(Self.sources(yaml)).server).map(\.code)
        }
        #expect(try codes("attestation: direct").contains("passkeys-unverified-attestation"))
        #expect(try !codes(anchors("direct", "root.pem")).contains("passkeys-unverified-attestation"))
        #expect(try !codes("").contains("passkeys-unverified-attestation"))
    }

    @Test("the relying party ID localhost is never exclusive")
    func exclusive() throws {
        #expect(try passkeys("")?.isExclusive == false)
        #expect(try passkeys("exclusive: true")?.isExclusive == true)
        let problems = ConfigurationSample.problems(Self.sources("exclusive: true", origin: "http://localhost:8080"))
        #expect(problems.count == 1 && problems.allSatisfy { $0.contains("passkeys.exclusive") }, "\(problems)")
    }

    @Test("weaker requirements apply only if they are configured")
    func policies() throws {
        let policy = try #require(try passkeys("userVerification: preferred, counter: rejected")).policy
        #expect(!policy.requiresUserVerification)
        #expect(policy.counterRegression == .rejected)
        #expect(try passkeys("attestation: direct")?.attestation == .direct)
    }
}
