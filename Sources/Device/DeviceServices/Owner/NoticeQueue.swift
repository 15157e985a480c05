package import DeviceBroker
import DeviceProtocol
import Synchronization

/// The sheets and pages that wait, as text, for a screen of the device's owner.
package final class NoticeQueue: Sendable {
    /// A waiting sheet or page.
    package struct Notice: Hashable, Sendable {
        package let number: UInt64
        /// The lines of the text. The last line lists the valid answers.
        package let lines: [String]
        /// Whether the input must be hidden.
        package let isSecret: Bool
    }

    private struct ShownNotice {
        let notice: Notice
        /// The function that handles an entered line. Returns false if the line is not a valid answer.
        let accept: @Sendable (String) -> Bool
    }

    private let notices: ScreenQueue<ShownNotice>

    package init(timeout: PromptTimeout) {
        notices = ScreenQueue(timeout: timeout)
    }

    /// Adds a notice and returns its number.
    func post(
        _ lines: [String], isSecret: Bool = false, interrupt: @escaping @Sendable () -> Void,
        accept: @escaping @Sendable (String) -> Bool
    ) -> UInt64 {
        let notice = Notice(number: notices.nextNumber(), lines: lines, isSecret: isSecret)
        notices.add(ShownNotice(notice: notice, accept: accept), number: notice.number, interrupt: interrupt)
        return notice.number
    }

    /// Adds a notice that any line closes. It ends by itself if no screen shows it in time.
    func post(_ lines: [String]) {
        let notice = Notice(number: notices.nextNumber(), lines: lines, isSecret: false)
        let end: @Sendable () -> Void = { [notices] in notices.remove(notice.number) }
        let accept: @Sendable (String) -> Bool = { _ in
            end()
            return true
        }
        notices.add(ShownNotice(notice: notice, accept: accept), number: notice.number, interrupt: end)
    }

    /// Removes a notice that ended.
    func remove(_ number: UInt64) { notices.remove(number) }

    func open() -> ScreenConnection { notices.open() }
    func isWaiting(_ screen: ScreenConnection) -> Bool { notices.isWaiting(screen) }
    func leave(_ screen: ScreenConnection) { notices.leave(screen) }

    func take(as screen: ScreenConnection, _ give: @escaping @Sendable (Notice) -> Void) {
        notices.take(as: screen) { give($0.notice) }
    }

    func watch(_ number: UInt64, as screen: ScreenConnection, _ onEnd: @escaping @Sendable () -> Void) {
        notices.watch(number, as: screen, onEnd)
    }

    /// The result of an answer.
    enum AnswerResult: Sendable {
        case done
        /// The answer is invalid; the notice still waits.
        case invalid
        /// The notice ended, or belongs to another screen.
        case over
    }

    func answer(_ number: UInt64, _ line: String, by screen: ScreenConnection) -> AnswerResult {
        guard let shown = notices.taken(number, by: screen) else { return .over }
        // Outside the queue's lock, because accepting a line may end this notice and add the next.
        guard shown.accept(line) else { return .invalid }
        notices.answer(number, by: screen) { _ in }
        return .done
    }
}

/// Shows the device's sheets and pages as notices.
struct NoticeScreen: SheetInterface, WebBrowser {
    private let noticeQueue: NoticeQueue
    private let posted = Posted()

    private final class Posted: Sendable {
        let sheets = Mutex<[UInt64: UInt64]>([:])
        let pages = Mutex<[UInt64: UInt64]>([:])
    }

    init(_ noticeQueue: NoticeQueue) { self.noticeQueue = noticeQueue }

    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        let text = SheetText(sheet)
        let number = noticeQueue.post(text.lines, isSecret: text.isSecret, interrupt: { answer(.interrupted) }) { line in
            guard let typed = text.answer(to: line) else { return false }
            answer(typed)
            return true
        }
        posted.sheets.withLock { $0[sheet.number] = number }
    }

    func hide(_ sheet: Sheet) {
        if let number = posted.sheets.withLock({ $0.removeValue(forKey: sheet.number) }) { noticeQueue.remove(number) }
    }

    func notify(_ notification: SystemNotification) {
        switch notification {
        case .passkeySaved(let user, let site):
            noticeQueue.post(["The device saved a passkey for \(ForeignName.shown(user)) on \(site).", "continue"])
        }
    }

    /// Asks the user to open the page in a browser and to enter the URL at which it ends.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
        var lines = [
            "An app signs you in with a web page. Open it in your browser\(page.isEphemeral ? ", in a private window" : ""):",
            "  \(page.address)",
        ]
        let fields = page.headerFields.map { "  \($0.name): \($0.value)" }
        lines += fields.isEmpty ? [] : ["with these header fields in the first request:"] + fields
        lines.append("the URL at which it ends, or close")
        let number = noticeQueue.post(lines, interrupt: { report(.closed) }) { line in
            let isOver = line == "close" || line == "cancel"
            report(isOver ? .closed : .led(to: line))
            return isOver || page.isEnded(by: line)
        }
        posted.pages.withLock { $0[page.number] = number }
    }

    func close(_ page: WebPage) {
        if let number = posted.pages.withLock({ $0.removeValue(forKey: page.number) }) { noticeQueue.remove(number) }
    }
}
