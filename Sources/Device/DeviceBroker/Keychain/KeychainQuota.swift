import FoundationEssentials
import DeviceProtocol
import GRDB

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
