package import FoundationEssentials

extension CredentialStore {
    /// Returns every readable record, including deletions, ordered by site and user name.
    package func records() throws(CredentialStoreError) -> [CredentialRecord] {
        try contents().records
    }

    /// Returns a credential. Returns nil if it does not exist or is deleted.
    package func credential(_ id: CredentialID) throws(CredentialStoreError) -> SavedCredential? {
        try record(id)?.credential(on: device)
    }

    /// Returns all credentials.
    package func credentials() throws(CredentialStoreError) -> [SavedCredential] {
        try records().compactMap { $0.credential(on: device) }
    }

    /// Saves a user name and password. Replaces an existing password.
    ///
    /// - Returns: The reason if the content is rejected. Nil after success.
    @discardableResult
    package func save(
        _ password: PrivateText, as id: CredentialID, title: String = "", at now: Date
    ) throws(CredentialStoreError) -> CredentialContentError? {
        var rejection: CredentialContentError?
        try change(id) { record in
            do throws(CredentialContentError) {
                guard var record else {
                    return try CredentialRecord(id: id, password: password, title: title, at: now, by: device)
                }
                let isNew = record.isDeleted
                try record.setPassword(password, at: now, by: device)
                if isNew, !title.isEmpty { try record.setTitle(title, at: now, by: device) }
                return record
            } catch {
                rejection = error
                return nil
            }
        }
        return rejection
    }

    /// Records that a credential was filled in.
    package func markUsed(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.markUsed(at: now, by: device) }
    }

    /// Deletes a credential if it exists.
    package func delete(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.delete(at: now, by: device) }
    }

    /// Records an upgrade before it is requested. Returns false if the credential does not exist or there are too many candidates
    /// for the key.
    @discardableResult
    package func beginUpgrade(_ upgrade: PendingUpgrade, of id: CredentialID, at now: Date) throws(CredentialStoreError) -> Bool {
        let record = try edit(id) { $0.beginUpgrade(upgrade, at: now, by: device) }
        let pending = record?.credential(on: device)?.pendingUpgrade
        return pending?.target == upgrade.target && pending?.idempotencyKey == upgrade.idempotencyKey
    }

    /// Records that the server accepted `password`: it replaces the old one and ends the upgrade, in one write. Returns whether
    /// it is now current. A password that was saved after `moment` stays current, and this one goes to the history.
    ///
    /// - Parameter moment: The time of the server's response, or the earliest possible one.
    @discardableResult
    package func completeUpgrade(
        of id: CredentialID, with password: PrivateText, at moment: Date
    ) throws(CredentialStoreError) -> Bool {
        try complete(id, with: password) { (record) throws(CredentialContentError) in
            try record.completeUpgrade(with: password, at: moment, by: device)
        }
    }

    /// Sets the new password regardless of later changes, for a caller that knows that it is current.
    @discardableResult
    package func completeUpgrade(
        of id: CredentialID, with password: PrivateText, overOthersAt now: Date
    ) throws(CredentialStoreError) -> Bool {
        try complete(id, with: password) { (record) throws(CredentialContentError) in
            try record.completeUpgrade(with: password, overOthersAt: now, by: device)
        }
    }

    @discardableResult
    private func edit(
        _ id: CredentialID, _ body: (inout CredentialRecord) -> Void
    ) throws(CredentialStoreError) -> CredentialRecord? {
        try change(id) { record in
            guard var record else { return nil }
            body(&record)
            return record
        }
    }

    private func complete(
        _ id: CredentialID, with password: PrivateText, _ body: (inout CredentialRecord) throws(CredentialContentError) -> Void
    ) throws(CredentialStoreError) -> Bool {
        let record = try change(id) { record in
            guard var record, (try? body(&record)) != nil else { return nil }
            return record
        }
        return record?.credential(on: device)?.password == password
    }

    /// Ends an upgrade that apparently failed. Keeps the old password and adds the candidates to the history.
    package func abandonUpgrade(of id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.abandonUpgrade(at: now, by: device) }
    }

    /// Removes an upgrade that was never requested.
    package func dropUpgrade(of id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.endUpgrade(at: now, by: device) }
    }

    /// Merges the records of another device. Repeating it changes nothing; repeat it after an interruption.
    ///
    /// - Returns: The credentials that are damaged here and were not changed.
    @discardableResult
    package func merge(_ records: some Sequence<CredentialRecord>) throws(CredentialStoreError) -> [CredentialID] {
        var damaged: [CredentialID] = []
        for other in records {
            do throws(CredentialStoreError) {
                try change(other.id) { record in
                    guard let record else { return other }
                    return record.merged(with: other)
                }
            } catch {
                guard case .damaged(let id) = error else { throw error }
                damaged.append(id)
            }
        }
        return damaged
    }

    /// Synchronizes with another device of the same account. Afterwards both have the same records, except damaged ones.
    package func synchronize(with other: some CredentialStore) throws(CredentialStoreError) {
        try merge(other.records())
        try other.merge(records())
    }
}
