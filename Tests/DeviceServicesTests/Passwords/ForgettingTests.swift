import DeviceProtocol
import DeviceSimulator
import PasswordManager
import Synchronization
import Testing

@Suite("A forgotten credential")
struct ForgettingTests {
    @Test("no longer counts if forgetting is interrupted between login and record, and is removed completely otherwise")
    func breaksOff() throws {
        // Find it, remove one part, remove the other.
        for messages in [2, 3] {
            let group = try #require(AccessGroup(rawValue: "TEAM.com.example.system"))
            let device = try DeviceSimulator(app: group.rawValue)
            let name = try #require(DeviceName(rawValue: "phone"))
            let whole = KeychainCredentialStore(device: name, link: device.link, group: group)
            try whole.save(PrivateText("one"), as: id("ann"), at: device.clock.now)
            let record = try #require(try whole.record(id("ann")))
            let broken = KeychainCredentialStore(
                device: name, link: BreakingLink(link: device.link, after: messages), group: group)
            if messages == 2 {
                #expect(throws: CredentialStoreError.self) { try broken.forget(record) }
            } else {
                #expect(try broken.forget(record))
            }
            // A login without its record would count as saved by another app, and every device would receive it again.
            #expect(try whole.credential(id("ann")) == nil)
            #expect(try whole.summaries().isEmpty)
            #expect(try whole.records().allSatisfy(\.isDeleted))
            #expect(try whole.records().isEmpty == (messages == 3))
        }
    }
}

/// A connection that fails after a number of messages.
private final class BreakingLink: DeviceLink {
    private let link: any DeviceLink
    private let left: Mutex<Int>

    init(link: any DeviceLink, after count: Int) {
        self.link = link
        left = Mutex(count)
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        let isThrough = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isThrough else { throw .unavailable("broken") }
        return try link.exchange(message)
    }
}
