package import FoundationEssentials

extension CredentialStore {
    /// Every record that can be read, deletions included, by site and user name.
    package func records() throws(CredentialStoreError) -> [CredentialRecord] {
        try contents().records
    }

    /// A credential, opened; nil where it does not exist or is deleted.
    package func credential(_ id: CredentialID) throws(CredentialStoreError) -> SavedCredential? {
        try record(id)?.credential(on: device)
    }

    /// Every credential, opened.
    package func credentials() throws(CredentialStoreError) -> [SavedCredential] {
        try records().compactMap { $0.credential(on: device) }
    }

    /// Saves a user name and password, anew or in the place of the password that was there.
    ///
    /// - Returns: why the content is refused; nil where it was saved.
    @discardableResult
    package func save(
        _ password: PrivateText, as id: CredentialID, title: String = "", at now: Date
    ) throws(CredentialStoreError) -> CredentialContentError? {
        var refusal: CredentialContentError?
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
                refusal = error
                return nil
            }
        }
        return refusal
    }

    /// Remembers that a credential was filled.
    package func markUsed(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.markUsed(at: now, by: device) }
    }

    /// Deletes a credential; where there is none, nothing.
    package func delete(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.delete(at: now, by: device) }
    }

    /// Writes down an upgrade before anybody is asked for it. Returns false where the credential does not exist, and where too much was
    /// asked for under the key.
    @discardableResult
    package func beginUpgrade(_ upgrade: PendingUpgrade, of id: CredentialID, at now: Date) throws(CredentialStoreError) -> Bool {
        let record = try edit(id) { $0.beginUpgrade(upgrade, at: now, by: device) }
        let pending = record?.credential(on: device)?.pendingUpgrade
        return pending?.target == upgrade.target && pending?.idempotencyKey == upgrade.idempotencyKey
    }

    /// The server took `password`: it takes the old one's place and ends the upgrade, in one write. Returns whether it is now the password: what was saved
    /// later than `moment` still is, and this one then stands in the history.
    ///
    /// - Parameter moment: when the server answered, or as early as it may have.
    @discardableResult
    package func completeUpgrade(
        of id: CredentialID, with password: PrivateText, at moment: Date
    ) throws(CredentialStoreError) -> Bool {
        try complete(id, with: password) { (record) throws(CredentialContentError) in
            try record.completeUpgrade(with: password, at: moment, by: device)
        }
    }

    /// The same, for a caller that knows that it is the password, regardless of what is saved.
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

    /// The upgrade came to nothing, as far as anybody knows: the old password stays, and what was asked for goes into the history.
    package func abandonUpgrade(of id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.abandonUpgrade(at: now, by: device) }
    }

    /// Forgets an upgrade that was never requested.
    package func dropUpgrade(of id: CredentialID, at now: Date) throws(CredentialStoreError) {
        try edit(id) { $0.endUpgrade(at: now, by: device) }
    }

    /// Takes over what another device knows. Doing it again changes nothing; broken off, it is done again.
    ///
    /// - Returns: the credentials that are damaged here, and are left as they are.
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

    /// Exchanges everything with another device of the same account: afterwards both know the same, but for what is damaged on one of them.
    package func synchronize(with other: some CredentialStore) throws(CredentialStoreError) {
        try merge(other.records())
        try other.merge(records())
    }
}
