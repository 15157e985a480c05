import DeviceProtocol
import Synchronization
import Testing

@Suite("Missing device") struct UnavailableDeviceLinkTests {
    @Test("every call fails, and the reason is announced once")
    func once() {
        let words = Said()
        let absence = UnavailableDeviceLink(of: MissingDevice(reason: "no device")) { words.add($0) }
        for _ in 0..<3 {
            #expect(throws: DeviceError.unavailable("no device")) { try absence.perform(ReadMechanisms()) }
        }
        #expect(words.all == ["no device"])
    }

    private final class Said: Sendable {
        private let words = Mutex<[String]>([])
        var all: [String] { words.withLock { $0 } }
        func add(_ word: String) { words.withLock { $0.append(word) } }
    }
}
