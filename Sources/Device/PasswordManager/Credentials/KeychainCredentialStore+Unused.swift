import AssociatedDomains
import DeviceProtocol
package import FoundationEssentials

/// Reports of sites that they no longer accept a password: one item of the system for each site and user name, without the password. It
/// synchronizes with the account's other devices.
extension KeychainCredentialStore {
    package func reportedUnused() throws(CredentialStoreError) -> [CredentialID: Date] {
        let query = ItemQuery(
            itemClass: .genericPassword, attributes: UnusedReport.kind, accessGroup: group, synchronization: .synchronized)
        // A damaged report has no effect. The next one replaces it.
        let reports = try find(query, .data).compactMap { item in item.data.flatMap { try? UnusedReport(message: $0) } }
        return Dictionary(reports.map { ($0.id, Date(timeIntervalSinceReferenceDate: $0.time)) }) { max($0, $1) }
    }

    package func reportUnused(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {
        // Otherwise an app could fill the group of the saved passwords.
        guard try entry(id).summary != nil else { return }
        let report = UnusedReport(id: id, time: now.timeIntervalSinceReferenceDate)
        do throws(DeviceError) {
            try link.put(
                AddItem(
                    itemClass: .genericPassword, attributes: report.name, accessGroup: group,
                    accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true, data: report.message))
        } catch {
            throw Self.failure(error)
        }
    }
}

/// The data of an item.
private struct UnusedReport: WireRecord {
    let id: CredentialID
    /// The time of the report, in seconds since 2001-01-01T00:00:00Z.
    let time: Double

    static let wire = WireForm(version: 1, Self.init, .field(\.id), .field(\.time, .seconds))

    var name: ItemAttributes {
        var name = Self.kind
        // The items of passkeys begin with a domain, which has no space.
        name.set(.service, .text("unused password \(id.server.text)"))
        name.set(.account, .text(id.user))
        return name
    }

    static var kind: ItemAttributes {
        var kind = ItemAttributes()
        kind.set(.description, .text("Unused Password"))
        return kind
    }
}
