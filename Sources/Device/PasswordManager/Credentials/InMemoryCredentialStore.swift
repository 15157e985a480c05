import Synchronization

/// A credential store in memory, for tests and for uses without a device.
package final class InMemoryCredentialStore: CredentialStore {
    package let device: DeviceName

    private let held: Mutex<[CredentialID: CredentialRecord]>

    package init(device: DeviceName, records: [CredentialRecord] = []) {
        self.device = device
        held = Mutex(Dictionary(records.map { ($0.id, $0) }) { $0.merged(with: $1) ?? $0 })
    }

    package func summaries() throws(CredentialStoreError) -> [CredentialSummary] {
        try records().compactMap(\.summary)
    }

    package func contents() throws(CredentialStoreError) -> CredentialStoreContents {
        CredentialStoreContents(records: held.withLock { $0.values.sorted { $0.id < $1.id } }, damaged: [])
    }

    package func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? {
        held.withLock { $0[id] }
    }

    @discardableResult
    package func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        held.withLock { held in
            if let record = change(held[id]), record.id == id { held[id] = record }
            return held[id]
        }
    }

    package func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool {
        held.withLock { held in
            guard held[record.id] == record else { return false }
            held[record.id] = nil
            return true
        }
    }
}
