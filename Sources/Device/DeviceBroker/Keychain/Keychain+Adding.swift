package import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

extension Keychain {
    /// Adds one item. Throws `duplicate` where an item with the same primary key stands in the group, `missingEntitlement` for a group that
    /// the app is not in, `passcodeNotSet` for a class or a list that needs a passcode on a device without one, `interactionNotAllowed`
    /// while the device is locked too deeply for the class, `tooLarge` for data beyond the quota of one value, and `quotaExceeded` where
    /// the group holds as much as it may.
    package func add(_ request: AddItem, for app: App, gate: AccessGate) throws(DeviceRefusal) -> FoundItem {
        try steadily { () throws(DeviceRefusal) in
            let item = try prepare(request, for: app, gate: gate)
            try insert([item])
            return found(item, returning: request.returning, data: request.data)
        }
    }

    /// The item as it will stand, checked and sealed, before anything is written. Throws as ``add(_:for:gate:)`` does.
    func prepare(_ request: AddItem, for app: App, gate: AccessGate) throws(DeviceRefusal) -> NewItem {
        try request.attributes.check(for: request.itemClass)
        if request.isSynchronized, request.accessControl.isNeverSynchronized {
            throw .badRequest("an item that someone must be asked for does not synchronise")
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

    func checkSize(of data: [UInt8]) throws(DeviceRefusal) {
        guard data.count <= quota.valueBytes else { throw .item(.tooLarge) }
    }

    /// Writes all of the items in one step, or none.
    func insert(_ items: [NewItem]) throws(DeviceRefusal) {
        var rows: [(item: NewItem, description: [UInt8], set: Int64?)] = []
        for item in items {
            let description = try DescriptionSeal.seal(item.description, at: item.place, random: random)
            rows.append((item, description, item.policy?.diesWithSet == true ? try currentGeneration() : nil))
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

    /// The dates are the broker's own, whatever an app says of them.
    private func dated(_ attributes: ItemAttributes) -> ItemAttributes {
        let date = AttributeValue.date(now())
        var attributes = attributes
        attributes.set(.creationDate, date)
        attributes.set(.modificationDate, date)
        return attributes
    }

    /// As SQLite keeps it: the number only grows by one for each enrolment, and is far from 2^63.
    func currentGeneration() throws(DeviceRefusal) -> Int64 {
        Int64(clamping: try enclave.done { (enclave) throws(EnclaveError) in try enclave.biometricGeneration() })
    }
}

/// An item that is about to be stored.
struct NewItem: Sendable {
    let place: DataSeal.Place
    let itemClass: ItemClass
    let description: ItemDescription
    var data: SealedData?
    var key: ItemRow.StoredKey?
    /// Under which the enclave keeps the item's data or key.
    var policy: KeyPolicy?

    init(place: DataSeal.Place, itemClass: ItemClass, description: ItemDescription) {
        self.place = place
        self.itemClass = itemClass
        self.description = description
    }

    var reference: PersistentReference { place.reference }

    var availability: Accessibility.Availability { description.accessControl.accessibility.availability }
}

extension AccessControl {
    /// What must be asked for cannot synchronise. A class that keeps an item here may stand beside the mark: Apple's keychain takes both, and lets
    /// the item stay.
    var isNeverSynchronized: Bool { !constraints.isEmpty || needsApplicationPassword }
}

extension ItemDescription {
    func key(_ reference: PersistentReference, _ key: ItemRow.StoredKey) -> KeyDescription {
        KeyDescription(reference: .item(reference), publicKey: key.publicKey, accessControl: accessControl)
    }
}
