import Accounts

extension ThrottlePolicy {
    init(reading reader: inout SettingsReader) {
        self.init()
        for settings in Settings.budgets {
            if let budget = reader.budget(settings) { self[keyPath: settings.budget] = budget }
        }
    }
}

extension SettingsReader {
    /// The budget of three keys, or nil after reporting that they do not go together: the burst leaves nothing to refill, or more
    /// would be refilled than the store's milliseconds tell apart.
    fileprivate mutating func budget(_ settings: BudgetSettings) -> Budget? {
        let attempts = value(settings.attempts)
        let period = value(settings.period)
        let burst = value(settings.burst)
        guard (burst ?? 1) < attempts else {
            report(
                settings.burst.key, "\(burst ?? 1) is not below \(settings.attempts.key.name), \(attempts)",
                "attempts is the bound of a whole period, burst the part of it that may come at once")
            return nil
        }
        let taken = burst ?? settings.standardBurst.of(attempts)
        guard let budget = Budget(burst: taken, refill: attempts - taken, per: period) else {
            report(settings.attempts.key, "\(attempts) is more than one a millisecond", "make \(settings.period.key.name) longer")
            return nil
        }
        return budget
    }
}
