package import Accounts
package import InternetAddresses
package import Logging
package import Secrets

/// Everything that an operator decides about a server, checked. It is read by ``ConfigurationReading``, or put together by hand.
package struct ServerConfiguration: Sendable {
    package var listener = ListenerConfiguration()
    /// Whether ``listener`` is this server's; false where an application around it listens.
    var ownsListener = true
    package var site: SiteConfiguration
    /// The proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: [IPNetwork] = []
    /// Nil where metrics are off.
    package var metrics: MetricsConfiguration? = MetricsConfiguration()
    package var limits = LimitsConfiguration()
    package var keys: MasterKeys
    package var passwords = PasswordConfiguration()
    package var hashing = HashingConfiguration()
    package var sessions = SessionLifetimes()
    package var throttles = ThrottlePolicy()
    /// Whose statements about device keys are believed.
    package var attestation = AttestationPolicy()
    /// Which accounts must have a second factor.
    package var secondFactorRequirement = SecondFactorRequirement()
    package var accessTokens: AccessTokenConfiguration
    /// Nil where Sign in with Apple is off.
    package var apple: AppleConfiguration?
    package var wellKnown = WellKnownConfiguration()
    package var tools = ToolsConfiguration()
    package var retention = Retention()
    package var log = LogConfiguration()

    /// A configuration with every default; the origin and the key have none.
    package init(publicOrigin: PublicOrigin, keys: MasterKeys) {
        site = SiteConfiguration(publicOrigin: publicOrigin)
        self.keys = keys
        accessTokens = AccessTokenConfiguration(issuer: publicOrigin)
    }
}

/// What the service is called and where people find it.
package struct SiteConfiguration: Hashable, Sendable {
    package var publicOrigin: PublicOrigin

    /// Shown on pages and in their titles.
    package var name = Self.defaultName

    /// Whether `Strict-Transport-Security` covers the host's subdomains too, which cuts off those without https.
    package var coversSubdomains = false

    /// Whether `/` is the server's, and leads to the account or to sign-in. An application around it may have a page of its own there.
    var claimsHome = true

    package init(publicOrigin: PublicOrigin) {
        self.publicOrigin = publicOrigin
    }

    /// The words that people take from the site for a password: its name, the parts of the name, and the labels of its host without
    /// the top-level domain. Words of fewer than four characters occur in too many passwords.
    var contextWords: [String] {
        let labels = publicOrigin.address == nil ? publicOrigin.host.split(separator: ".").map(String.init) : []
        let words = [name] + name.split { !$0.isLetter && !$0.isNumber }.map(String.init) + labels.prefix(max(labels.count - 1, 1))
        return words.filter { $0.unicodeScalars.count >= 4 }
    }

    static var defaultName: String { "Latchkey" }
}

/// The socket that the service answers on. TLS is the reverse proxy's, so by default nobody but this machine reaches it.
package struct ListenerConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 8_080

    package init() {}
}

/// The socket that metrics are read from, apart from the service's own.
package struct MetricsConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 9_464

    package init() {}
}

/// What clients may use up, whatever they send; what is not said here is as in ``ConnectionLimits``.
package struct LimitsConfiguration: Hashable, Sendable {
    /// The largest body of a request in bytes.
    package var bodyBytes = IncomingBody.defaultLimit
    /// How many connections are served at one time; further ones are answered 503.
    package var connections = ConnectionLimits().connections
    /// How long the header of a request may take to arrive.
    package var requestTime = ConnectionLimits().head
    /// How long a connection may lie idle between two requests.
    package var idleTime = ConnectionLimits().idle
    /// How long a shutdown waits for answers under way.
    package var shutdownTime = ConnectionLimits().shutdown
    /// How long a refusal waits at least that asks the client to come back later (``RefusalPace``).
    package var refusalTime = Duration.seconds(1)

    package init() {}
}

/// What is logged, and how.
package struct LogConfiguration: Hashable, Sendable {
    /// How a line looks.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// For people.
        case text
        /// One JSON object a line, for programs.
        case json
    }

    package var level: Logger.Level = .info
    package var format: Format = .text

    package init() {}
}

/// What is served under `/.well-known` because the operator wants it.
package struct WellKnownConfiguration: Hashable, Sendable {
    /// The bytes of the apple-app-site-association file: less than 128 KiB without errors, checked at reading.
    package var association: [UInt8]?
    package var security: SecurityContact?

    package init() {}
}

/// Whom to tell of a weakness (RFC 9116).
package struct SecurityContact: Hashable, Sendable {
    /// `mailto:`, `https:` or `tel:` URIs, the preferred first; at least one.
    package var contacts: [String]
    /// From when on the file is stale.
    package var expires: Timestamp
    /// Where the policy for reports stands: an https URI.
    package var policy: String?

    package init(contacts: [String], expires: Timestamp, policy: String? = nil) {
        self.contacts = contacts
        self.expires = expires
        self.policy = policy
    }
}

/// The pages that are for developers rather than for people with accounts.
package struct ToolsConfiguration: Hashable, Sendable {
    /// Which sites `/tools/associated-domains` visits for whoever asks.
    package enum SiteAccess: String, CaseIterable, Hashable, Sendable {
        /// None: it is not served.
        case off
        /// Those with public addresses.
        case `public`
        /// Any, this machine and its neighbours among them, at any port. For a developer's own machine.
        case all
    }

    /// Whether `/tools/password-rules` is served.
    package var servesPasswordRules = true

    /// Whether and for which sites `/tools/associated-domains` is served.
    package var associatedDomains = SiteAccess.off

    package init() {}
}
