import DeviceProtocol
import Synchronization
import Testing

@Suite("A device that is not there") struct AnnouncedAbsenceTests {
    @Test("says so once, and refuses every call")
    func once() {
        let words = Said()
        let absence = AnnouncedAbsence(of: MissingDevice(reason: "there is none")) { words.add($0) }
        for _ in 0..<3 {
            #expect(throws: DeviceRefusal.unavailable("there is none")) { try absence.perform(ReadMechanisms()) }
        }
        #expect(words.all == ["there is none"])
    }

    private final class Said: Sendable {
        private let words = Mutex<[String]>([])
        var all: [String] { words.withLock { $0 } }
        func add(_ word: String) { words.withLock { $0.append(word) } }
    }
}
