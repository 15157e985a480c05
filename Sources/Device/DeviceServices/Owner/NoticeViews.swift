import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import PasswordManager
import Synchronization

/// Shows the views of extensions as text. Each screen is a notice that replaces the previous one.
///
/// A typed line can be several events. A screen is posted only after the extension has handled all of them, so that no line
/// answers an outdated screen.
final class NoticeViews: ExtensionInterface {
    private struct OpenView {
        let controls: ExtensionControls
        /// The number of events sent to the extension.
        var sent: UInt32 = 0
        var notice: UInt64?
    }

    private let noticeQueue: NoticeQueue
    private let openViews = Mutex<[UInt64: OpenView]>([:])

    init(_ noticeQueue: NoticeQueue) {
        self.noticeQueue = noticeQueue
    }

    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {
        openViews.withLock { $0[view.number] = OpenView(controls: controls) }
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {
        // A malformed screen is ignored; the previous one remains.
        guard let shown = try? AppLine.message(AppScreen.self, screen.bytes),
            let controls = openViews.withLock({ $0[view.number].flatMap { $0.sent == screen.handled ? $0.controls : nil } })
        else { return }
        let text = ExtensionText(shown, of: view)
        let notice = noticeQueue.post(text.lines, isSecret: false, interrupt: controls.cancel) { [weak self] line in
            switch text.answer(to: line) {
            case .cancel: controls.cancel()
            case .events(let events):
                self?.openViews.withLock { $0[view.number]?.sent &+= UInt32(events.count) }
                for event in events { controls.send(event) }
            case nil: return false
            }
            return true
        }
        let former = openViews.withLock { openViews -> UInt64? in
            guard let former = openViews[view.number] else { return notice }
            openViews[view.number]?.notice = notice
            return former.notice
        }
        if let former { noticeQueue.remove(former) }
    }

    func dismiss(_ view: ExtensionPresentation) {
        if let notice = openViews.withLock({ $0.removeValue(forKey: view.number) })?.notice { noticeQueue.remove(notice) }
    }
}

/// The view of an extension as text, with the valid answers.
struct ExtensionText: Sendable {
    enum Answer: Equatable {
        case cancel
        case events([ViewEvent])
    }

    let lines: [String]
    private let screen: AppScreen

    init(_ screen: AppScreen, of view: ExtensionPresentation) {
        self.screen = screen
        let account = view.user.isEmpty ? "" : ", for \(view.user) at \(view.site)"
        var lines = ["The extension of \(view.app)\(account), shows \(screen.title):"]
        lines += screen.elements.map(Self.line)
        if let alert = screen.alert {
            lines.append("  \(alert.title): \(alert.message)")
            for (number, button) in alert.buttons.enumerated() { lines.append("  [\(button)]  alert \(number)") }
            lines.append("alert NUMBER, or cancel")
        } else {
            lines.append("press BUTTON, type FIELD TEXT, return FIELD, or cancel")
        }
        self.lines = lines
    }

    private static func line(_ element: AppElement) -> String {
        switch element {
        case .text(let text): return "  \(text.style == .error ? "! " : "")\(text.text)"
        case .button(let button): return "  [\(button.title)]\(button.isEnabled ? "" : " disabled")  \(button.id)"
        case .field(let field):
            let text = field.isSecure ? String(repeating: "*", count: field.text.count) : field.text
            return "  \(field.label): \(text)  \(field.id)"
        }
    }

    /// Returns the meaning of an entered line; nil if the screen has no such element.
    func answer(to line: String) -> Answer? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        if words == ["cancel"] || words == ["close"] { return .cancel }
        guard words.count > 1 else { return nil }
        if let alert = screen.alert {
            guard words[0] == "alert", let button = Int(words[1]), alert.buttons.indices.contains(button) else { return nil }
            return Self.events([.answeredAlert(button: button)])
        }
        switch words[0] {
        case "press" where hasButton(words[1]):
            return Self.events([.pressed(button: words[1])])
        case "type" where hasField(words[1]):
            return Self.events([.focused(field: words[1]), .changed(field: words[1], text: words.dropFirst(2).first ?? "")])
        case "return" where hasField(words[1]): return Self.events([.submitted(field: words[1])])
        default: return nil
        }
    }

    private func hasButton(_ id: String) -> Bool {
        screen.elements.contains { if case .button(let button) = $0 { button.id == id && button.isEnabled } else { false } }
    }

    private func hasField(_ id: String) -> Bool {
        screen.elements.contains { if case .field(let field) = $0 { field.id == id } else { false } }
    }

    private static func events(_ events: [AppEvent]) -> Answer {
        .events(events.compactMap { event in (try? AppLine.bytes(event)).flatMap { ViewEvent($0) } })
    }
}
