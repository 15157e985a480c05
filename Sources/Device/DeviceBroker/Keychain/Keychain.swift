package import DeviceProtocol
import FoundationEssentials
import GRDB
package import Secrets
import Synchronization

/// The keychain of one device: items, keys of the enclave that stand among them, and saved rights, in one file.
///
/// Every operation is one transaction, so that a broker that dies in it leaves all of it or nothing. Nobody is ever asked for anything
/// while a transaction is open. It blocks the calling thread; several threads may call at once.
package final class Keychain: Sendable {
    let file: KeychainFile
    let enclave: any Enclave
    let ring: ClassKeyring
    let random: any RandomBytes
    let digests: AttributeDigests
    let presenceKey: PresenceKey
    let quota: KeychainQuota
    /// What an answer's end is sealed under, for the app that asked.
    let marks: SealingKey
    /// The generation that the enclave had when the items of dead sets were last removed. It changes only with that: asking a TPM takes longer
    /// than everything else in reading an item. One that is out of date lists items that the enclave then refuses to open.
    let knownGeneration = Mutex<Int64?>(nil)
    /// Held while class keys are renewed.
    let renewing = Mutex(())
    /// Seconds since 2001-01-01T00:00:00Z.
    let now: @Sendable () -> Double

    /// Throws `unavailable` where the enclave does not give the device's secret.
    package init(
        file: KeychainFile, enclave: any Enclave, ring: ClassKeyring, quota: KeychainQuota = .standard, random: any RandomBytes,
        now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
        let deviceKey = try enclave.deviceKey()
        guard let presenceKey = PresenceKey(deviceSecret: deviceKey.reveal()) else {
            throw .unavailable("no presence key comes from the enclave's device secret")
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

    func read<Value>(_ body: (Database) throws -> Value) throws(DeviceRefusal) -> Value {
        do {
            return try file.database.read(body)
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Reads without a transaction: each statement sees one state, and two may see two.
    func look<Value>(_ body: (Database) throws -> Value) throws(DeviceRefusal) -> Value {
        do {
            return try file.database.unsafeRead(body)
        } catch {
            throw Self.refusal(error)
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws(DeviceRefusal) -> Value {
        do {
            return try file.write(body)
        } catch {
            throw Self.refusal(error)
        }
    }

    private static func refusal(_ error: any Error) -> DeviceRefusal {
        switch error {
        case let refusal as DeviceRefusal: refusal
        case let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE: .item(.duplicate)
        case is DamagedRow: .item(.notDecodable)
        default: .unavailable("the keychain cannot be used: \(error)")
        }
    }

    func place(_ reference: PersistentReference, _ availability: Accessibility.Availability) throws(DeviceRefusal) -> DataSeal.Place
    {
        DataSeal.Place(reference: reference, classKey: try ring.key(for: availability))
    }

    func newReference() throws(DeviceRefusal) -> PersistentReference {
        guard let reference = PersistentReference(random.bytes(PersistentReference.length)) else {
            throw .unavailable("the random source gives too few bytes")
        }
        return reference
    }

    /// Gives the group that new items go to: the one that is named, or the caller's first. Throws `missingEntitlement` where the caller
    /// is not in it.
    func group(_ named: AccessGroup?, of app: App) throws(DeviceRefusal) -> AccessGroup {
        guard let group = named ?? app.accessGroups.first, app.isIn(group) else { throw .item(.missingEntitlement) }
        return group
    }

    /// What the enclave is shown for what a person has shown, before what stands behind `control`. Without one, the watch counts for nothing.
    func authorization(_ evidence: Evidence, behind control: AccessControl? = nil) -> KeyAuthorization {
        let isPresent = evidence.matchedSet != nil || evidence.isConfirmedOnWatch && control?.takesWatch == true
        return KeyAuthorization(passcode: evidence.passcode, presence: isPresent ? presenceKey : nil)
    }
}

extension KeyPurpose {
    fileprivate static let findMarks = KeyPurpose("device-find-marks")
    fileprivate static let attributeDigests = KeyPurpose("device-attribute-digests")
}

/// How much one access group may hold. Without one, a single app could fill the disk of the device, and the memory of whoever reads it.
package struct KeychainQuota: Hashable, Sendable {
    /// Items and saved rights.
    package var items: Int
    /// Of their values, sealed, in bytes.
    package var bytes: Int
    /// Of one value, in bytes. At most 64 MiB (``DeviceProtocol/Frame/maximumLength``).
    package var valueBytes: Int

    package init(items: Int, bytes: Int, valueBytes: Int = 16 << 20) {
        self.items = items
        self.bytes = bytes
        self.valueBytes = min(valueBytes, Frame.maximumLength - Frame.room)
    }

    /// 20,000 items, and 512 MiB of values, each of 16 MiB at most.
    package static let standard = KeychainQuota(items: 20_000, bytes: 512 << 20)
}

extension Database {
    /// Throws `quotaExceeded` where the group, by the digest of its name, holds more than it may. To be asked after a change, which is then undone.
    func check(_ quota: KeychainQuota, of group: [UInt8]) throws {
        let usage = try rows(cached: "SELECT items, bytes FROM usage WHERE access_group = ?", [Data(group)]).first
        guard let usage, usage["items"] > quota.items || usage["bytes"] > quota.bytes else { return }
        throw DeviceRefusal.item(.quotaExceeded)
    }
}
