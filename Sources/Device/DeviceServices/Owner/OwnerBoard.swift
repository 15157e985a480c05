import DeviceBroker
import DeviceProtocol
import Synchronization

/// Where sheets and pages wait, in words, for whoever shows them to the device's owner: several screens may be there, and each thing is taken by one.
///
/// What nobody takes in time is interrupted. What was taken by a screen that goes away is offered again.
package final class OwnerBoard: Sendable {
    /// Something that waits.
    package struct Notice: Hashable, Sendable {
        package let number: UInt64
        /// What it says, and in the last line what may be answered.
        package let lines: [String]
        /// Whether what is typed must not be shown.
        package let isSecret: Bool
    }

    private struct Entry {
        let notice: Notice
        /// Takes a typed line. Returns false where it is none of the answers.
        let accept: @Sendable (String) -> Bool
        /// Nobody came.
        let interrupt: @Sendable () -> Void
        var taker: Int?
        var isAnswered = false
        /// Which of the times it was offered is the latest.
        var offering = 0
    }

    private struct State {
        var entries: [Entry] = []
        var waiting: [(screen: Int, give: @Sendable (Notice) -> Void)] = []
        var watchers: [(screen: Int, number: UInt64, tell: @Sendable () -> Void)] = []
        var lastNumber: UInt64 = 0
        var lastScreen = 0
        var lastOffering = 0
    }

    /// Calls its argument when nobody is waited for any longer.
    private let patience: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let state = Mutex(State())

    /// - Parameter patience: calls what it is given, once, when it has been long enough.
    package init(patience: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.patience = patience
    }

    // MARK: - What waits

    /// Returns its number.
    func post(
        _ lines: [String], isSecret: Bool = false, interrupt: @escaping @Sendable () -> Void,
        accept: @escaping @Sendable (String) -> Bool
    ) -> UInt64 {
        let number = state.withLock { state in
            state.lastNumber += 1
            let notice = Notice(number: state.lastNumber, lines: lines, isSecret: isSecret)
            state.entries.append(Entry(notice: notice, accept: accept, interrupt: interrupt))
            return notice.number
        }
        offer(number)
        return number
    }

    /// It is over, whoever ended it.
    func remove(_ number: UInt64) {
        let watchers = state.withLock { state in
            state.entries.removeAll { $0.notice.number == number }
            defer { state.watchers.removeAll { $0.number == number } }
            return state.watchers.filter { $0.number == number }
        }
        for watcher in watchers { watcher.tell() }
    }

    // MARK: - Who shows it

    /// A connection that can show things.
    func open() -> Int {
        state.withLock { state in
            state.lastScreen += 1
            return state.lastScreen
        }
    }

    /// Gives the screen the first thing that nobody has taken, at once or later.
    func take(as screen: Int, _ give: @escaping @Sendable (Notice) -> Void) {
        let notice = state.withLock { state -> Notice? in
            guard let index = state.entries.firstIndex(where: { $0.taker == nil && !$0.isAnswered }) else {
                state.waiting.append((screen, give))
                return nil
            }
            state.entries[index].taker = screen
            return state.entries[index].notice
        }
        if let notice { give(notice) }
    }

    /// Tells when it is over, at once where it is.
    func watch(_ number: UInt64, as screen: Int, _ tell: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.entries.contains(where: { $0.notice.number == number }) else { return true }
            state.watchers.append((screen, number, tell))
            return false
        }
        if isOver { tell() }
    }

    /// Whether the screen waits for something.
    func isWaiting(_ screen: Int) -> Bool {
        state.withLock { state in
            state.waiting.contains { $0.screen == screen } || state.watchers.contains { $0.screen == screen }
        }
    }

    /// How an answer was taken.
    enum Taken: Sendable {
        case done
        /// It is none of the answers: the thing waits on.
        case notUnderstood
        /// The thing is over, or not this screen's.
        case over
    }

    func answer(_ number: UInt64, _ line: String, by screen: Int) -> Taken {
        let accept = state.withLock { state in
            state.entries.first { $0.notice.number == number && $0.taker == screen && !$0.isAnswered }?.accept
        }
        guard let accept else { return .over }
        guard accept(line) else { return .notUnderstood }
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.notice.number == number }) {
                state.entries[index].isAnswered = true
            }
        }
        return .done
    }

    /// The screen is gone. What it had taken is offered again.
    func leave(_ screen: Int) {
        let left = state.withLock { state -> [UInt64] in
            state.waiting.removeAll { $0.screen == screen }
            state.watchers.removeAll { $0.screen == screen }
            var left: [UInt64] = []
            for index in state.entries.indices where state.entries[index].taker == screen && !state.entries[index].isAnswered {
                state.entries[index].taker = nil
                left.append(state.entries[index].notice.number)
            }
            return left
        }
        for number in left { offer(number) }
    }

    private func offer(_ number: UInt64) {
        let (give, offering) = state.withLock { state -> ((@Sendable () -> Void)?, Int) in
            state.lastOffering += 1
            guard let index = state.entries.firstIndex(where: { $0.notice.number == number }) else { return (nil, 0) }
            state.entries[index].offering = state.lastOffering
            guard !state.waiting.isEmpty else { return (nil, state.lastOffering) }
            let (screen, give) = state.waiting.removeFirst()
            state.entries[index].taker = screen
            let notice = state.entries[index].notice
            return ({ give(notice) }, state.lastOffering)
        }
        if let give { return give() }
        patience { [weak self] in self?.interrupt(number, offering) }
    }

    /// Where nobody took it since it was offered.
    private func interrupt(_ number: UInt64, _ offering: Int) {
        let interrupt = state.withLock { state in
            state.entries.first {
                $0.notice.number == number && $0.offering == offering && $0.taker == nil && !$0.isAnswered
            }?.interrupt
        }
        interrupt?()
    }
}

/// The device's sheets and pages, on the board.
struct BoardScreen: SheetInterface, WebBrowser {
    private let board: OwnerBoard
    private let posted = Posted()

    private final class Posted: Sendable {
        let sheets = Mutex<[UInt64: UInt64]>([:])
        let pages = Mutex<[UInt64: UInt64]>([:])
    }

    init(_ board: OwnerBoard) { self.board = board }

    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        let text = SheetText(sheet)
        let number = board.post(text.lines, isSecret: text.isSecret, interrupt: { answer(.interrupted) }) { line in
            guard let typed = text.answer(to: line) else { return false }
            answer(typed)
            return true
        }
        posted.sheets.withLock { $0[sheet.number] = number }
    }

    func hide(_ sheet: Sheet) {
        if let number = posted.sheets.withLock({ $0.removeValue(forKey: sheet.number) }) { board.remove(number) }
    }

    /// The page is opened by the person, in the browser of their choice; what it leads to is typed, as the browser shows it.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
        var lines = [
            "An app signs you in by a web page. Open it in your browser\(page.isEphemeral ? ", in a private window" : ""):",
            "  \(page.address)",
        ]
        let fields = page.headerFields.map { "  \($0.name): \($0.value)" }
        lines += fields.isEmpty ? [] : ["with these header fields in the first request:"] + fields
        lines.append("the address that it led to in the end, or close")
        let number = board.post(lines, interrupt: { report(.closed) }) { line in
            let isOver = line == "close" || line == "cancel"
            report(isOver ? .closed : .led(to: line))
            return isOver || page.isEnded(by: line)
        }
        posted.pages.withLock { $0[page.number] = number }
    }

    func close(_ page: WebPage) {
        if let number = posted.pages.withLock({ $0.removeValue(forKey: page.number) }) { board.remove(number) }
    }
}
