import Testing

@testable import AccountServer

@Suite("Unsafe configurations")
struct UnsafeConfigurationTests {
    private func findings(_ yaml: String) throws -> [String] {
        UnsafeConfiguration(try ConfigurationReading(ConfigurationSample.sources(yaml))).problems.map { $0.key ?? "" }
    }

    @Test("the defaults are safe")
    func defaults() throws {
        #expect(try findings("").isEmpty)
    }

    @Test(
        "each unsafe value is reported with its key",
        arguments: [
            ("site: {publicOrigin: 'http://localhost'}\nlistener: {host: 0.0.0.0}", "listener.host"),
            ("site: {publicOrigin: 'http://localhost'}\nlistener: {host: '::'}", "listener.host"),
            ("metrics: {host: 0.0.0.0}", "metrics.host"), ("metrics: {host: '::'}", "metrics.host"),
            ("metrics: {host: 203.0.113.7}", "metrics.host"), ("metrics: {host: '2001:db8::1'}", "metrics.host"),
            ("trustedProxies: [0.0.0.0/0]", "trustedProxies"), ("trustedProxies: ['::/0']", "trustedProxies"),
            ("trustedProxies: [10.0.0.0/8, 0.0.0.0/1]", "trustedProxies"),
            ("keys: {current: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=}", "keys.currentFile"),
            ("keys: {current: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=}", "keys.currentFile"),
            ("keys: {current: Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZSE0Mjc=}", "keys.currentFile"),
            ("keys: {previous: [AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=]}", "keys.currentFile"),
            ("passwords: {minimumScore: 2}", "passwords.minimumScore"),
            ("passwords: {minimumScore: 0, rules: 'minlength: 14; maxlength: 64;'}", "passwords.minimumScore"),
            ("passwords: {minimumScore: 2, rules: 'allowed: digit; minlength: 15; maxlength: 64;'}", "passwords.rules"),
            ("hashing: {memory: 7167KiB, passes: 16}", "hashing.memory"), ("hashing: {memory: 7MiB, passes: 4}", "hashing.passes"),
            ("hashing: {passes: 1}", "hashing.passes"),
            ("throttles: {failuresPerName: {attempts: 1000000}}", "throttles.failuresPerName.attempts"),
            ("throttles: {failuresPerName: {attempts: 100, period: 1h}}", "throttles.failuresPerName.attempts"),
            ("throttles: {failuresPerKnownDevices: {attempts: 1002}}", "throttles.failuresPerKnownDevices.attempts"),
            ("throttles: {failuresPerAddress: {attempts: 100000}}", "throttles.failuresPerAddress.attempts"),
            ("throttles: {failuresInAll: {attempts: 3000000}}", "throttles.failuresInAll.attempts"),
            ("throttles: {registrationsPerAddress: {attempts: 100000}}", "throttles.registrationsPerAddress.attempts"),
            ("throttles: {registrationsInAll: {attempts: 3000000}}", "throttles.registrationsInAll.attempts"),
            ("tools: {associatedDomains: all}", "tools.associatedDomains"),
            ("throttles: {challengesPerAddress: {attempts: 100000}}", "throttles.challengesPerAddress.attempts"),
            ("throttles: {challengesInAll: {attempts: 3000000}}", "throttles.challengesInAll.attempts"),
            ("throttles: {appleFailuresPerAddress: {attempts: 100000}}", "throttles.appleFailuresPerAddress.attempts"),
            ("throttles: {appleFailuresInAll: {attempts: 3000000}}", "throttles.appleFailuresInAll.attempts"),
        ])
    func unsafe(yaml: String, key: String) throws {
        #expect(try findings(yaml) == [key])
    }

    @Test(
        "similar safe values are accepted",
        arguments: [
            "site: {publicOrigin: 'http://localhost'}\nlistener: {host: '::1'}", "listener: {host: 0.0.0.0}",
            "metrics: {host: 0.0.0.0, enabled: false}", "metrics: {host: 10.0.0.1}", "metrics: {host: 'fd00::1'}",
            "trustedProxies: [10.0.0.0/8, '2001:db8::/32']",
            "keys: {current: \(ConfigurationSample.otherKey), previous: [\(ConfigurationSample.key)]}",
            "passwords: {minimumScore: 2, rules: 'minlength: 15; maxlength: 64;'}",
            "passwords: {minimumScore: 3, rules: 'minlength: 8; maxlength: 64;'}",
            "passwords: {minimumScore: 3, rules: 'allowed: digit; minlength: 15; maxlength: 64;'}",
            "passwords: {minimumScore: 2, rules: 'allowed: digit, lower; minlength: 15; maxlength: 64;'}",
            "hashing: {memory: 7MiB, passes: 5}", "hashing: {memory: 46MiB, passes: 1}",
            "throttles: {failuresPerName: {attempts: 1000}}", "throttles: {failuresPerAddress: {attempts: 4000}}",
            "tools: {associatedDomains: public}",
            "throttles: {challengesPerAddress: {attempts: 4000}}", "throttles: {appleFailuresPerAddress: {attempts: 4000}}",
            "throttles: {challengesInAll: {attempts: 400000}}", "throttles: {appleFailuresInAll: {attempts: 400000}}",
        ])
    func minimalPairs(yaml: String) throws {
        #expect(try findings(yaml).isEmpty)
    }

    @Test("a finding has the place of the value and the remedy")
    func places() throws {
        let reading = try ConfigurationReading(ConfigurationSample.sources("metrics:\n  host: 0.0.0.0\n"))
        #expect(
            UnsafeConfiguration(reading).problems.map(\.description) == [
                "etc/latchkey.yaml:2:9: metrics.host: metrics have no authentication, and 0.0.0.0 is not a private address; use 127.0.0.1 or a private address, or set metrics.enabled to false"
            ])
    }
}
