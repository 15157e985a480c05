package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets
import Synchronization

extension Keychain {
    /// Updates every item that matches the query, atomically. Opens items with an access control list, which prompts as reading
    /// does.
    ///
    /// Throws `notFound` if no unlocked item matches, `duplicate` if two items would have the same primary key, and `tooLarge` as
    /// for adding. Throws `readOnlyAttribute` or `operationNotPermitted` for changes to attributes that a certificate or an enclave
    /// key determines.
    package func update(_ request: UpdateItems, for app: App, gate: AccessGate) throws(DeviceError) {
        if let group = request.changes.accessGroup { _ = try self.group(group, of: app) }
        try steadily { () throws(DeviceError) in try updateOnce(request, for: app, gate: gate) }
    }

    private func updateOnce(_ request: UpdateItems, for app: App, gate: AccessGate) throws(DeviceError) {
        var updates: [ItemUpdate] = []
        var size = 0
        var rows = try candidates(for: request.query, of: app)
        while let row = try rows.next() {
            guard let (place, description) = try described(row), description.attributes.contains(request.query.attributes) else {
                continue
            }
            let update = try prepare(request.changes, of: row, at: place, description, gate: gate)
            // The former description, the new one, and its sealed form.
            size += row.description.count + 2 * update.sealedDescription.count + (update.data?.data.bytes.count ?? 0)
            LargeMessagePermit.current?.hold(size)
            guard size <= largestUpdate else { throw .item(.tooLarge) }
            updates.append(update)
        }
        guard !updates.isEmpty else { throw .item(.notFound) }
        try write { [updates, digests, quota] connection in
            for update in updates {
                try connection.apply(update, digests: digests)
                try connection.check(quota, of: digests.digest(of: update.description.accessGroup))
            }
        }
    }

    /// The limit of an update's sealed values and descriptions in bytes. All of them are in memory before any is written.
    private var largestUpdate: Int { 2 * max(quota.valueBytes, 4 * KeychainQuota.descriptionBytes) }

    private func prepare(
        _ changes: ItemChanges, of row: ItemRow, at place: DataSeal.Place, _ description: ItemDescription, gate: AccessGate
    ) throws(DeviceError) -> ItemUpdate {
        try changes.attributes.check(for: row.itemClass)
        let fixed = row.itemClass.derived(isInEnclave: row.key != nil)
        for name in changes.attributes.names where fixed.contains(name) {
            guard changes.attributes[name]?.compared(as: name) == description.attributes[name]?.compared(as: name) else {
                throw .item(.readOnlyAttribute)
            }
        }
        var attributes = description.attributes.updated(with: changes.attributes)
        if let created = description.attributes[.creationDate] { attributes.set(.creationDate, created) }
        attributes.set(.modificationDate, .date(now()))
        let control = changes.accessControl ?? description.accessControl
        // The enclave stores the access control list as part of the key and cannot change it.
        if row.key != nil, control != description.accessControl || changes.data != nil { throw .item(.operationNotPermitted) }
        let changed = ItemDescription(
            attributes: attributes, accessGroup: changes.accessGroup ?? description.accessGroup, accessControl: control,
            isSynchronized: changes.isSynchronized ?? description.isSynchronized)
        if changed.isSynchronized, control.isNeverSynchronized {
            throw .badRequest("an item that needs a prompt cannot be synchronized")
        }
        let newPlace = try self.place(row.reference, control.accessibility.availability)
        let old = try data(of: row, at: place, description, gate: gate)
        if row.itemClass == .certificate, changes.data ?? old != old { throw .item(.operationNotPermitted) }
        var update = ItemUpdate(row: row, place: newPlace, description: changed)
        update.sealedDescription = try sealed(changed, at: newPlace)
        // The set that a key is bound to does not change after its creation.
        if row.key != nil { update.biometricSet = row.biometricSet }
        guard let data = changes.data ?? old else { return update }
        try checkSize(of: data)
        var wrappings = DataSeal.Wrappings()
        if control.constrains(.readData) {
            if changes.accessControl != nil { try gate.checkWatch(for: control) }
            wrappings.policy = try KeyPolicy(control)
        }
        if control.needsApplicationPassword { wrappings.applicationPassword = try gate.applicationPassword(isNew: true) }
        update.data = try DataSeal.seal(SecretBytes(data), at: newPlace, in: wrappings, enclave: enclave, random: random)
        update.biometricSet = wrappings.policy?.isInvalidatedByEnrolment == true ? try currentGeneration() : nil
        return update
    }
}

/// The new content of a row. It applies only to the version of the row that was read.
struct ItemUpdate: Sendable {
    let row: ItemRow
    /// The place whose class key seals the new content.
    let place: DataSeal.Place
    let description: ItemDescription
    var sealedDescription: [UInt8] = []
    var data: SealedData?
    var biometricSet: Int64?
}

extension Database {
    /// Applies an update. Throws `unavailable`, without a change, if another request has changed the item since it was read.
    func apply(_ update: ItemUpdate, digests: AttributeDigests) throws {
        let description = update.description
        try check(isPresent: update.place.classKey, for: description.accessControl.accessibility.availability)
        try execute(
            cached: """
                UPDATE items SET primary_key = ?, access_group = ?, availability = ?, accessibility = ?, synchronized = ?, biometric_set = ?,
                    description = ?, data_key = ?, data = ?
                WHERE number = ? AND description = ?
                """,
            [
                Data(digests.primaryKey(of: update.row.itemClass, description)),
                Data(digests.digest(of: description.accessGroup)), description.accessControl.accessibility.availability.rawValue,
                description.accessControl.accessibility.rawValue, description.isSynchronized, update.biometricSet,
                Data(update.sealedDescription), (update.data?.key.message).map { Data($0) },
                (update.data?.dataColumn).map { Data($0) },
                update.row.number, Data(update.row.description),
            ])
        // Each seal has a unique nonce, so an equal sealed description proves that the row is unchanged.
        guard changesCount == 1 else { throw DeviceError.unavailable("the item was changed concurrently. Retry.") }
        try index(description.attributes, of: update.row.itemClass, item: update.row.number, digests: digests)
    }
}

extension Keychain {
    /// Deletes every item that matches the query, atomically and without a prompt. Throws `notFound` if no unlocked item matches.
    package func delete(_ request: DeleteItems, for app: App) throws(DeviceError) {
        try steadily { () throws(DeviceError) in try deleteOnce(request, for: app) }
    }

    private func deleteOnce(_ request: DeleteItems, for app: App) throws(DeviceError) {
        var found: [AccessGroup: [PersistentReference]] = [:]
        var rows = try candidates(for: request.query, of: app)
        while let row = try rows.next() {
            guard let (_, description) = try described(row), description.attributes.contains(request.query.attributes) else {
                continue
            }
            found[description.accessGroup, default: []].append(row.reference)
        }
        guard !found.isEmpty else { throw .item(.notFound) }
        let deleted = try write { [found, digests] connection in
            var deleted = 0
            for (group, references) in found {
                let owner = Data(digests.digest(of: group))
                for reference in references {
                    // SQLite may have given the number to another item meanwhile, and the item may have moved to another group.
                    try connection.execute(
                        cached: "DELETE FROM items WHERE reference = ? AND access_group = ?", [Data(reference.bytes), owner])
                    deleted += connection.changesCount
                }
            }
            return deleted
        }
        guard deleted > 0 else { throw .item(.notFound) }
    }

    /// Deletes items and rights that are bound to a previous biometric set and can never be opened again. Idempotent.
    package func removeWhatDiedWithItsSet() throws(DeviceError) {
        let set = try currentGeneration()
        try write { connection in
            try connection.execute(sql: "DELETE FROM items WHERE biometric_set <> ?", arguments: [set])
            try connection.execute(sql: "DELETE FROM rights WHERE biometric_set <> ?", arguments: [set])
        }
        knownGeneration.withLock { $0 = set }
    }
}
