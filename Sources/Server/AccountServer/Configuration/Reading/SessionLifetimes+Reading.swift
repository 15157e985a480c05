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
    /// Refuses keys that are published for longer than they sign. Nil without an issuer.
    init?(reading reader: inout SettingsReader, issuer: PublicOrigin?) {
        let audience = reader.value(Settings.audience)
        let lifetime = reader.value(Settings.tokenLifetime)
        let rotationPeriod = reader.value(Settings.rotationPeriod)
        let overlap = reader.value(Settings.overlap)
        if overlap >= rotationPeriod {
            reader.report(Settings.overlap.key, "it is not shorter than accessTokens.rotationPeriod", nil)
        }
        guard let issuer else { return nil }
        self.init(issuer: issuer)
        if !audience.isEmpty { self.audience = audience }
        self.lifetime = lifetime
        self.rotationPeriod = rotationPeriod
        self.overlap = overlap
    }
}
