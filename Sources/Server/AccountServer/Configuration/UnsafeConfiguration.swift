import Accounts
import InternetAddresses
import PasswordHashing
import PasswordRules
import Secrets

/// What a configuration may be for development and must not be in production. `latchkey serve` starts on none of it; each finding
/// names the key to set.
package struct UnsafeConfiguration: Sendable {
    /// Everything that is unsafe, in the order of the table.
    package let problems: [ConfigurationProblem]

    package init(_ reading: ConfigurationReading) {
        let server = reading.server
        let findings =
            Self.listener(server) + Self.metrics(server) + Self.proxies(server) + Self.keys(server) + Self.passwords(server)
            + Self.hashing(server) + Self.throttles(server.throttles) + Self.tools(server.tools)
        problems = findings.map { finding in
            ConfigurationProblem(
                at: reading.place(of: finding.key), key: finding.key.name, finding.reason, remedy: finding.remedy)
        }
    }

    private struct Finding {
        let key: ConfigurationKey
        let reason: String
        let remedy: String

        init(_ key: ConfigurationKey, _ reason: String, _ remedy: String) {
            self.key = key
            self.reason = reason
            self.remedy = remedy
        }
    }

    private static func listener(_ server: ServerConfiguration) -> [Finding] {
        guard !server.site.publicOrigin.isSecure, !server.listener.host.isLoopback else { return [] }
        return [
            Finding(
                Settings.listenerHost.key, "\(server.listener.host) is reached from outside while site.publicOrigin is http",
                "set site.publicOrigin to the https origin, or listen on 127.0.0.1")
        ]
    }

    private static func metrics(_ server: ServerConfiguration) -> [Finding] {
        guard let metrics = server.metrics, !metrics.host.isLoopback, !metrics.host.isPrivate else { return [] }
        return [
            Finding(
                Settings.metricsHost.key, "metrics have no password, and \(metrics.host) is not a private address",
                "use 127.0.0.1 or a private address, or set metrics.enabled to false")
        ]
    }

    /// Whoever may name any client address dodges every budget that counts by address.
    private static func proxies(_ server: ServerConfiguration) -> [Finding] {
        server.trustedProxies.filter(\.isTooWide).map { network in
            Finding(Settings.trustedProxies.key, "\(network) trusts strangers with the client's address", "name your proxies alone")
        }
    }

    private static func keys(_ server: ServerConfiguration) -> [Finding] {
        let keys = [server.keys.current] + server.keys.previous
        return keys.contains(where: \.isGuessable)
            ? [
                Finding(
                    Settings.currentKeyFile.key, "the master key is an example or was typed", "make one: openssl rand -base64 32")
            ]
            : []
    }

    /// NIST SP 800-63B-4, section 3.1.1.2, asks for 15 characters where a password is the only factor. Fewer are held to be enough here
    /// for the sake of the score, so without one of the two nothing is left. And length is nothing where digits alone are permitted, say.
    private static func passwords(_ server: ServerConfiguration) -> [Finding] {
        let passwords = server.passwords
        guard passwords.minimumScore < 3 else { return [] }
        if passwords.rules.lengths.lowerBound < 15 {
            return [
                Finding(
                    Settings.minimumScore.key, "short passwords of score \(passwords.minimumScore) can be guessed",
                    "set it to 3 or more, or minlength in passwords.rules to 15 or more")
            ]
        }
        guard passwords.rules.warnings.contains(where: { $0.code == .iOSIgnoresFewClasses }) else { return [] }
        return [
            Finding(
                Settings.passwordRules.key,
                "passwords of one kind of character and score \(passwords.minimumScore) can be searched",
                "allow two of upper, lower and digit, or set passwords.minimumScore to 3 or more")
        ]
    }

    private static func hashing(_ server: ServerConfiguration) -> [Finding] {
        switch server.hashing.parameters.refusal {
        case nil: []
        case .memoryTooSmall(let minimum):
            [Finding(Settings.hashingMemory.key, "too little memory for argon2id", "set it to \(minimum)KiB or more")]
        case .workTooSmall(let minimum):
            [Finding(Settings.hashingPasses.key, "the hash is too cheap", "hashing.memory x passes must be \(minimum)KiB or more")]
        case .memoryTooLarge, .tooFewPasses, .tooManyPasses, .workTooLarge:
            [Finding(Settings.hashingMemory.key, "these costs are not taken", "use the defaults")]
        }
    }

    private static func tools(_ tools: ToolsConfiguration) -> [Finding] {
        guard tools.associatedDomains == .all else { return [] }
        return [
            Finding(
                Settings.associatedDomains.key, "strangers could have the machines beside this one asked",
                "set it to public, which visits public addresses alone, or to off")
        ]
    }

    private static func throttles(_ policy: ThrottlePolicy) -> [Finding] {
        Settings.budgets.filter { policy[keyPath: $0.budget].mostInADay > Double($0.safeInADay) }.map { settings in
            Finding(
                settings.attempts.key, "it lets so much pass that nothing is throttled",
                "keep it at \(settings.safeInADay) or less for a period of 1d, and in proportion for another")
        }
    }
}

extension IPNetwork {
    /// Whether so large a network contains clients too.
    var isTooWide: Bool { prefixLength < (address.family == .v4 ? 8 : 16) }
}

extension Budget {
    /// The most attempts that pass in any day.
    fileprivate var mostInADay: Double {
        Double(burst) + Double(refill) * (Duration.seconds(86_400) / period)
    }
}

extension IPAddress {
    /// Whether the address is of a private network (RFC 1918; RFC 4193; link-local, RFC 3927 and RFC 4291; shared, RFC 6598).
    fileprivate var isPrivate: Bool {
        let texts = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10"]
        return texts.compactMap { try? IPNetwork($0) }.contains { $0.contains(self) }
    }
}

extension MasterKey {
    /// Whether it was not made by chance: a run of numbers, a typed text, or few different bytes, which 32 random bytes are with a
    /// probability below 2^-31.
    fileprivate var isGuessable: Bool {
        let bytes = reveal().withBytes { Array($0) }
        let steps = Set(zip(bytes, bytes.dropFirst()).map { $1 &- $0 })
        return Set(bytes).count < 16 || steps.count < 8 || bytes.allSatisfy { $0 < 0x80 }
    }
}
