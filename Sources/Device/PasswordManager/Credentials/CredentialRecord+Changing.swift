package import FoundationEssentials

extension CredentialRecord {
    /// Gives the account another password; the old one goes into the history. The same password again changes nothing. A deleted credential begins
    /// a new life.
    ///
    /// - Throws: for an empty password and one that is too long.
    package mutating func setPassword(_ password: PrivateText, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        let password = try Self.checked(password)
        guard versions.first?.password != password else { return }
        let stamp = stamp(now, device)
        versions.insert(
            PasswordVersion(
                password, stamp: stamp, createdMilliseconds: versions.first?.createdMilliseconds ?? stamp.milliseconds), at: 0)
        normalize()
    }

    /// - Throws: for a title that is too long.
    package mutating func setTitle(_ title: String, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        guard title.utf8.count <= SavedCredential.maximumTitleLength else { throw .titleTooLong }
        guard !isDeleted, title != self.title?.value ?? "" else { return }
        self.title = Stamped(title, stamp(now, device))
    }

    /// - Throws: for notes that are too long.
    package mutating func setNotes(_ notes: PrivateText, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        guard notes.length <= SavedCredential.maximumNotesLength else { throw .notesTooLong }
        guard !isDeleted, notes != self.notes?.value ?? PrivateText("") else { return }
        self.notes = Stamped(notes, stamp(now, device))
    }

    /// Remembers that it was filled now.
    package mutating func markUsed(at now: Date, by device: DeviceName) {
        guard !isDeleted else { return }
        used = stamp(now, device)
    }

    /// Deletes the credential: its passwords, notes and history are gone, and stay gone wherever the deletion arrives.
    package mutating func delete(at now: Date, by device: DeviceName) {
        guard !isDeleted else { return }
        deleted = stamp(now, device)
        normalize()
    }

    /// Writes down what is about to be asked of the account's server. The password stays as it is, and what was asked before under the same key is kept beside
    /// it. Does nothing where that is too much.
    package mutating func beginUpgrade(_ upgrade: PendingUpgrade, at now: Date, by device: DeviceName) {
        guard !isDeleted, let upgrade = upgrade.following(upgrades[device]?.upgrade) else { return }
        upgrades[device] = StampedUpgrade(upgrade: upgrade, stamp: stamp(now, device))
        normalize()
    }

    /// The server took a new password: the candidate, or another one that it preferred. It takes the old one's place and ends what
    /// was pending, in one step.
    ///
    /// It counts from the moment at which the server had it: what was saved later, here or on a device that was not heard of yet, stays the password, and
    /// this one stands in the history.
    ///
    /// - Parameter moment: when the server answered, or as early as it may have; whenever it is written down. It counts as later than what `device` began.
    /// - Throws: for an empty password and one that is too long; nothing is then changed.
    package mutating func completeUpgrade(
        with password: PrivateText, at moment: Date, by device: DeviceName
    ) throws(CredentialContentError) {
        let began = upgrades[device]?.stamp
        try completeUpgrade(with: password, VersionStamp(now: moment, device: device, after: began ?? latest), by: device)
    }

    /// The same, for a caller that knows that it is the password, regardless of what was saved since.
    ///
    /// - Throws: as there.
    package mutating func completeUpgrade(
        with password: PrivateText, overOthersAt now: Date, by device: DeviceName
    ) throws(CredentialContentError) {
        try completeUpgrade(with: password, stamp(now, device), by: device)
    }

    private mutating func completeUpgrade(
        with password: PrivateText, _ stamp: VersionStamp, by device: DeviceName
    ) throws(CredentialContentError) {
        guard let current = versions.first else { return }
        let password = try Self.checked(password)
        if current.password != password {
            versions.append(PasswordVersion(password, stamp: stamp, createdMilliseconds: current.createdMilliseconds))
            normalize()
        }
        endUpgrade(at: stamp.date, by: device)
    }

    /// The upgrade came to nothing, as far as anybody knows: the password stays. What was asked for goes into the history below it, since the
    /// server may have taken it all the same.
    package mutating func abandonUpgrade(at now: Date, by device: DeviceName) {
        guard let upgrade = upgrades[device]?.upgrade, let current = versions.first else { return }
        // Never above the password, nor above one that another device has set meanwhile.
        if let stamp = VersionStamp(milliseconds: current.stamp.milliseconds - 1, device: device) {
            for candidate in upgrade.candidates where !versions.contains(where: { $0.password == candidate }) {
                versions.append(PasswordVersion(candidate, stamp: stamp, createdMilliseconds: current.createdMilliseconds))
            }
            normalize()
        }
        endUpgrade(at: now, by: device)
    }

    /// The account is Sign in with Apple now, or the upgrade was never requested: nothing is pending any more.
    package mutating func endUpgrade(at now: Date, by device: DeviceName) {
        guard upgrades[device]?.upgrade != nil else { return }
        upgrades[device] = StampedUpgrade(upgrade: nil, stamp: stamp(now, device))
    }

    private func stamp(_ now: Date, _ device: DeviceName) -> VersionStamp {
        VersionStamp(now: now, device: device, after: latest)
    }
}
