package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

extension Keychain {
    /// Adds an item. Throws:
    /// - `duplicate` if the group has an item with the same primary key
    /// - `missingEntitlement` for a group that the app does not belong to
    /// - `passcodeNotSet` for a class or list that requires a passcode on a device without one
    /// - `interactionNotAllowed` if the lock state makes the class unavailable
    /// - `tooLarge` for data above the limit of one value, and for attributes above theirs
    /// - `quotaExceeded` if the group has reached its limit
    package func add(_ request: AddItem, for app: App, gate: AccessGate) throws(DeviceError) -> FoundItem {
        try steadily { () throws(DeviceError) in
            let item = try prepare(request, for: app, gate: gate)
            try insert([item])
            return found(item, returning: request.returning, data: request.data)
        }
    }

    /// Returns the item in its stored form, checked and sealed, without writing it. Throws the errors of ``add(_:for:gate:)``.
    func prepare(_ request: AddItem, for app: App, gate: AccessGate) throws(DeviceError) -> NewItem {
        try request.attributes.check(for: request.itemClass)
        if request.isSynchronized, request.accessControl.isNeverSynchronized {
            throw .badRequest("an item that needs a prompt cannot be synchronized")
        }
        let group = try group(request.accessGroup, of: app)
        var item = NewItem(
            place: try place(newReference(), request.accessControl.accessibility.availability), itemClass: request.itemClass,
            description: ItemDescription(
                attributes: dated(request.itemClass.defaults.updated(with: request.attributes)), accessGroup: group,
                accessControl: request.accessControl, isSynchronized: request.isSynchronized))
        if let data = request.data {
            try checkSize(of: data)
            var wrappings = DataSeal.Wrappings()
            if request.accessControl.constrains(.readData) {
                try gate.checkWatch(for: request.accessControl)
                wrappings.policy = try KeyPolicy(request.accessControl)
            }
            if request.accessControl.needsApplicationPassword {
                wrappings.applicationPassword = try gate.applicationPassword(isNew: true)
            }
            item.data = try DataSeal.seal(SecretBytes(data), at: item.place, in: wrappings, enclave: enclave, random: random)
            item.policy = wrappings.policy
        }
        return item
    }

    func checkSize(of data: [UInt8]) throws(DeviceError) {
        guard data.count <= quota.valueBytes else { throw .item(.tooLarge) }
    }

    /// Seals the description. Throws `tooLarge` above the limit.
    func sealed(_ description: ItemDescription, at place: DataSeal.Place) throws(DeviceError) -> [UInt8] {
        let sealed = try DescriptionSeal.seal(description, at: place, random: random)
        guard sealed.count <= KeychainQuota.descriptionBytes else { throw .item(.tooLarge) }
        return sealed
    }

    /// Inserts all of the items atomically.
    func insert(_ items: [NewItem]) throws(DeviceError) {
        var rows: [(item: NewItem, description: [UInt8], set: Int64?)] = []
        for item in items {
            let description = try sealed(item.description, at: item.place)
            rows.append((item, description, item.policy?.isInvalidatedByEnrolment == true ? try currentGeneration() : nil))
        }
        try write { [digests, rows, quota] connection in
            for (item, description, set) in rows {
                try connection.insert(item, sealedDescription: description, biometricSet: set, digests: digests)
                try connection.check(quota, of: digests.digest(of: item.description.accessGroup))
            }
        }
    }

    func found(_ item: NewItem, returning forms: ReturnForms, data: [UInt8]?) -> FoundItem {
        FoundItem(
            itemClass: item.itemClass, reference: item.reference,
            description: forms.contains(.attributes) || forms.contains(.reference) ? item.description : nil,
            data: forms.contains(.data) || forms.contains(.reference) ? data : nil,
            key: item.key.map { item.description.key(item.reference, $0) })
    }

    /// Sets the dates. The broker's dates override those of the app.
    private func dated(_ attributes: ItemAttributes) -> ItemAttributes {
        let date = AttributeValue.date(now())
        var attributes = attributes
        attributes.set(.creationDate, date)
        attributes.set(.modificationDate, date)
        return attributes
    }

    /// Returns the generation as an SQLite integer. It grows by one with each enrolment, far below 2^63.
    func currentGeneration() throws(DeviceError) -> Int64 {
        Int64(clamping: try enclave.done { (enclave) throws(EnclaveError) in try enclave.biometricGeneration() })
    }
}

/// An item to be stored.
struct NewItem: Sendable {
    let place: DataSeal.Place
    let itemClass: ItemClass
    let description: ItemDescription
    var data: SealedData?
    var key: ItemRow.StoredKey?
    /// The enclave's policy for the item's data or key.
    var policy: KeyPolicy?

    var reference: PersistentReference { place.reference }

    var availability: Accessibility.Availability { description.accessControl.accessibility.availability }
}

extension AccessControl {
    /// Whether the item cannot be synchronized, because it needs a prompt or an app password. A this-device-only class may be
    /// combined with synchronization: like Apple's keychain, this one accepts the item and keeps it on the device.
    var isNeverSynchronized: Bool { !constraints.isEmpty || needsApplicationPassword }
}

extension ItemDescription {
    func key(_ reference: PersistentReference, _ key: ItemRow.StoredKey) -> KeyDescription {
        KeyDescription(reference: .item(reference), publicKey: key.publicKey, accessControl: accessControl)
    }
}
