import Accounts
import InternetAddresses
import PasswordHashing
import PasswordRules
import Secrets
import WebAuthn
import WebClient

/// The settings of a configuration that are acceptable for development but unsafe in production. `latchkey serve` does not start
/// with any of them.
package struct UnsafeConfiguration: Sendable {
    /// The unsafe settings in the order of the table, each with the key to change.
    package let problems: [ConfigurationProblem]

    package init(_ reading: ConfigurationReading) {
        let server = reading.server
        let findings =
            Self.listener(server) + Self.metrics(server) + Self.proxies(server) + Self.keys(server) + Self.passwords(server)
            + Self.hashing(server) + Self.throttles(server.throttles) + Self.tools(server.tools)
            + Self.passkeys(server) + Self.events(server)
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
                Settings.listenerHost.key, "\(server.listener.host) accepts remote connections, but site.publicOrigin is http",
                "set site.publicOrigin to the https origin, or listen on 127.0.0.1")
        ]
    }

    private static func metrics(_ server: ServerConfiguration) -> [Finding] {
        guard let metrics = server.metrics, !metrics.host.isLoopback, !metrics.host.isPrivate else { return [] }
        return [
            Finding(
                Settings.metricsHost.key, "metrics have no authentication, and \(metrics.host) is not a private address",
                "use 127.0.0.1 or a private address, or set metrics.enabled to false")
        ]
    }

    /// Finds trusted proxies that are unsafe. A client that can forge its address evades every budget that counts by address.
    private static func proxies(_ server: ServerConfiguration) -> [Finding] {
        server.trustedProxies.filter(\.isTooWide).map { network in
            Finding(
                Settings.trustedProxies.key, "\(network) includes clients, which could forge their address",
                "list only your proxies")
        }
    }

    private static func keys(_ server: ServerConfiguration) -> [Finding] {
        let keys = [server.keys.current] + server.keys.previous
        return keys.contains(where: \.isGuessable)
            ? [
                Finding(
                    Settings.currentKeyFile.key, "the master key is not random", "create one with `openssl rand -base64 32`")
            ]
            : []
    }

    /// NIST SP 800-63B-4, section 3.1.1.2, requires 15 characters if a password is the only factor. Shorter passwords are
    /// accepted here only with a minimum score. Length alone does not suffice if, for example, only digits are allowed.
    private static func passwords(_ server: ServerConfiguration) -> [Finding] {
        let passwords = server.passwords
        guard passwords.minimumScore < 3 else { return [] }
        if passwords.rules.lengths.lowerBound < 15 {
            return [
                Finding(
                    Settings.minimumScore.key, "short passwords with score \(passwords.minimumScore) can be guessed",
                    "set it to 3 or more, or minlength in passwords.rules to 15 or more")
            ]
        }
        guard passwords.rules.warnings.contains(where: { $0.code == .iOSIgnoresFewClasses }) else { return [] }
        return [
            Finding(
                Settings.passwordRules.key,
                "passwords with one character class and score \(passwords.minimumScore) can be guessed",
                "allow two of upper, lower and digit, or set passwords.minimumScore to 3 or more")
        ]
    }

    private static func hashing(_ server: ServerConfiguration) -> [Finding] {
        switch server.hashing.parameters.rejection {
        case nil: []
        case .memoryTooSmall(let minimum):
            [Finding(Settings.hashingMemory.key, "the memory is too small for argon2id", "set it to \(minimum)KiB or more")]
        case .workTooSmall(let minimum):
            [
                Finding(
                    Settings.hashingPasses.key, "the cost of the hash is too low",
                    "increase hashing.memory x passes to \(minimum)KiB or more")
            ]
        case .memoryTooLarge, .tooFewPasses, .tooManyPasses, .workTooLarge:
            [Finding(Settings.hashingMemory.key, "these parameters are not supported", "use the defaults")]
        }
    }

    /// Rejects origins of local pages, and that of apps under development. Any program on a visitor's machine can serve such a page.
    private static func passkeys(_ server: ServerConfiguration) -> [Finding] {
        let site = server.site.publicOrigin
        guard site.isSecure, let passkeys = server.passkeys else { return [] }
        let isLocal = { (origin: String) in
            origin.hasPrefix("http:")
                || !site.isLoopback && (origin == "https://localhost" || origin.hasPrefix("https://localhost:"))
        }
        return passkeys.relyingParty.origins.filter { isLocal($0.description) }.map { origin in
            Finding(
                Settings.passkeysOrigins.key, "any program on a visitor's machine can serve \(origin)",
                "remove it; it is only for development")
        }
    }

    private static func events(_ server: ServerConfiguration) -> [Finding] {
        guard server.events?.addresses == .publicAndLoopback else { return [] }
        return [
            Finding(
                Settings.eventLoopback.key, "any program on this machine could receive the events of accounts",
                "set it to false, and use https URLs of public hosts")
        ]
    }

    private static func tools(_ tools: ToolsConfiguration) -> [Finding] {
        guard tools.associatedDomains == .all else { return [] }
        return [
            Finding(
                Settings.associatedDomains.key, "clients could send requests to machines in this network",
                "set it to public, which allows public addresses only, or to off")
        ]
    }

    private static func throttles(_ policy: ThrottlePolicy) -> [Finding] {
        Settings.budgets.filter { policy[keyPath: $0.budget].mostInADay > Double($0.safeInADay) }.map { settings in
            Finding(
                settings.attempts.key, "the budget is too large to limit anything",
                "set it to \(settings.safeInADay) or less for a period of 1d, and in proportion for other periods")
        }
    }
}

extension IPNetwork {
    /// Whether the network is so large that it includes clients.
    var isTooWide: Bool { prefixLength < (address.family == .v4 ? 8 : 16) }
}

extension Budget {
    /// The maximum number of attempts in any day.
    fileprivate var mostInADay: Double {
        Double(burst) + Double(refill) * (Duration.seconds(86_400) / period)
    }
}

extension IPAddress {
    /// Whether the address belongs to a private network (RFC 1918; RFC 4193; link-local, RFC 3927 and RFC 4291; shared, RFC
    /// 6598).
    fileprivate var isPrivate: Bool {
        let texts = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "fc00::/7", "fe80::/10"]
        return texts.compactMap { try? IPNetwork($0) }.contains { $0.contains(self) }
    }
}

extension MasterKey {
    /// Whether the key was not generated randomly: a number sequence, a typed text, or few distinct bytes. Random keys match with
    /// a probability below 2^-31.
    fileprivate var isGuessable: Bool {
        let bytes = reveal().withBytes { Array($0) }
        let steps = Set(zip(bytes, bytes.dropFirst()).map { $1 &- $0 })
        return Set(bytes).count < 16 || steps.count < 8 || bytes.allSatisfy { $0 < 0x80 }
    }
}
