import PasswordManager

@testable import DeviceServices

/// A store whose process can be killed before and after each write, and then does nothing.
struct KillableStore: CredentialStore {
    let inner: InMemoryCredentialStore
    let failurePlan: FailurePlan

    var device: DeviceName { inner.device }

    func summaries() throws(CredentialStoreError) -> [CredentialSummary] {
        try alive()
        return try inner.summaries()
    }

    func contents() throws(CredentialStoreError) -> CredentialStoreContents {
        try alive()
        return try inner.contents()
    }

    func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? {
        try alive()
        return try inner.record(id)
    }

    @discardableResult
    func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        failurePlan.pass()
        try alive()
        let record = try inner.change(id, change)
        failurePlan.pass()
        try alive()
        return record
    }

    func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool {
        try alive()
        return try inner.forget(record)
    }

    private func alive() throws(CredentialStoreError) {
        if failurePlan.isSystemDead { throw .unavailable("the process was killed") }
    }
}
