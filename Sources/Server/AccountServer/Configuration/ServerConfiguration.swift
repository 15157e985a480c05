import AccountPages
package import Accounts
package import InternetAddresses
package import Logging
package import Secrets
package import Texts

/// The checked configuration of a server. ``ConfigurationReading`` reads it, or the caller creates it in code.
package struct ServerConfiguration: Sendable {
    package var listener = ListenerConfiguration()
    /// Whether the server opens ``listener``; false if the application around it listens.
    var ownsListener = true
    package var site: SiteConfiguration
    /// The proxies whose `X-Forwarded-For` is trusted.
    package var trustedProxies: [IPNetwork] = []
    /// The configuration of metrics. Nil if metrics are off.
    package var metrics: MetricsConfiguration? = MetricsConfiguration()
    package var limits = LimitsConfiguration()
    package var keys: MasterKeys
    package var passwords = PasswordConfiguration()
    package var hashing = HashingConfiguration()
    package var sessions = SessionLifetimes()
    package var throttles = ThrottlePolicy()
    /// The TPMs whose statements about device keys are trusted.
    package var attestation = AttestationPolicy()
    /// The accounts that must have a second factor.
    package var secondFactorRequirement = SecondFactorRequirement()
    package var accessTokens: AccessTokenConfiguration
    /// The configuration of Sign in with Apple. Nil if Sign in with Apple is off.
    package var apple: AppleConfiguration?
    /// The configuration of passkeys. Nil where passkeys are off.
    package var passkeys: PasskeyConfiguration?
    /// The configuration of mail. Nil if mail is off.
    package var mail: MailConfiguration?
    /// The configuration of events. Nil if events are not delivered.
    package var events: EventConfiguration?
    /// The configuration of tracing. Nil if traces are not exported.
    package var tracing: TracingConfiguration?
    package var wellKnown = WellKnownConfiguration()
    /// Whether the console of operators and its API are served.
    package var servesOperators = false
    package var tools = ToolsConfiguration()
    package var retention = Retention()
    package var log = LogConfiguration()

    /// Creates a configuration with defaults. The origin and the keys have no default.
    package init(publicOrigin: PublicOrigin, keys: MasterKeys) {
        site = SiteConfiguration(publicOrigin: publicOrigin)
        self.keys = keys
        accessTokens = AccessTokenConfiguration(issuer: publicOrigin)
        passkeys = PasskeyConfiguration(origin: publicOrigin)
    }
}

/// The name and the public origin of the service.
package struct SiteConfiguration: Hashable, Sendable {
    package var publicOrigin: PublicOrigin

    /// The name of the service on pages and in their titles.
    package var name = Self.defaultName

    /// The language of pages for a reader whose browser accepts none of the offered ones.
    package var language = Language.english

    /// Whether `Strict-Transport-Security` covers the subdomains of the host, which makes subdomains without https unreachable.
    package var coversSubdomains = false

    /// Whether the server serves `/`, which redirects to the account or to sign-in. An application around it may have its own
    /// page there.
    var claimsHome = true

    /// The sections of the desk; empty in production. ``AccountSystem`` sets them.
    var deskSections: [DeskSection] = []

    package init(publicOrigin: PublicOrigin) {
        self.publicOrigin = publicOrigin
    }

    /// The words of the site that a password must not contain: its name, the parts of the name, and the labels of its host
    /// without the top-level domain. Words of fewer than four characters are omitted, because they occur in too many passwords.
    var contextWords: [String] {
        let labels = publicOrigin.address == nil ? publicOrigin.host.split(separator: ".").map(String.init) : []
        let words = [name] + name.split { !$0.isLetter && !$0.isNumber }.map(String.init) + labels.prefix(max(labels.count - 1, 1))
        return words.filter { $0.unicodeScalars.count >= 4 }
    }

    static var defaultName: String { "Latchkey" }
}

/// The socket of the service. A reverse proxy terminates TLS, so by default only this machine can connect.
package struct ListenerConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 8_080

    package init() {}
}

/// The socket of the metrics, separate from the service's.
package struct MetricsConfiguration: Hashable, Sendable {
    package var host: IPAddress = .loopback
    package var port = 9_464

    package init() {}
}

/// The limits for clients. Limits that are not listed here are in ``ConnectionLimits``.
package struct LimitsConfiguration: Hashable, Sendable {
    /// The maximum size of a request body in bytes.
    package var bodyBytes = IncomingBody.defaultLimit
    /// The maximum number of concurrent connections. Further connections receive 503.
    package var connections = ConnectionLimits().connections
    /// The time limit for receiving a request header.
    package var requestTime = ConnectionLimits().head
    /// The time limit for an idle connection between two requests.
    package var idleTime = ConnectionLimits().idle
    /// The time that a shutdown waits for responses in progress.
    package var shutdownTime = ConnectionLimits().shutdown
    /// The minimum delay of a rejection that asks the client to retry later (``RejectionDelay``).
    package var rejectionTime = Duration.seconds(1)
    /// The step of the time of the response to a request for a recovery or sign-in code (``TimeStep``).
    package var codeRequestTime = Duration.milliseconds(25)

    package init() {}
}

/// The level and format of the log.
package struct LogConfiguration: Hashable, Sendable {
    /// The format of a log line.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// Text for humans.
        case text
        /// One JSON object a line, for programs.
        case json
    }

    package var level: Logger.Level = .info
    package var format: Format = .text

    package init() {}
}

/// The optional files under `/.well-known`.
package struct WellKnownConfiguration: Hashable, Sendable {
    /// The bytes of the apple-app-site-association file: smaller than 128 KiB and without errors.
    package var association: [UInt8]?
    package var security: SecurityContact?

    package init() {}
}

/// The contact for security reports (RFC 9116).
package struct SecurityContact: Hashable, Sendable {
    /// `mailto:`, `https:` or `tel:` URIs in order of preference; at least one.
    package var contacts: [String]
    /// The time at which the file expires.
    package var expires: Timestamp
    /// The https URI of the policy for security reports.
    package var policy: String?

    package init(contacts: [String], expires: Timestamp, policy: String? = nil) {
        self.contacts = contacts
        self.expires = expires
        self.policy = policy
    }
}

/// The pages for developers.
package struct ToolsConfiguration: Hashable, Sendable {
    /// The sites that `/tools/associated-domains` may fetch from.
    package enum SiteAccess: String, CaseIterable, Hashable, Sendable {
        /// None; the page is not served.
        case off
        /// Sites with public addresses.
        case `public`
        /// Any address and port, including this machine and its neighbours. For a developer's own machine.
        case all
    }

    /// Whether `/tools/password-rules` is served.
    package var servesPasswordRules = true

    /// Whether `/tools/passkeys` is served.
    package var servesPasskeys = true

    /// Whether `/tools/associated-domains` is served, and for which sites.
    package var associatedDomains = SiteAccess.off

    package init() {}
}
