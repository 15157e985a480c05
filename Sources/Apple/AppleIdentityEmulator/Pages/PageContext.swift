import FoundationEssentials
import Markup
import Texts

/// The data that a page shows in addition to its model. It is task-local, because it concerns the frame and the fields of every page.
struct PageContext: Sendable {
    /// The context of the page that the current task draws.
    @TaskLocal static var current = PageContext()

    /// The clock, while it is moved.
    var clock: MovedClock?
    /// The rejected form that led to the page.
    var rejected: RejectedForm?
    /// The rejected form, within that form. Its fields show the user's input.
    var form: RejectedForm?
}

/// The clock while it is moved, as the banner of each page shows it.
struct MovedClock: Sendable {
    let now: Date
    /// Whether the reader may move the clock. Other machines only see the banner.
    let canMoveBack: Bool
    /// The token and the return page of the button that moves the clock back; nil for no button.
    var back: (token: FormToken, page: LocalPath)?

    /// Returns the banner. It has the button if the browser can return to the page.
    func banner(for reader: ReaderFormat) -> HTML {
        div(.class("clock"), .role(.status)) {
            p { reader.html(.clockMoved(now)) }
            if let back {
                postButton(
                    reader.text(.clockBack), action: PagePath.Console.clockBack, token: back.token, look: .small,
                    [(.page, back.page.text)])
            }
        }
    }
}

/// A form that an operation rejected. The page shows it again with the user's input, and with the reason at the field at fault.
struct RejectedForm: Sendable {
    private let action: LocalPath
    private let values: FormValues
    private let reason: String
    /// The reason in English, for developers; nil if there is no other than ``reason``.
    private let detail: String?
    private let fields: [PageField]
    /// Whether the reason is in English, independent of the language of the page.
    private let isEnglish: Bool

    /// Creates the rejection of a form for developers, in English.
    init(_ values: FormValues, sentTo action: LocalPath, _ error: EmulatorError) {
        self.action = action
        self.values = values
        reason = error.reason
        detail = nil
        fields = error.input?.fields ?? []
        isEnglish = true
    }

    /// Creates the rejection of an account's form, in the language of the user.
    init(_ values: FormValues, sentTo action: LocalPath, _ error: EmulatorError, reader: ReaderFormat) {
        self.action = action
        self.values = values
        reason = reader.text(error.text)
        detail = error.reason
        fields = error.input?.fields ?? []
        isEnglish = false
    }

    /// Creates the rejection of a step of the sheet, in the language of the user.
    init(_ values: FormValues, sentTo action: LocalPath, _ rejection: SheetRejection, reader: ReaderFormat) {
        self.action = action
        self.values = values
        reason = reader.text(rejection.text)
        detail = nil
        fields = rejection.field.map { [$0] } ?? []
        isEnglish = false
    }

    /// Returns whether this is the form with an action and, if several forms have the action, with a hidden field.
    func belongs(to action: LocalPath, row: (field: PageField, value: String)?) -> Bool {
        self.action == action && row.map { values[$0.field] == $0.value } ?? true
    }

    /// Returns the value that the user entered; nil for a password, which a page never contains.
    func value(of field: PageField) -> String? {
        field == .password ? nil : values[field] ?? ""
    }

    /// Returns the reason, if a field is at fault. A user who chose an account from the list entered no address.
    func reason(at field: PageField) -> String? {
        fields.contains(field) && (field != .email || values[.person] == nil) ? reason : nil
    }

    /// The notice at the top of the page, which screen readers read first.
    @HTMLBuilder var notice: HTML {
        p(.class("problem"), .role(.alert), isEnglish ? .lang("en") : nil) { reason }
        if let detail { developerDetail(detail) }
    }
}

extension EmulatorError {
    /// The sentence for the user of a form, which names the rule if it is one of the form's fields.
    fileprivate var text: EmulatorText {
        guard code == .malformed else { return code.text }
        return switch input {
        case .password: .errorPassword
        case .address: .errorAddress
        case .personName: .rejectedName
        default: code.text
        }
    }
}

extension SheetRejection {
    /// The field of the sheet that is at fault.
    fileprivate var field: PageField? {
        switch self {
        case .unknownAccount, .accountLocked, .twoFactorNotEnabled: .email
        case .wrongCode: .code
        case .unsuitableName: .givenName
        case .unknownAddress: .address
        case .gone, .wrongStep, .codeExpired: nil
        }
    }
}

extension EmulatorError.Input {
    /// The fields of forms for this input.
    fileprivate var fields: [PageField] {
        switch self {
        case .identifier: [.client]
        case .primary: [.key]
        case .name: [.name]
        case .domains: [.domains]
        case .returnURLs: [.urls]
        case .notificationURL: [.url]
        case .source: [.source]
        case .kind: [.kind]
        case .endpoint: [.endpoint]
        case .value: [.value]
        case .count: [.count]
        case .time: [.time]
        case .seconds: [.seconds]
        case .personName: [.givenName]
        case .address: [.email, .address]
        case .password: [.password]
        }
    }
}

/// A page that asks before an operation that cannot be undone. Its button sends the same form again, with
/// `confirmed`.
struct ConfirmationPage {
    let question: Question
    /// The fields of the form.
    let form: FormValues
    let action: LocalPath
    /// The page that the user returns to instead.
    let back: LocalPath
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: question.title, reader: question.reader).document {
            h1 { question.heading }
            p(.class("lead")) { question.text }
            fieldsForm(action, token: formToken) {
                for (field, value) in keptFields { hiddenField(field, value) }
                hiddenField(.confirmed, "yes")
                submitButton(question.button, look: .danger)
            }
            p(.class("aside")) { a(.class("button quiet"), .href(.local(back))) { question.reader.text(.cancel) } }
        }
    }

    private var keptFields: [(PageField, String)] {
        form.fields.compactMap { entry in
            guard let field = PageField(rawValue: entry.name), field != .formToken, field != .confirmed else { return nil }
            return (field, entry.value)
        }
    }
}

/// A question before an operation that cannot be undone.
struct Question: Sendable {
    let title: String
    let heading: HTML
    /// The effect of the operation.
    let text: String
    /// The label of the button that confirms.
    let button: String
    let reader: ReaderFormat

    /// Creates a question to a developer, in English.
    init(_ title: String, _ text: String, button: String) {
        self.title = title
        heading = HTML(title)
        self.text = text
        self.button = button
        reader = .english
    }

    /// Creates a question to the user of an account.
    init(_ title: EmulatorMessage, _ text: EmulatorText, button: EmulatorText, reader: ReaderFormat) {
        self.title = reader.text(title)
        heading = reader.html(title)
        self.text = reader.text(text)
        self.button = reader.text(button)
        self.reader = reader
    }
}
