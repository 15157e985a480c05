import DeviceBroker
import Synchronization
import Testing

@testable import DeviceServices

@Suite("The board of waiting sheets") struct OwnerBoardTests {
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

    private func board(_ timeout: ManualTimeout = ManualTimeout()) -> OwnerBoard {
        OwnerBoard(timeout: PromptTimeout { over in timeout.waiting.withLock { $0.append(over) } })
    }

    private func post(_ name: String, on board: OwnerBoard, _ heard: Heard) -> UInt64 {
        board.post([name], interrupt: { heard.say("\(name) interrupted") }) { line in
            heard.say("\(name) \(line)")
            return line == "yes"
        }
    }

    @Test("gives each notice to one screen, in order, which alone can answer it, once")
    func turns() {
        let (board, heard) = (board(), Heard())
        let (one, other) = (board.open(), board.open())
        board.take(as: one) { heard.say("one has \($0.lines)") }
        let first = post("A", on: board, heard)
        let second = post("B", on: board, heard)
        board.take(as: other) { heard.say("other has \($0.lines)") }
        #expect(heard.all == ["one has [\"A\"]", "other has [\"B\"]"])
        #expect(board.answer(first, "yes", by: other) == .over)
        #expect(board.answer(second, "no", by: other) == .notUnderstood)
        #expect(board.answer(second, "yes", by: other) == .done)
        #expect(board.answer(second, "yes", by: other) == .over)
        #expect(heard.all.suffix(2) == ["B no", "B yes"])
    }

    @Test("offers a notice again when its screen is gone, and ends it after the timeout")
    func leaving() {
        let (timeout, heard) = (ManualTimeout(), Heard())
        let board = board(timeout)
        let one = board.open()
        let number = post("A", on: board, heard)
        board.take(as: one) { heard.say("one has \($0.lines)") }
        timeout.end()
        #expect(heard.all == ["one has [\"A\"]"], "the screen that claimed it has no time limit")
        board.leave(one)
        timeout.end()
        #expect(heard.all.last == "A interrupted")
        #expect(board.answer(number, "yes", by: one) == .over)
    }

    @Test("tells a watcher when the notice ends, immediately if it already ended")
    func watching() {
        let (board, heard) = (board(), Heard())
        let screen = board.open()
        let number = post("A", on: board, heard)
        board.watch(number, as: screen) { heard.say("over") }
        #expect(heard.all.isEmpty && board.isWaiting(screen))
        board.remove(number)
        #expect(heard.all == ["over"] && !board.isWaiting(screen))
        board.watch(number, as: screen) { heard.say("over again") }
        #expect(heard.all == ["over", "over again"])
    }
}
