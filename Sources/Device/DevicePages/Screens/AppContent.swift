import DeviceScreens
import DeviceSimulator
import Markup
import Texts

/// The screen of an app.
struct AppContent {
    let screen: AppScreen
    let screenOwner: String
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }
    /// Whether the app is the browser. It is an app of the system, so its controls are in the language of the phone.
    private let isBrowser: Bool

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - screenOwner: The owner of the screen: an application identifier, or an extension.
    ///   - isWebPage: Whether the browser draws the screen for an app.
    init(_ screen: AppScreen, of screenOwner: String, isWebPage: Bool = false, pagePhone: PagePhone) {
        isBrowser = isWebPage || screenOwner == PhoneView.browser
        self.screen = screen
        self.screenOwner = screenOwner
        self.pagePhone = pagePhone
    }

    var html: HTML {
        div(.class(isBrowser ? "app-screen browser" : "app-screen"), .data("app", screenOwner)) {
            h3(.class("app-title")) { isStartPage ? HTML(reader.text(.browser)) : bdi { screen.title } }
            for (index, element) in screen.elements.enumerated() { html(element, index) }
        }
    }

    /// Whether the browser shows no page yet.
    private var isStartPage: Bool { screenOwner == PhoneView.browser && screen.page == nil }

    @HTMLBuilder private func html(_ element: AppElement, _ index: Int) -> HTML {
        switch element {
        case .text(let text): html(text)
        case .field(let field): html(field, index)
        case .button(let button): html(button)
        }
    }

    @HTMLBuilder private func html(_ text: AppText) -> HTML {
        let sentence = isBrowser ? text.note?.sentence ?? .ofApp(text.text) : .ofApp(text.text)
        switch text.style {
        case .error: p(.class("text", "error"), .role(.alert)) { reader.html(sentence) }
        case .title, .body, .caption: p(.class("text", text.style.rawValue)) { reader.html(sentence) }
        }
    }

    /// Returns the input of a field. A secure field is a text field to the browser, drawn as dots, so that the browser's password
    /// manager does not offer to save passwords of the device.
    private func html(_ field: AppTextField, _ index: Int) -> HTML {
        let id = pagePhone.id("field-\(index)")
        let hasFocus = pagePhone.view.keyboard?.field == field.id
        let isStrong = pagePhone.view.strongPasswordFields.contains(field.id)
        let isAddress = isBrowser && field.id == BrowserControl.address
        let placeholder = isAddress ? reader.text(.enterWebsite) : field.placeholder
        return div(
            .class("field \(hasFocus ? "focused" : "resting")\(isStrong ? " strong" : "")"), .data("key", "field \(field.id)")
        ) {
            label(.for(id)) {
                if isAddress { reader.text(.address) } else { bdi { field.label } }
                if isStrong { span(.class("strong-mark")) { reader.text(.strongPassword) } }
            }
            input(
                .type(.text), .id(id), .name(PageField.ofApp + field.id), .value(field.text),
                field.isSecure && !isStrong ? .class("secure") : nil, .data("field", field.id), .autocomplete(.off),
                .autocapitalizeNone,
                .autocorrectOff, .spellcheckOff, placeholder.isEmpty ? nil : .placeholder(placeholder),
                field.keyboard == .numberPad ? .inputmode(.numeric) : nil, hasFocus ? .data("focused", "true") : nil)
            // Without script, this button taps the field.
            actionButton(
                .focus(field: field.id), class: "tap",
                spoken: reader.text(.tapField(field: isAddress ? reader.text(.address) : field.label))
            ) { Glyph.pencil.html }
        }
    }

    private func html(_ button: AppButton) -> HTML {
        actionButton(
            .press(button: button.id), class: Self.names(button), isEnabled: button.isEnabled, .data("button", button.id)
        ) {
            if button.style.isApples { span(.class("logo"), .aria(.hidden, "true")) {} }
            span { reader.html(title(of: button)) }
        }
    }

    private func title(of button: AppButton) -> Sentence {
        guard isBrowser, let control = BrowserControl(rawValue: button.id) else { return .ofApp(button.title) }
        return .text(control.title)
    }

    private static func names(_ button: AppButton) -> String {
        let radius = button.cornerRadius.map { " radius-\(Int(min(max($0, 0), Double(StylePart.largestRadius)).rounded()))" }
        return "app-button \(button.style.isApples ? "apple " : "")\(button.style.rawValue)\(radius ?? "")"
    }
}

extension AppButton.Style {
    fileprivate var isApples: Bool {
        switch self {
        case .plain, .prominent, .destructive: false
        case .appleBlack, .appleWhite, .appleWhiteOutline: true
        }
    }
}

/// A button of the browser itself, by its identifier. The buttons of a page have other identifiers.
private enum BrowserControl: String {
    case go, back, reload
    /// Opens the page of an app's sign-in in the browser of the computer.
    case elsewhere

    /// The field for the address.
    static let address = "address"

    var title: PhoneText {
        switch self {
        case .go: .go
        case .back: .back
        case .reload: .reload
        case .elsewhere: .openOnComputer
        }
    }
}

/// The view of an app's extension, or the web page of an app's sign-in. The system's bar above it shows the app, the purpose, and
/// a Cancel button.
struct ExtensionContent {
    let sheet: PhoneView.ExtensionSheet
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("extension"), .role(.dialog), .aria(.labelledby, pagePhone.id("extension"))) {
            div(.class("extension-bar")) {
                actionButton(.cancelExtension, class: "plain", leaves: true) { reader.text(.cancel) }
                p(.id(pagePhone.id("extension"))) {
                    strong { bdi { sheet.app } }
                    let account = [sheet.user, sheet.site].filter { !$0.isEmpty }
                    if !account.isEmpty { small { bdi { account.joined(separator: " · ") } } }
                }
            }
            if let screen = sheet.screen {
                AppContent(screen, of: "extension \(sheet.number)", isWebPage: sheet.isWebPage, pagePhone: pagePhone).html
            } else {
                p(.class("footnote"), .role(.status)) { reader.html(.waitingForApp(app: sheet.app)) }
            }
        }
    }
}
