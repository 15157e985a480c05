import Markup
import Texts

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
        switch value {
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
