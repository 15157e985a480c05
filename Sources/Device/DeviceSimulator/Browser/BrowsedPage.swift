import DeviceScreens
import OneTimeCodes
import PasswordManager
import PasswordRules
import Synchronization
import WebClient

/// A page as the browser shows it: its content, and what its controls are called on the screen.
struct BrowsedPage: Sendable {
    let url: WebURL
    let content: PageContent
    /// The name on the screen for each of the controls.
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

    /// What stands in the controls of text at first.
    var texts: [String: String] {
        Dictionary(
            zip(ids, content.controls).filter { $1.kind == .text }.map { ($0, $1.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The inputs of the page as AutoFill sees them, with what stands on the screen. They belong to the page's own origin, wherever its forms are sent.
    func inputs(on screen: AppScreen) -> InputScreen? {
        guard let origin = WebOrigin(url.origin) else { return nil }
        let byField = Dictionary(
            content.controls.indices.compactMap { index in content.controls[index].field.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        let inputs = content.page.fields.indices.map { field in
            guard let index = byField[field] else { return ScreenInput(id: FieldID(rawValue: "beyond-\(field)"), view: .pageInput) }
            let control = content.controls[index]
            return ScreenInput(
                id: FieldID(rawValue: ids[index]), text: PrivateText(screen.field(ids[index])?.text ?? control.value),
                rules: control.rules, view: .pageInput)
        }
        // What was not shown is filled with nothing.
        let shown = Set(screen.fields.map(\.id))
        var page = content.page
        for (field, index) in byField where !shown.contains(ids[index]) { page.fields[field].isEditable = false }
        for field in page.fields.indices where byField[field] == nil { page.fields[field].isEditable = false }
        return InputScreen(.page(origin), describedBy: page, inputs: inputs)
    }
}

extension PageContent.Control {
    /// Its rules for new passwords: those of `passwordrules`, and the least length that `minlength` names.
    fileprivate var rules: PasswordRules? {
        let rules = passwordRules.flatMap { text -> PasswordRules? in try? PasswordRules.parse(text).rules }
        guard let least = minimumLength.flatMap(RuleNumber.init(exactly:)) else { return rules }
        var bounded = rules ?? PasswordRules()
        bounded.minLength = max(bounded.minLength ?? least, least)
        return bounded
    }
}

/// The pages that the browser shows now or showed just before, by their numbers: the way by which the phone knows what a screen of the browser is.
final class BrowsedPages: Sendable {
    private struct State {
        var last = 0
        var pages: [Int: BrowsedPage] = [:]
    }

    private let state = Mutex(State())

    /// A screen that was told before may be looked at after the next page came.
    private static let kept = 8

    /// Keeps a page, and gives its number.
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
