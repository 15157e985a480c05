import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// One row of `items` as it stands in the file.
struct ItemRow: Sendable {
    let number: Int64
    let reference: PersistentReference
    let itemClass: ItemClass
    let availability: Accessibility.Availability
    let description: [UInt8]
    /// The set of fingers or faces that the item dies with.
    let biometricSet: Int64?
    let data: StoredData?
    let key: StoredKey?

    /// A value, or how long it is.
    struct StoredData: Sendable {
        let key: WrappedKey
        /// Sealed, in bytes.
        let length: Int
        /// Absent where it is long: it is fetched when it is wanted.
        let data: Sealed?
    }

    struct StoredKey: Sendable {
        /// The blob under the key of the class.
        let sealedBlob: [UInt8]
        /// Of the app's password; absent: the app gave none.
        let salt: [UInt8]?
        let publicKey: P256PublicKey
    }

    /// In the order in which ``init(_:)`` reads them: by place, because looking for a name takes longer than reading.
    static let columns = """
        number, reference, class, availability, biometric_set, description, data_key, length(data) AS data_length,
        CASE WHEN length(data) <= \(longestInline) THEN data END AS data, enclave_key, key_salt, public_key
        """

    /// Of a sealed value that is read with its row, in bytes.
    private static let longestInline = 16_384

    /// Throws where the row holds what no version of this program writes.
    init(_ row: Row) throws {
        guard let reference = try row.octets(at: 1).flatMap({ PersistentReference($0) }),
            let itemClass = ItemClass(rawValue: row[2]),
            let availability = Accessibility.Availability(rawValue: row[3]),
            let description = try row.octets(at: 5)
        else { throw DamagedRow() }
        number = row[0]
        self.reference = reference
        self.itemClass = itemClass
        self.availability = availability
        biometricSet = row[4]
        self.description = description
        if let keyColumn = try row.octets(at: 6), let length = row[7] as Int? {
            guard let key = WrappedKey(column: keyColumn) else { throw DamagedRow() }
            do {
                data = StoredData(key: key, length: length, data: try row.octets(at: 8).map { try Sealed(bytes: $0) })
            } catch {
                throw DamagedRow()
            }
        } else {
            data = nil
        }
        if let sealedBlob = try row.octets(at: 9), let bytes = try row.octets(at: 11) {
            guard let publicKey = P256PublicKey(x963: bytes) else { throw DamagedRow() }
            key = StoredKey(sealedBlob: sealedBlob, salt: try row.octets(at: 10), publicKey: publicKey)
        } else {
            key = nil
        }
    }
}

/// A row that no version of this program wrote.
struct DamagedRow: Error {}

extension Row {
    func octets(_ column: String) throws -> [UInt8] {
        guard let octets = optionalOctets(column) else { throw DamagedRow() }
        return octets
    }

    func optionalOctets(_ column: String) -> [UInt8]? {
        (self[column] as Data?).map { [UInt8]($0) }
    }

    func octets(at place: Int) throws -> [UInt8]? {
        try withUnsafeData(atIndex: place) { $0.map { [UInt8]($0) } }
    }
}
