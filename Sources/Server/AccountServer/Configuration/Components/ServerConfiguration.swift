package import Accounts
package import InternetAddresses
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
