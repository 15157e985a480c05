package import FoundationEssentials

extension CredentialRecord {
    /// When `device` began what it has not finished; nil where it has begun nothing.
    package func upgradeBegan(on device: DeviceName) -> Date? {
        upgrades[device].flatMap { $0.upgrade == nil ? nil : $0.stamp.date }
    }

    /// The password, where it was saved after `device` began what it has not finished; nil where it is the one of that time.
    package func passwordSavedSinceUpgradeBegan(on device: DeviceName) -> PrivateText? {
        guard let began = upgrades[device], began.upgrade != nil, let current = versions.first, current.stamp > began.stamp
        else { return nil }
        return current.password
    }

    /// Deletes the passwords that are known here, and ends what `device` had begun. A password that another device has set meanwhile, unheard of here,
    /// survives: its stamp is later than that of the password it took the place of.
    package mutating func deleteKnown(at now: Date, by device: DeviceName) {
        guard let newest = versions.first?.stamp else { return }
        deleted = max(deleted ?? newest, newest)
        normalize()
        endUpgrade(at: now, by: device)
    }
}
