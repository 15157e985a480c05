import DeviceProtocol
import DeviceSimulator
import PasswordManager
import Synchronization
import Testing

@Suite("A credential that is forgotten")
struct ForgettingTests {
    @Test("is none any more where that breaks off between the login and the record, and all gone where it does not")
    func breaksOff() throws {
        // Looking for it, removing the one, removing the other.
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
            // A login without its record would be a credential that somebody else has saved: every device would have it back.
            #expect(try whole.credential(id("ann")) == nil)
            #expect(try whole.summaries().isEmpty)
            #expect(try whole.records().allSatisfy(\.isDeleted))
            #expect(try whole.records().isEmpty == (messages == 3))
        }
    }
}

/// A way that breaks after so many messages.
private final class BreakingLink: DeviceLink {
    private let link: any DeviceLink
    private let left: Mutex<Int>

    init(link: any DeviceLink, after count: Int) {
        self.link = link
        left = Mutex(count)
    }

    func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        let isThrough = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isThrough else { throw .unavailable("broken") }
        return try link.exchange(message)
    }
}
