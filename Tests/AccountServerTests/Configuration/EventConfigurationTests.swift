import Accounts
import HTTPTypes
import Testing
import WebClient

@testable import AccountServer

@Suite("The configuration of events")
struct EventConfigurationTests {
    /// Returns the configuration. The files `secret`, `old` and `short` are in its folder.
    private func configuration(_ events: String, mode: Int = 0o600) throws -> EventConfiguration? {
        let folder = try ConfigurationFolder()
        for name in ["secret", "old"] { try folder.write("whsec_\(ConfigurationSample.key)\n", to: name, mode: mode) }
        try folder.write("whsec_c2hvcnQ=\n", to: "short", mode: mode)
        var sources = ConfigurationSample.sources()
        sources.file = ConfigurationFile(path: folder.path + "/latchkey.yaml", text: "events: {\(events)}\n")
        return try ConfigurationReading(sources).server.events
    }

    private func failedKeys(_ events: String, mode: Int = 0o600) throws -> [String] {
        do {
            _ = try configuration(events, mode: mode)
            return []
        } catch let error as ConfigurationProblems {
            return error.problems.compactMap(\.key)
        }
    }

    @Test("targets have names, URLs and secrets, and files are relative to the configuration")
    func accepted() throws {
        let events = try #require(
            try configuration(
                """
                targets: [crm https://crm.example.com/hooks, audit https://audit.example.com:8443/],
                secretFiles: [audit secret, crm secret], previousSecretFiles: [crm old]
                """))
        #expect(events.targets.map(\.name.text) == ["crm", "audit"] && events.addresses == .publicOnly)
        #expect(events.targets.map(\.url.description) == ["https://crm.example.com/hooks", "https://audit.example.com:8443/"])
        let signatures = events.targets.map { target in
            target.signer.request(to: target.url, id: "a", at: 0, body: []).headers.map(\.value).joined().split(separator: "v1,")
                .count
        }
        #expect(signatures == [3, 2])
        #expect(try configuration("") == nil)
        let local = try configuration("targets: ['crm http://localhost:9000/'], secretFiles: [crm secret], loopback: true")
        #expect(local?.addresses == .publicAndLoopback)
    }

    @Test(
        "a setting that is missing, unsafe or without effect is rejected at its key",
        arguments: [
            ("targets: [crm https://a.example]", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: []", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: [other secret]", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: [crm]", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: [crm short]", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: [crm missing]", "events.secretFiles"),
            ("targets: [crm https://a.example], secretFiles: [crm secret, crm old]", "events.secretFiles"),
            (
                "targets: [crm https://a.example], secretFiles: [crm secret], previousSecretFiles: [b old]",
                "events.previousSecretFiles"
            ),
            ("targets: [crm https://a.example, crm https://b.example], secretFiles: [crm secret]", "events.targets"),
            ("targets: [crm http://a.example], secretFiles: []", "events.targets"),
            ("targets: [CRM https://a.example]", "events.targets"), ("targets: [https://a.example]", "events.targets"),
            ("targets: [crm http://127.0.0.1:9000/], secretFiles: [crm secret]", "events.targets"),
            ("targets: [crm http://localhost/], secretFiles: [crm secret]", "events.targets"),
            ("targets: [crm https://10.0.0.1/], secretFiles: [crm secret]", "events.targets"),
            ("targets: [crm https://10.0.0.1/], secretFiles: [crm secret], loopback: true", "events.targets"),
            ("targets: ['crm https://[::1]/'], secretFiles: [crm secret]", "events.targets"),
            ("loopback: true", "events.loopback"), ("secretFiles: [crm secret]", "events.secretFiles"),
        ])
    func rejected(_ events: String, _ key: String) throws {
        let failed = try failedKeys(events)
        #expect(Set(failed) == [key], "\(failed)")
    }

    @Test("a secret that other users can read is rejected")
    func exposed() throws {
        #expect(
            try failedKeys("targets: [crm https://a.example], secretFiles: [crm secret]", mode: 0o644) == ["events.secretFiles"])
    }

    @Test("more targets than the limit are rejected")
    func limit() throws {
        func list(_ count: Int) -> String {
            let names = (0..<count).map { "t\($0)" }
            return "targets: [\(names.map { "\($0) https://a.example" }.joined(separator: ", "))], "
                + "secretFiles: [\(names.map { "\($0) secret" }.joined(separator: ", "))]"
        }
        #expect(try failedKeys(list(EventConfiguration.limit)) == [])
        #expect(try failedKeys(list(EventConfiguration.limit + 1)) == ["events.targets"])
    }

    @Test("loopback targets are unsafe in production")
    func production() throws {
        let folder = try ConfigurationFolder()
        try folder.write("whsec_\(ConfigurationSample.key)\n", to: "secret")
        for (isLocal, url) in [(true, "http://localhost/"), (false, "https://a.example/")] {
            var sources = ConfigurationSample.sources()
            sources.file = ConfigurationFile(
                path: folder.path + "/latchkey.yaml",
                text: "events: {targets: ['crm \(url)'], secretFiles: [crm secret], loopback: \(isLocal)}\n")
            let problems = UnsafeConfiguration(try ConfigurationReading(sources)).problems.compactMap(\.key)
            #expect(problems.contains("events.loopback") == isLocal)
        }
    }
}
