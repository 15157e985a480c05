import Accounts
import Testing

@testable import AccountServer

@Suite("Reading a configuration")
struct ConfigurationReadingTests {
    @Test("flags override the environment, and the environment overrides the file")
    func precedence() throws {
        var sources = ConfigurationSample.sources("listener:\n  port: 1001\n")
        #expect(try ConfigurationReading(sources).server.listener.port == 1_001)
        sources.environment["LATCHKEY_LISTENER_PORT"] = "1002"
        #expect(try ConfigurationReading(sources).server.listener.port == 1_002)
        sources.flags = ["listener.port=1003"]
        #expect(try ConfigurationReading(sources).server.listener.port == 1_003)
        sources.flags = ["listener.port=1003", "listener.port=1004"]
        #expect(try ConfigurationReading(sources).server.listener.port == 1_004)
    }

    @Test("an invalid value is rejected in every source, not replaced by the default")
    func mistakes() {
        #expect(
            ConfigurationSample.problems("listener:\n  port: 80a\n") == [
                "etc/latchkey.yaml:2:9: listener.port: \"80a\" is not a whole number; allowed: 1 to 65535"
            ])
        #expect(
            ConfigurationSample.problems(ConfigurationSample.sources(environment: ["LATCHKEY_LISTENER_PORT": "80a"])) == [
                "LATCHKEY_LISTENER_PORT: listener.port: \"80a\" is not a whole number; allowed: 1 to 65535"
            ])
        #expect(
            ConfigurationSample.problems(ConfigurationSample.sources(flags: ["listener.port=80a"])) == [
                "--set listener.port: listener.port: \"80a\" is not a whole number; allowed: 1 to 65535"
            ])
        #expect(
            ConfigurationSample.problems(
                ConfigurationSample.sources("listener:\n  port: 8080\n", environment: ["LATCHKEY_LISTENER_PORT": ""])) == [
                    "LATCHKEY_LISTENER_PORT: listener.port: the value is empty; allowed: 1 to 65535"
                ])
    }

    @Test("all problems are reported at once, in the order of the file, the other sources and the missing keys")
    func allAtOnce() {
        let yaml = """
            log:
              level: loud
            listner:
              port: 1
            limits:
              body: 64
            """
        var sources = ConfigurationSample.sources(yaml, environment: ["LATCHKEY_LISTENER_PROT": "1"], flags: ["metrics.port=0"])
        sources.presets = [:]
        let problems = ConfigurationSample.problems(sources)
        #expect(
            problems == [
                "etc/latchkey.yaml:2:10: log.level: \"loud\" is not one of them; allowed: trace, debug, info, notice, warning, error, critical",
                "etc/latchkey.yaml:3:1: listner: unknown key; did you mean listener?",
                "etc/latchkey.yaml:6:9: limits.body: \"64\" is not a whole number followed by one of B, KiB, MiB, GiB; allowed: 1KiB to 1MiB",
                "LATCHKEY_LISTENER_PROT: unknown variable; did you mean LATCHKEY_LISTENER_PORT?",
                "--set metrics.port: metrics.port: 0 is too small; allowed: 1 to 65535",
                "site.publicOrigin: the setting is required; allowed: https://host, or http:// with a loopback host",
                "keys.currentFile: the master key is missing; create one with `openssl rand -base64 32` in a file under umask 077, and set its path here",
                "store.path: store.path or store.address is required; set the path of a SQLite file or the postgres:// address of a database",
            ])
    }

    @Test(
        "conflicting values are rejected",
        arguments: [
            ("sessions: {idle: 20d, absolute: 10d}", "sessions.idle"),
            ("passwords: {rules: 'minlength: 100; maxlength: 64;'}", "passwords.rules"),
            ("passwords: {rules: 'minlength: 7; maxlength: 64;'}", "passwords.rules"),
            ("passwords: {rules: 'maxlength: 64;'}", "passwords.rules"),
            ("passwords: {rules: 'minlength: 12; maxlength: 64; foo: bar;'}", "passwords.rules"),
            ("accessTokens: {rotationPeriod: 1d, overlap: 1d}", "accessTokens.overlap"),
            ("hashing: {memory: 1GiB, passes: 5}", "hashing.memory"),
            ("hashing: {memory: 8193B}", "hashing.memory"),
            ("throttles: {failuresPerName: {attempts: 10, burst: 10}}", "throttles.failuresPerName.burst"),
            ("throttles: {failuresInAll: {attempts: 1000000, period: 1s}}", "throttles.failuresInAll.attempts"),
            ("listener: {port: 9464}", "metrics.port"),
            ("secondFactors: {requireAttestation: true}", "secondFactors.requireAttestation"),
            ("secondFactors: {attestationKeys: [5a5a]}", "secondFactors.attestationKeys"),
            ("wellKnown: {securityContacts: ['mailto:a@example.com']}", "wellKnown.securityExpires"),
            ("wellKnown: {securityPolicy: 'https://example.com'}", "wellKnown.securityPolicy"),
        ])
    func crossChecks(yaml: String, key: String) {
        let problems = ConfigurationSample.problems(yaml)
        #expect(
            problems.count == 1 && problems[0].contains(": \(key): ") || problems.first?.hasPrefix("\(key): ") == true,
            "\(problems)")
    }

    @Test(
        "similar values without a conflict are accepted",
        arguments: [
            "sessions: {idle: 10d, absolute: 10d}", "passwords: {rules: 'minlength: 64; maxlength: 64;'}",
            "accessTokens: {rotationPeriod: 2d, overlap: 1d}", "hashing: {memory: 1GiB, passes: 4}", "hashing: {memory: 8KiB}",
            "throttles: {failuresPerName: {attempts: 10, burst: 9}}", "throttles: {failuresInAll: {attempts: 1000, period: 1s}}",
            "listener: {port: 9465}", "metrics: {enabled: false}\nlistener: {port: 9464}",
            "wellKnown: {securityContacts: ['mailto:a@example.com'], securityExpires: 2027-01-31T00:00:00Z}",
            "secondFactors: {attestationKeys: [000b\(String(repeating: "5a", count: 32))], requireAttestation: true}",
        ])
    func minimalPairs(yaml: String) {
        #expect(ConfigurationSample.problems(yaml) == [])
    }

    @Test("a budget allows its attempts in a period, half of them at once by default")
    func budgets() throws {
        let yaml = "throttles:\n  failuresPerName: {attempts: 30, period: 2h}\n  failuresInAll: {attempts: 30, burst: 10}\n"
        let throttles = try ConfigurationReading(ConfigurationSample.sources(yaml)).server.throttles
        #expect(throttles.failuresPerName == Budget(burst: 15, refill: 15, per: .seconds(7_200)))
        #expect(throttles.failuresInAll == Budget(burst: 10, refill: 20, per: .seconds(3_600)))
    }

    @Test("each budget has its own key")
    func budgetsByKey() throws {
        let budgets: [(String, KeyPath<ThrottlePolicy, Budget>)] = [
            ("failuresPerName", \.failuresPerName), ("failuresPerKnownDevices", \.failuresPerKnownDevices),
            ("failuresPerAddress", \.failuresPerAddress), ("failuresInAll", \.failuresInAll),
            ("registrationsPerAddress", \.registrationsPerAddress), ("registrationsInAll", \.registrationsInAll),
            ("challengesPerAddress", \.challengesPerAddress), ("challengesInAll", \.challengesInAll),
            ("appleFailuresPerAddress", \.appleFailuresPerAddress), ("appleFailuresInAll", \.appleFailuresInAll),
            ("failuresPerNameAndAddress", \.failuresPerNameAndAddress), ("failuresPerSession", \.failuresPerSession),
            ("changesPerSession", \.changesPerSession), ("searchesPerSession", \.searchesPerSession),
            ("hashesPerClient", \.hashesPerClient),
            ("hashesPerAddress", \.hashesPerAddress),
            ("factorFailuresPerAccount", \.factorFailuresPerAccount),
            ("factorFailuresPerKnownDevices", \.factorFailuresPerKnownDevices),
            ("factorFailuresInSessions", \.factorFailuresInSessions),
            ("passkeyFailuresPerBrowser", \.passkeyFailuresPerBrowser),
            ("passkeySignInsPerAccount", \.passkeySignInsPerAccount),
            ("passkeyFailuresPerAddress", \.passkeyFailuresPerAddress),
            ("toolRequestsPerAddress", \.toolRequestsPerAddress), ("siteChecksPerAddress", \.siteChecksPerAddress),
            ("mailsPerRecipient", \.mailsPerRecipient), ("mailsPerAccount", \.mailsPerAccount),
            ("recoveriesPerNameAndAddress", \.recoveriesPerNameAndAddress),
            ("mailsPerAddress", \.mailsPerAddress), ("mailsInAll", \.mailsInAll),
        ]
        let odd = Budget(burst: 3, refill: 4, per: .seconds(7_200))
        for (name, changed) in budgets {
            let yaml = "throttles: {\(name): {attempts: 7, period: 2h, burst: 3}}"
            let throttles = try ConfigurationReading(ConfigurationSample.sources(yaml)).server.throttles
            for (other, budget) in budgets {
                let expected = budget == changed ? odd : ThrottlePolicy()[keyPath: budget]
                #expect(throttles[keyPath: budget] == expected, "\(other) after \(name)")
            }
        }
        #expect(ConfigurationKey.all.count { $0.name.hasPrefix("throttles.") } == budgets.count * 3)
    }

    @Test("a secret is not shown or quoted, and is rejected on the command line")
    func secrets() throws {
        var sources = ConfigurationSample.sources(environment: ["LATCHKEY_KEYS_CURRENT": ConfigurationSample.otherKey])
        let reading = try ConfigurationReading(sources)
        #expect(reading.entry("keys.current")?.text == "(set)")
        #expect(
            !"\(reading)".contains(ConfigurationSample.otherKey)
                && !String(reflecting: reading).contains(ConfigurationSample.otherKey))

        sources.environment["LATCHKEY_KEYS_CURRENT"] = "hunter2"
        #expect(
            ConfigurationSample.problems(sources) == [
                "LATCHKEY_KEYS_CURRENT: keys.current: the value is not a key; allowed: 32 bytes in base64, as `openssl rand -base64 32` prints them"
            ])
        let problems = ConfigurationSample.problems(ConfigurationSample.sources(flags: ["keys.current=\(ConfigurationSample.key)"]))
        #expect(
            problems.count == 1 && problems[0].contains("LATCHKEY_KEYS_CURRENT") && !problems[0].contains(ConfigurationSample.key))
    }

    @Test("flags are KEY=VALUE with a known key", arguments: ["listener.port", "listener.prot=1", "=1", "LISTENER.PORT=1"])
    func flags(flag: String) {
        #expect(ConfigurationSample.problems(ConfigurationSample.sources(flags: [flag])).count == 1)
    }

    @Test("the store's settings are read without opening a key, and unknown keys are reported too")
    func storeAlone() throws {
        let file = ConfigurationFile(
            path: "etc/latchkey.yaml", text: "store:\n  path: data/accounts.sqlite\nkeys:\n  currentFile: missing\n")
        #expect(try StoreConfiguration(ConfigurationSources(file: file)) == .sqlite(path: "etc/data/accounts.sqlite"))
        let wrong = ConfigurationFile(path: "latchkey.yaml", text: "store:\n  path: data\n  pth: x\n")
        #expect(throws: ConfigurationProblems.self) { try StoreConfiguration(ConfigurationSources(file: wrong)) }
    }

    @Test("environment variables of other programs are ignored")
    func otherVariables() {
        #expect(
            ConfigurationSample.problems(
                ConfigurationSample.sources(environment: ["PATH": "x", "LATCHKEYS": "y", "latchkey_x": "z"])) == [])
    }
}
