import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// Reseals rows from old class keys to new ones.
struct Resealing: Sendable {
    let old: [Accessibility.Availability: ClassKey]
    let new: [Accessibility.Availability: ClassKey]
    let random: any RandomBytes

    /// Returns the resealed description, data key and enclave key of an item's row. Throws if the row cannot be opened.
    fileprivate func item(
        _ row: Row, _ availability: Accessibility.Availability
    ) throws -> (description: [UInt8], dataKey: [UInt8]?, blob: [UInt8]?) {
        let (before, after) = try places(PersistentReference(try row.octets("reference")), availability)
        let description = try DescriptionSeal.open(try row.octets("description"), at: before)
        return (
            try DescriptionSeal.seal(description, at: after, random: random),
            try rewrapped(row.optionalOctets("data_key"), from: before, to: after),
            try resealed(row.optionalOctets("enclave_key"), from: before, to: after)
        )
    }

    /// Returns the resealed secret key and enclave key of a right's row. Throws if the row cannot be opened.
    fileprivate func right(_ row: Row) throws -> (secretKey: [UInt8]?, blob: [UInt8]?) {
        let (before, after) = try places(PersistentReference(ofRight: try row.octets("identifier")), .whenUnlocked)
        return (
            try rewrapped(row.optionalOctets("secret_key"), from: before, to: after),
            try resealed(row.optionalOctets("enclave_key"), from: before, to: after)
        )
    }

    private func places(
        _ reference: PersistentReference?, _ availability: Accessibility.Availability
    ) throws -> (DataSeal.Place, DataSeal.Place) {
        guard let reference, let before = old[availability], let after = new[availability] else { throw DamagedRow() }
        return (DataSeal.Place(reference: reference, classKey: before), DataSeal.Place(reference: reference, classKey: after))
    }

    private func rewrapped(_ column: [UInt8]?, from old: DataSeal.Place, to new: DataSeal.Place) throws -> [UInt8]? {
        guard let column else { return nil }
        guard let key = try? WrappedKey(message: column) else { throw DamagedRow() }
        return try DataSeal.rewrapped(key, from: old, to: new, random: random).message
    }

    private func resealed(_ blob: [UInt8]?, from old: DataSeal.Place, to new: DataSeal.Place) throws -> [UInt8]? {
        guard let blob else { return nil }
        let opened = try old.classKey.keyBlobs.open(Sealed(bytes: blob), boundTo: old.reference.bytes)
        return try new.classKey.keyBlobs.seal(opened, boundTo: new.reference.bytes, random: random).bytes
    }
}

extension Database {
    /// Reseals everything that a class key seals directly: the description and the data key of each item, the secret key of each
    /// right, and enclave keys. The data and the inner wrappings do not change. Skips rows that cannot be opened, because they are
    /// lost in any case.
    func reseal(_ resealing: Resealing) throws {
        for (availability, _) in resealing.new { try resealItems(availability, resealing) }
        try resealRights(resealing)
    }

    private func resealItems(_ availability: Accessibility.Availability, _ resealing: Resealing) throws {
        var last: Int64 = 0
        while true {
            let batch = try rows(
                cached: """
                    SELECT number, reference, description, data_key, enclave_key FROM items WHERE availability = ? AND number > ? ORDER BY number LIMIT 32
                    """, [availability.rawValue, last])
            guard let end = batch.last else { return }
            for row in batch {
                guard let (description, dataKey, blob) = try? resealing.item(row, availability) else { continue }
                try execute(
                    cached: "UPDATE items SET description = ?, data_key = ?, enclave_key = ? WHERE number = ?",
                    [Data(description), dataKey.map { Data($0) }, blob.map { Data($0) }, row["number"] as Int64])
            }
            last = end["number"]
        }
    }

    private func resealRights(_ resealing: Resealing) throws {
        for row in try Row.fetchAll(self, sql: "SELECT number, identifier, secret_key, enclave_key FROM rights") {
            guard let (secretKey, blob) = try? resealing.right(row) else { continue }
            try execute(
                cached: "UPDATE rights SET secret_key = ?, enclave_key = ? WHERE number = ?",
                [secretKey.map { Data($0) }, blob.map { Data($0) }, row["number"] as Int64])
        }
    }
}
