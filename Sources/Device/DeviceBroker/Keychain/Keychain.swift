package import DeviceProtocol
import FoundationEssentials
import GRDB
package import Secrets
import Synchronization

/// The keychain of a device, in one file: items, which include enclave keys, and saved rights.
///
/// Every operation is one transaction, so a broker that ends during one leaves all of its changes or none. No prompt is shown
/// during a transaction. Operations block the calling thread; several threads may call concurrently.
package final class Keychain: Sendable {
    let file: KeychainFile
    let enclave: any Enclave
    let ring: ClassKeyring
    let random: any RandomBytes
    let digests: AttributeDigests
    let presenceKey: PresenceKey
    let quota: KeychainQuota
    /// The key that seals the marks of unfinished responses for the calling app.
    let marks: SealingKey
    /// The enclave's generation at the last removal of items of previous sets; a removal follows each change of the generation.
    /// Cached, because a request to a TPM takes longer than the rest of reading an item. With an outdated value, a query also finds
    /// items that the enclave then does not open.
    let knownGeneration = Mutex<Int64?>(nil)
    /// The lock that is held during a renewal of the class keys.
    let renewing = Mutex(())
    /// The clock: returns seconds since 2001-01-01T00:00:00Z.
    let now: @Sendable () -> Double

    /// Opens the keychain. Throws `unavailable` if the enclave does not return the device's secret.
    package init(
        file: KeychainFile, enclave: any Enclave, ring: ClassKeyring, quota: KeychainQuota = .standard, random: any RandomBytes,
        now: @escaping @Sendable () -> Double
    ) throws(DeviceError) {
        let deviceKey = try enclave.deviceKey()
        guard let presenceKey = PresenceKey(deviceSecret: deviceKey.reveal()) else {
            throw .unavailable("cannot derive a presence key from the enclave's device secret")
        }
        self.file = file
        self.enclave = enclave
        self.ring = ring
        self.random = random
        self.now = now
        self.presenceKey = presenceKey
        self.quota = quota
        marks = deviceKey.sealingKey(for: .findMarks)
        digests = AttributeDigests(key: deviceKey.authenticationKey(for: .attributeDigests))
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(DeviceError) -> Value {
        do {
            return try file.database.read(body)
        } catch {
            throw Self.rejection(error)
        }
    }

    /// Reads without a transaction, as ``KeychainFile/look(_:)`` does.
    func look<Value>(_ body: (Database) throws -> Value) throws(DeviceError) -> Value {
        do {
            return try file.look(body)
        } catch {
            throw Self.rejection(error)
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws(DeviceError) -> Value {
        do {
            return try file.write(body)
        } catch {
            throw Self.rejection(error)
        }
    }

    private static func rejection(_ error: any Error) -> DeviceError {
        switch error {
        case let rejection as DeviceError: rejection
        case let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE: .item(.duplicate)
        case is DamagedRow: .item(.notDecodable)
        default: .unavailable("the keychain failed: \(error)")
        }
    }

    func place(_ reference: PersistentReference, _ availability: Accessibility.Availability) throws(DeviceError) -> DataSeal.Place {
        DataSeal.Place(reference: reference, classKey: try ring.key(for: availability))
    }

    func newReference() throws(DeviceError) -> PersistentReference {
        guard let reference = PersistentReference(random.bytes(PersistentReference.length)) else {
            throw .unavailable("the random source returned too few bytes")
        }
        return reference
    }

    /// Returns the group of new items: the named one, or the caller's first. Throws `missingEntitlement` if the caller does not
    /// belong to it.
    func group(_ named: AccessGroup?, of app: App) throws(DeviceError) -> AccessGroup {
        guard let group = named ?? app.accessGroups.first, app.isIn(group) else { throw .item(.missingEntitlement) }
        return group
    }

    /// Returns the authorization that proves the evidence to the enclave, for items with this access control list. A confirmation
    /// on the watch counts only with a list.
    func authorization(_ evidence: Evidence, behind control: AccessControl? = nil) -> KeyAuthorization {
        let isPresent = evidence.matchedSet != nil || evidence.isConfirmedOnWatch && control?.takesWatch == true
        return KeyAuthorization(passcode: evidence.passcode, presence: isPresent ? presenceKey : nil)
    }
}

extension KeyPurpose {
    fileprivate static let findMarks = KeyPurpose("device-find-marks")
    fileprivate static let attributeDigests = KeyPurpose("device-attribute-digests")
}

/// The limit of an access group. It prevents an app from filling the device's disk, or the memory of a process that reads the
/// group.
package struct KeychainQuota: Hashable, Sendable {
    /// The number of items and saved rights.
    package var items: Int
    /// The total size of the sealed values and descriptions, in bytes.
    package var bytes: Int
    /// The size of one value, in bytes. At most 64 MiB (``DeviceProtocol/Frame/maximumLength``).
    package var valueBytes: Int

    package init(items: Int, bytes: Int, valueBytes: Int = 16 << 20) {
        self.items = items
        self.bytes = bytes
        self.valueBytes = min(valueBytes, Frame.maximumLength - Frame.room)
    }

    /// The maximum size of an item's sealed description, which contains its attributes, in bytes. It admits the attributes of the
    /// longest certificate, of 256 KiB, and fits into a message beside the longest value.
    static let descriptionBytes = 768 << 10

    /// The limit of a group by default: 20,000 items and 512 MiB of values and descriptions, with values of at most 16 MiB.
    package static let standard = KeychainQuota(items: 20_000, bytes: 512 << 20)
}

extension Database {
    /// Checks the limit of a group, given as the digest of its name. Throws `quotaExceeded` if the group exceeds it. The caller
    /// calls this after a change, in the same transaction, which the error rolls back.
    func check(_ quota: KeychainQuota, of group: [UInt8]) throws {
        let usage = try rows(cached: "SELECT items, bytes FROM usage WHERE access_group = ?", [Data(group)]).first
        guard let usage, usage["items"] > quota.items || usage["bytes"] > quota.bytes else { return }
        throw DeviceError.item(.quotaExceeded)
    }
}
