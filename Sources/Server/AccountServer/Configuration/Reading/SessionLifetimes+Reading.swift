import Accounts

extension SessionLifetimes {
    /// Refuses an idle life that is longer than the absolute one.
    init(reading reader: inout SettingsReader) {
        self.init()
        idle = reader.value(Settings.idleLifetime)
        absolute = reader.value(Settings.absoluteLifetime)
        recentAuthentication = reader.value(Settings.recentAuthentication)
        if idle > absolute {
            reader.report(Settings.idleLifetime.key, "it is longer than sessions.absolute", nil)
        }
    }
}

extension AccessTokenConfiguration {
    /// Refuses keys that are published for longer than they sign, and backends of an audience that is not configured. Nil without an
    /// issuer.
    init?(reading reader: inout SettingsReader, issuer: PublicOrigin?) {
        let audience = reader.value(Settings.audience)
        let lifetime = reader.value(Settings.tokenLifetime)
        let rotationPeriod = reader.value(Settings.rotationPeriod)
        let overlap = reader.value(Settings.overlap)
        if overlap >= rotationPeriod {
            reader.report(Settings.overlap.key, "it is not shorter than accessTokens.rotationPeriod", nil)
        }
        let introspectors = reader.value(Settings.introspectors)
        reader.refuseExposure(of: Settings.introspectors.key)
        guard let issuer else { return nil }
        self.init(issuer: issuer)
        self.introspectors = introspectors
        if !audience.isEmpty { self.audience = audience }
        if let foreign = introspectors.first(where: { !self.audience.contains($0.audience) }) {
            reader.report(
                Settings.introspectors.key, "\(foreign.audience) is not a configured audience", "add it to accessTokens.audience")
        }
        self.lifetime = lifetime
        self.rotationPeriod = rotationPeriod
        self.overlap = overlap
    }
}
