import DeviceBroker
import Synchronization
import Testing

@testable import DeviceServices

@Suite("The board of waiting sheets") struct NoticeQueueTests {
    private final class Heard: Sendable {
        let lines = Mutex<[String]>([])
        func say(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// A timeout that expires when the test says so.
    private final class ManualTimeout: Sendable {
        let waiting = Mutex<[@Sendable () -> Void]>([])
        func end() { for over in waiting.withLock({ $0 }) { over() } }
    }

    private func noticeQueue(_ timeout: ManualTimeout = ManualTimeout()) -> NoticeQueue {
        NoticeQueue(timeout: PromptTimeout { over in timeout.waiting.withLock { $0.append(over) } })
    }

    private func post(_ name: String, on noticeQueue: NoticeQueue, _ heard: Heard) -> UInt64 {
        noticeQueue.post([name], interrupt: { heard.say("\(name) interrupted") }) { line in
            heard.say("\(name) \(line)")
            return line == "yes"
        }
    }

    @Test("gives each notice to one screen, in order, which alone can answer it, once")
    func turns() {
        let (noticeQueue, heard) = (noticeQueue(), Heard())
        let (one, other) = (noticeQueue.open(), noticeQueue.open())
        noticeQueue.take(as: one) { heard.say("one has \($0.lines)") }
        let first = post("A", on: noticeQueue, heard)
        let second = post("B", on: noticeQueue, heard)
        noticeQueue.take(as: other) { heard.say("other has \($0.lines)") }
        #expect(heard.all == ["one has [\"A\"]", "other has [\"B\"]"])
        #expect(noticeQueue.answer(first, "yes", by: other) == .over)
        #expect(noticeQueue.answer(second, "no", by: other) == .invalid)
        #expect(noticeQueue.answer(second, "yes", by: other) == .done)
        #expect(noticeQueue.answer(second, "yes", by: other) == .over)
        #expect(heard.all.suffix(2) == ["B no", "B yes"])
    }

    @Test("offers a notice again when its screen is gone, and ends it after the timeout")
    func leaving() {
        let (timeout, heard) = (ManualTimeout(), Heard())
        let noticeQueue = noticeQueue(timeout)
        let one = noticeQueue.open()
        let number = post("A", on: noticeQueue, heard)
        noticeQueue.take(as: one) { heard.say("one has \($0.lines)") }
        timeout.end()
        #expect(heard.all == ["one has [\"A\"]"], "the screen that claimed it has no time limit")
        noticeQueue.leave(one)
        timeout.end()
        #expect(heard.all.last == "A interrupted")
        #expect(noticeQueue.answer(number, "yes", by: one) == .over)
    }

    @Test("shows a notification of the system until the user enters any line")
    func notification() throws {
        let noticeQueue = noticeQueue()
        NoticeScreen(noticeQueue).notify(.passkeySaved(user: "jane", site: "example.com"))
        let screen = noticeQueue.open()
        let taken = Mutex<NoticeQueue.Notice?>(nil)
        noticeQueue.take(as: screen) { notice in taken.withLock { $0 = notice } }
        let notice = try #require(taken.withLock { $0 })
        #expect(notice.lines.first == "The device saved a passkey for jane on example.com.")
        #expect(noticeQueue.answer(notice.number, "", by: screen) == .done)
        #expect(noticeQueue.answer(notice.number, "", by: screen) == .over)
    }

    @Test("reports to a watcher when the notice ends, immediately if it already ended")
    func watching() {
        let (noticeQueue, heard) = (noticeQueue(), Heard())
        let screen = noticeQueue.open()
        let number = post("A", on: noticeQueue, heard)
        noticeQueue.watch(number, as: screen) { heard.say("over") }
        #expect(heard.all.isEmpty && noticeQueue.isWaiting(screen))
        noticeQueue.remove(number)
        #expect(heard.all == ["over"] && !noticeQueue.isWaiting(screen))
        noticeQueue.watch(number, as: screen) { heard.say("over again") }
        #expect(heard.all == ["over", "over again"])
    }
}
