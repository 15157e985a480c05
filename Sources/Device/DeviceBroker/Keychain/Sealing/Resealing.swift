import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// From which class keys to which everything goes over that is sealed under them.
struct Resealing: Sendable {
    let old: [Accessibility.Availability: ClassKey]
    let new: [Accessibility.Availability: ClassKey]
    let random: any RandomBytes

    /// The description, the data's key and the enclave's key of a row. Throws for a row that does not open.
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

    /// The secret's key and the enclave's key of a row. Throws for a row that does not open.
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
    /// Seals anew what stands directly under a class key: the description and the data's key of every item, the secret's key of every right, the enclave's keys. The data itself stays as it is, and whoever must be
    /// asked for it as well. A row that does not open is left alone: nobody will open it, whatever is done.
    func reseal(_ resealing: Resealing) throws {
        for (availability, _) in resealing.new { try resealItems(availability, resealing) }
        try resealRights(resealing)
    }

    private func resealItems(_ availability: Accessibility.Availability, _ resealing: Resealing) throws {
        var last: Int64 = 0
        while true {
            let batch = try rows(
                cached: """
                    SELECT number, reference, description, data_key, enclave_key FROM items WHERE availability = ? AND number > ? ORDER BY number LIMIT 256
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
