import Accounts
import AssociatedDomains
import Secrets

extension ServerConfiguration {
    /// Reads the server's settings. Returns nil if a required key is missing or invalid. All problems are reported, and the
    /// result is valid only without problems.
    init?(reading reader: inout SettingsReader) {
        let site = SiteConfiguration(reading: &reader)
        let keys = MasterKeys(reading: &reader)
        // All settings are read even if some are missing, so that all problems are reported at once.
        let listener = ListenerConfiguration(reading: &reader)
        let metrics = MetricsConfiguration(reading: &reader, besides: listener)
        let trustedProxies = reader.value(Settings.trustedProxies)
        let limits = LimitsConfiguration(reading: &reader)
        let passwords = PasswordConfiguration(reading: &reader)
        let hashing = HashingConfiguration(reading: &reader)
        let sessions = SessionLifetimes(reading: &reader)
        let throttles = ThrottlePolicy(reading: &reader)
        let attestation = AttestationPolicy(reading: &reader)
        let requirement = SecondFactorRequirement(reading: &reader)
        let accessTokens = AccessTokenConfiguration(reading: &reader, issuer: site?.publicOrigin)
        let apple = AppleConfiguration(reading: &reader, origin: site?.publicOrigin)
        let passkeys = PasskeyConfiguration(reading: &reader, origin: site?.publicOrigin)
        let mail = MailConfiguration(reading: &reader)
        let events = EventConfiguration(reading: &reader)
        let tracing = TracingConfiguration(reading: &reader)
        let wellKnown = WellKnownConfiguration(reading: &reader)
        let servesOperators = reader.value(Settings.servesOperators)
        let tools = ToolsConfiguration(reading: &reader)
        let retention = Retention(reading: &reader)
        let log = LogConfiguration(reading: &reader)
        guard let site, let keys, let accessTokens else { return nil }

        self.init(publicOrigin: site.publicOrigin, keys: keys)
        self.site = site
        self.listener = listener
        self.metrics = metrics
        self.trustedProxies = trustedProxies
        self.limits = limits
        self.passwords = passwords
        self.hashing = hashing
        self.sessions = sessions
        self.throttles = throttles
        self.attestation = attestation
        secondFactorRequirement = requirement
        self.accessTokens = accessTokens
        self.apple = apple
        self.passkeys = passkeys
        self.mail = mail
        self.events = events
        self.tracing = tracing
        self.wellKnown = wellKnown
        self.servesOperators = servesOperators
        self.tools = tools
        self.retention = retention
        self.log = log
    }
}

extension SiteConfiguration {
    /// Reads the site's settings only, for commands that create links. Throws `ConfigurationProblems` for unknown keys, too.
    package init(_ sources: ConfigurationSources) throws(ConfigurationProblems) {
        self = try sources.reading { SiteConfiguration(reading: &$0) }
    }

    init?(reading reader: inout SettingsReader) {
        let origin = reader.value(Settings.publicOrigin)
        let name = reader.value(Settings.siteName)
        let language = reader.value(Settings.siteLanguage)
        let coversSubdomains = reader.value(Settings.coversSubdomains)
        guard let origin else { return nil }
        self.init(publicOrigin: origin)
        self.name = name
        self.language = language
        self.coversSubdomains = coversSubdomains
    }
}

extension ListenerConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        host = reader.value(Settings.listenerHost)
        port = reader.value(Settings.listenerPort)
    }
}

extension MetricsConfiguration {
    /// Returns nil if metrics are off. Rejects the port of the service.
    init?(reading reader: inout SettingsReader, besides listener: ListenerConfiguration) {
        let isEnabled = reader.value(Settings.metricsEnabled)
        let host = reader.value(Settings.metricsHost)
        let port = reader.value(Settings.metricsPort)
        guard isEnabled else { return nil }
        if port == listener.port, host == listener.host {
            reader.report(Settings.metricsPort.key, "the port is the same as listener.port", "set a separate port for metrics")
        }
        self.init()
        self.host = host
        self.port = port
    }
}

extension LimitsConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        bodyBytes = reader.value(Settings.bodyLimit)
        connections = reader.value(Settings.connections)
        requestTime = reader.value(Settings.requestTime)
        idleTime = reader.value(Settings.idleTime)
        shutdownTime = reader.value(Settings.shutdownTime)
        rejectionTime = reader.value(Settings.rejectionTime)
        codeRequestTime = reader.value(Settings.codeRequestTime)
    }
}

extension AttestationPolicy {
    /// Rejects a required attestation without trusted keys.
    init(reading reader: inout SettingsReader) {
        self.init()
        trustedKeys = Set(reader.value(Settings.attestationKeys))
        isRequired = reader.value(Settings.requireAttestation)
        if isRequired, trustedKeys.isEmpty {
            reader.report(
                Settings.requireAttestation.key, "secondFactors.attestationKeys is empty, so every device key would be rejected",
                "add the keys that `latchkey device attestation-key` prints")
        }
    }
}

extension SecondFactorRequirement {
    /// The values of `secondFactors.required`.
    enum Scope: String, CaseIterable, Sendable {
        case listed
        case everybody
    }

    init(reading reader: inout SettingsReader) {
        self.init()
        coversEverybody = reader.value(Settings.requiredSecondFactors) == .everybody
        accounts = Set(reader.value(Settings.requiredAccounts))
    }
}

extension ToolsConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        servesPasswordRules = reader.value(Settings.servesPasswordRules)
        servesPasskeys = reader.value(Settings.servesPasskeys)
        associatedDomains = reader.value(Settings.associatedDomains)
    }
}

extension Retention {
    init(reading reader: inout SettingsReader) {
        self.init()
        events = reader.value(Settings.eventRetention)
        eventsWithoutAccount = reader.value(Settings.eventWithoutAccountRetention)
        operatorRecords = reader.value(Settings.operatorRecordRetention)
    }
}

extension LogConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        level = reader.value(Settings.logLevel)
        format = reader.value(Settings.logFormat)
    }
}

extension WellKnownConfiguration {
    init(reading reader: inout SettingsReader) {
        self.init()
        association = reader.association()
        security = SecurityContact(reading: &reader)
    }

    /// Apple's limit for the association file, in bytes.
    static let associationLimit = 128 * 1_024
}

extension SettingsReader {
    /// Returns the bytes of the association file, or nil if it is not set or rejected. The file must be smaller than 128 KiB and
    /// have no errors of the linter. Devices discard an invalid file silently, so only users without AutoFill would notice.
    fileprivate mutating func association() -> [UInt8]? {
        let setting = Settings.associationFile
        guard let path = path(setting) else { return nil }
        let limit = WellKnownConfiguration.associationLimit - 1
        guard let bytes = bytes(inFileAt: path, upTo: limit, of: setting.key) else { return nil }
        let errors = AssociationFile.lint(bytes).filter { $0.severity == .error }
        for error in errors {
            report(
                setting.key, "\(path):\(error.description.withoutStop) (\(error.code.rawValue))",
                error.remedy.withoutStop)
        }
        return errors.isEmpty ? bytes : nil
    }
}

extension String {
    /// The sentence without its final full stop; problems append a semicolon.
    fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension SecurityContact {
    /// Returns nil without contacts. Contacts require an expiry date; an expiry date or a policy requires contacts (RFC 9116,
    /// section 2.5).
    fileprivate init?(reading reader: inout SettingsReader) {
        let contacts = reader.value(Settings.securityContacts)
        let expires = reader.value(Settings.securityExpires)
        let policy = reader.value(Settings.securityPolicy)
        guard !contacts.isEmpty else {
            for key in [Settings.securityExpires.key, Settings.securityPolicy.key] where reader.place(of: key) != nil {
                reader.report(key, "the setting has no effect without wellKnown.securityContacts", "set both or neither")
            }
            return nil
        }
        guard let expires else {
            if reader.place(of: Settings.securityExpires.key) == nil {
                reader.report(
                    Settings.securityExpires.key, "the setting is required with wellKnown.securityContacts",
                    "allowed: \(Settings.securityExpires.key.allowed), within a year")
            }
            return nil
        }
        self.init(contacts: contacts, expires: expires, policy: policy)
    }
}

extension ThrottlePolicy {
    init(reading reader: inout SettingsReader) {
        self.init()
        for settings in Settings.budgets {
            if let budget = reader.budget(settings) { self[keyPath: settings.budget] = budget }
        }
    }
}

extension SettingsReader {
    /// Returns the budget of three keys. Returns nil after reporting a burst that leaves nothing to refill, or a refill rate
    /// above one a millisecond, the resolution of the store.
    fileprivate mutating func budget(_ settings: BudgetSettings) -> Budget? {
        let attempts = value(settings.attempts)
        let period = value(settings.period)
        let burst = value(settings.burst)
        guard (burst ?? 1) < attempts else {
            report(
                settings.burst.key, "\(burst ?? 1) is not less than \(settings.attempts.key.name), \(attempts)",
                "attempts limits the whole period, and burst is the part of it that is allowed at once")
            return nil
        }
        let taken = burst ?? settings.standardBurst.of(attempts)
        guard let budget = Budget(burst: taken, refill: attempts - taken, per: period) else {
            report(settings.attempts.key, "\(attempts) attempts exceed one a millisecond", "increase \(settings.period.key.name)")
            return nil
        }
        return budget
    }
}
