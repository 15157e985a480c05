import Synchronization
package import DeviceProtocol
import GRDB

extension Keychain {
    /// Deletes every item that the query means, in one step, and asks nobody. Throws `notFound` where none is meant; items that are locked
    /// are not.
    package func delete(_ request: DeleteItems, for app: App) throws(DeviceRefusal) {
        try steadily { () throws(DeviceRefusal) in try deleteOnce(request, for: app) }
    }

    private func deleteOnce(_ request: DeleteItems, for app: App) throws(DeviceRefusal) {
        var numbers: [Int64] = []
        var rows = try candidates(for: request.query, of: app)
        while let row = try rows.next() {
            guard let (_, description) = try described(row), description.attributes.contains(request.query.attributes) else {
                continue
            }
            numbers.append(row.number)
        }
        guard !numbers.isEmpty else { throw .item(.notFound) }
        try write { [numbers] connection in
            for number in numbers { try connection.execute(cached: "DELETE FROM items WHERE number = ?", [number]) }
        }
    }

    /// Removes what can never be opened again, after the set of fingers or faces has changed. Doing it again does nothing.
    package func removeWhatDiedWithItsSet() throws(DeviceRefusal) {
        let set = try currentGeneration()
        try write { connection in
            try connection.execute(sql: "DELETE FROM items WHERE biometric_set <> ?", arguments: [set])
            try connection.execute(sql: "DELETE FROM rights WHERE biometric_set <> ?", arguments: [set])
        }
        knownGeneration.withLock { $0 = set }
    }
}
