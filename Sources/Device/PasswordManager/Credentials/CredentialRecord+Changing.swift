package import FoundationEssentials

extension CredentialRecord {
    /// Sets a new password and moves the old one to the history. The same password changes nothing. A deleted credential is
    /// created again.
    ///
    /// - Throws: ``CredentialContentError`` for a password that is empty or too long.
    package mutating func setPassword(_ password: PrivateText, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        let password = try Self.checked(password)
        guard versions.first?.password != password else { return }
        let stamp = stamp(now, device)
        versions.insert(
            PasswordVersion(
                password, stamp: stamp, createdMilliseconds: versions.first?.createdMilliseconds ?? stamp.milliseconds), at: 0)
        normalize()
    }

    /// Sets the title.
    ///
    /// - Throws: ``CredentialContentError`` for a title that is too long.
    package mutating func setTitle(_ title: String, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        guard title.utf8.count <= SavedCredential.maximumTitleLength else { throw .titleTooLong }
        guard !isDeleted, title != self.title?.value ?? "" else { return }
        self.title = Stamped(title, stamp(now, device))
    }

    /// Sets the notes.
    ///
    /// - Throws: ``CredentialContentError`` for notes that are too long.
    package mutating func setNotes(_ notes: PrivateText, at now: Date, by device: DeviceName) throws(CredentialContentError) {
        guard notes.length <= SavedCredential.maximumNotesLength else { throw .notesTooLong }
        guard !isDeleted, notes != self.notes?.value ?? PrivateText("") else { return }
        self.notes = Stamped(notes, stamp(now, device))
    }

    /// Records that the credential was filled in.
    package mutating func markUsed(at now: Date, by device: DeviceName) {
        guard !isDeleted else { return }
        used = stamp(now, device)
    }

    /// Deletes the credential with its passwords, notes and history, here and on every device that receives the deletion.
    package mutating func delete(at now: Date, by device: DeviceName) {
        guard !isDeleted else { return }
        deleted = stamp(now, device)
        normalize()
    }

    /// Records a request to the account's server before it is sent. Keeps the password, and the candidates of earlier requests
    /// with the same key. Does nothing if there would be too many candidates.
    package mutating func beginUpgrade(_ upgrade: PendingUpgrade, at now: Date, by device: DeviceName) {
        guard !isDeleted, let upgrade = upgrade.following(upgrades[device]?.upgrade) else { return }
        upgrades[device] = StampedUpgrade(upgrade: upgrade, stamp: stamp(now, device))
        normalize()
    }

    /// Records that the server accepted a new password: the candidate, or another one that it preferred. The password replaces
    /// the old one and ends the pending upgrade, in one step.
    ///
    /// The password has the time of the server's response. A password that was saved later, here or on another device, stays
    /// current, and this one goes to the history.
    ///
    /// - Parameter moment: The time of the server's response, or the earliest possible one. It counts as later than the start of
    ///   the upgrade on `device`.
    /// - Throws: ``CredentialContentError`` for a password that is empty or too long. The record is then unchanged.
    package mutating func completeUpgrade(
        with password: PrivateText, at moment: Date, by device: DeviceName
    ) throws(CredentialContentError) {
        let began = upgrades[device]?.stamp
        try completeUpgrade(with: password, VersionStamp(now: moment, device: device, after: began ?? latest), by: device)
    }

    /// Sets the new password regardless of later changes, for a caller that knows that it is current.
    ///
    /// - Throws: ``CredentialContentError`` for a password that is empty or too long. The record is then unchanged.
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

    /// Ends an upgrade that apparently failed. Keeps the password and adds the candidates to the history below it, because the
    /// server may have accepted one.
    package mutating func abandonUpgrade(at now: Date, by device: DeviceName) {
        guard let upgrade = upgrades[device]?.upgrade, let current = versions.first else { return }
        // Never above the password, nor above one that another device set in the meantime.
        if let stamp = VersionStamp(milliseconds: current.stamp.milliseconds - 1, device: device) {
            for candidate in upgrade.candidates where !versions.contains(where: { $0.password == candidate }) {
                versions.append(PasswordVersion(candidate, stamp: stamp, createdMilliseconds: current.createdMilliseconds))
            }
            normalize()
        }
        endUpgrade(at: now, by: device)
    }

    /// Ends the pending upgrade: the account uses Sign in with Apple, or the upgrade was never requested.
    package mutating func endUpgrade(at now: Date, by device: DeviceName) {
        guard upgrades[device]?.upgrade != nil else { return }
        upgrades[device] = StampedUpgrade(upgrade: nil, stamp: stamp(now, device))
    }

    private func stamp(_ now: Date, _ device: DeviceName) -> VersionStamp {
        VersionStamp(now: now, device: device, after: latest)
    }
}
