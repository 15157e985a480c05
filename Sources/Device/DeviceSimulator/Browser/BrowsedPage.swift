import DeviceScreens
import OneTimeCodes
import PasswordManager
import PasswordRules
import Synchronization
import WebClient

/// A page in the browser: its content, and the screen identifiers of its controls.
struct BrowsedPage: Sendable {
    let url: WebURL
    let content: PageContent
    /// The screen identifier of each control.
    let ids: [String]

    init(_ url: WebURL, _ content: PageContent) {
        (self.url, self.content) = (url, content)
        var taken: Set<String> = [Browser.Part.address]
        ids = content.controls.enumerated().map { index, control in
            let fallback = "control-\(index)"
            guard control.kind == .text, let own = control.id ?? control.name, (1...64).contains(own.utf8.count),
                !own.hasPrefix("control-"), taken.insert(own).inserted
            else { return fallback }
            return own
        }
    }

    /// The initial texts of the text controls.
    var texts: [String: String] {
        Dictionary(
            zip(ids, content.controls).filter { $1.kind == .text }.map { ($0, $1.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the text of the control with the ID `username`; nil without one.
    func userName(in texts: [String: String]) -> String? {
        content.controls.firstIndex { $0.kind == .text && $0.id == "username" }.flatMap { texts[ids[$0]] }
    }

    /// Returns the page's inputs for AutoFill, with the texts on the screen. They belong to the page's own origin, regardless of
    /// the targets of its forms.
    func inputs(on screen: AppScreen) -> InputScreen? {
        guard let origin = WebOrigin(url.origin) else { return nil }
        let byField = Dictionary(
            content.controls.indices.compactMap { index in content.controls[index].field.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        let inputs = content.page.fields.indices.map { field in
            guard let index = byField[field] else { return ScreenInput(id: FieldID(rawValue: "beyond-\(field)")) }
            let control = content.controls[index]
            return ScreenInput(
                id: FieldID(rawValue: ids[index]), text: PrivateText(screen.field(ids[index])?.text ?? control.value),
                rules: control.rules)
        }
        // AutoFill fills only visible fields.
        let shown = Set(screen.fields.map(\.id))
        var page = content.page
        for (field, index) in byField where !shown.contains(ids[index]) { page.fields[field].isEditable = false }
        for field in page.fields.indices where byField[field] == nil { page.fields[field].isEditable = false }
        return InputScreen(.page(origin), describedBy: page, inputs: inputs)
    }
}

extension PageContent.Control {
    /// The control's rules for new passwords: `passwordrules`, and the minimum length of `minlength`.
    fileprivate var rules: PasswordRules? {
        let rules = passwordRules.flatMap { text -> PasswordRules? in try? PasswordRules.parse(text).rules }
        guard let least = minimumLength.flatMap(RuleNumber.init(exactly:)) else { return rules }
        var bounded = rules ?? PasswordRules()
        bounded.minLength = max(bounded.minLength ?? least, least)
        return bounded
    }
}

/// The current and recent pages of the browser, by number. Through them the phone identifies the page of a browser screen.
final class BrowsedPages: Sendable {
    private struct State {
        var last = 0
        var pages: [Int: BrowsedPage] = [:]
    }

    private let state = Mutex(State())

    /// The number of kept pages: more than one, because a screen that was reported earlier may be processed after the next page.
    private static let kept = 8

    /// Stores a page, and returns its number.
    func add(_ page: BrowsedPage) -> Int {
        state.withLock { state in
            state.last += 1
            state.pages[state.last] = page
            state.pages[state.last - Self.kept] = nil
            return state.last
        }
    }

    subscript(number: Int) -> BrowsedPage? { state.withLock { $0.pages[number] } }
}
