public import DeviceScreens
public import Foundation

/// Everything that the user sees on a simulated device.
///
/// From back to front: ``content``, the ``keyboard``, the ``banner`` or ``mailBanner``, the ``notification``, and the ``overlays`` in their
/// order.
public struct PhoneView: Hashable, Codable, Sendable {
    /// The version of the view, which increases with every change.
    public var version: Int
    /// The name that the user gave the device.
    public var device: String
    /// The device's time.
    public var time: Date
    /// The kind of sensor.
    public var biometry: Biometry
    /// Whether the device has a network connection.
    public var isOnline: Bool
    /// The content of the screen.
    public var content: Content
    /// The keyboard while a field has the focus.
    public var keyboard: Keyboard?
    /// The overlays above the content, front-most last.
    public var overlays: [Overlay]
    /// The message that has just arrived. Nil if the newest arrival is a mail (``mailBanner``).
    public var banner: Message?
    /// The fields of the front-most app that contain the unchanged strong password. They show it, marked as strong.
    public var strongPasswordFields: [String] = []
    /// The fields of the front-most app that contain the unchanged user name or password that AutoFill filled in.
    public var filledFields: [String] = []
    /// The diagnostics about the front-most app for its developer. A real phone does not show these.
    public var remarks: [String] = []
    /// The language that the user chose in Settings; nil before. A page then uses the language of the browser. The words of this
    /// view are English in every language.
    public var language: Language?
    /// The failure that the ``Overlay/alert(_:)`` of the system reports.
    public var providerFailure: ProviderFailure?
    /// The mail that has just arrived. Nil if the newest arrival is a message (``banner``).
    public var mailBanner: MailBanner?
    /// The system's notification at the top of the screen, above the ``banner``. ``PhoneAction/dismissBanner`` closes it first.
    public var notification: Notification?
    /// The inserted security key; nil without one. The user of a real phone does not see it.
    public var securityKey: SecurityKeyView?

    /// A security key in the user's hand.
    public struct SecurityKeyView: Hashable, Codable, Sendable {
        /// Whether it has a PIN.
        public var hasPIN: Bool
        /// The number of wrong PINs that it still accepts. At 0, the PIN is blocked until a reset.
        public var remainingAttempts: Int
        /// The discoverable credentials, the oldest first.
        public var credentials: [Credential]

        /// A discoverable credential.
        public struct Credential: Hashable, Codable, Sendable {
            /// The domain of the relying party.
            public var site: String
            /// The user name.
            public var user: String
        }
    }

    /// A notification of the system.
    public enum Notification: Hashable, Codable, Sendable {
        /// The device created a passkey without a sheet, after a sign-in with a saved password.
        case passkeySaved(user: String, site: String)
    }

    /// The kind of sensor of a device.
    public enum Biometry: String, Hashable, Codable, Sendable, CaseIterable {
        case none, touchID, faceID, opticID
    }

    /// The identifier of the system's browser, among the apps' identifiers.
    public static var browser: String { Browser.id }

    /// The content of the screen.
    public enum Content: Hashable, Codable, Sendable {
        case locked(LockScreen)
        case home([AppIcon])
        case app(AppIcon, AppScreen)
        /// An app that was launched and has not shown a screen yet, or that ended with this error.
        case launching(AppIcon, failure: String?)
        case settings(SettingsView)
        /// The view of an app's extension, above the previous content.
        case extensionSheet(ExtensionSheet)
        /// The messages, newest first.
        case messages([Message])
        case mail(MailView)

        // The JSON names of unlabeled values.
        enum LockedCodingKeys: String, CodingKey { case _0 = "screen" }
        enum HomeCodingKeys: String, CodingKey { case _0 = "apps" }
        enum AppCodingKeys: String, CodingKey { case _0 = "icon", _1 = "screen" }
        enum LaunchingCodingKeys: String, CodingKey { case _0 = "icon", failure }
        enum ExtensionSheetCodingKeys: String, CodingKey { case _0 = "sheet" }
        enum SettingsCodingKeys: String, CodingKey { case _0 = "page" }
        enum MessagesCodingKeys: String, CodingKey { case _0 = "messages" }
        enum MailCodingKeys: String, CodingKey { case _0 = "mail" }
    }

    /// The lock screen, and the ways to unlock it.
    public struct LockScreen: Hashable, Codable, Sendable {
        /// Whether the lock screen accepts biometry. False after a start and after too many failures: the user must enter the
        /// passcode first.
        public var takesBiometry: Bool
        /// Whether the device has a passcode.
        public var takesPasscode: Bool
    }

    /// An app on the home screen.
    public struct AppIcon: Hashable, Codable, Sendable {
        /// The application identifier.
        public var id: String
        /// The name below the icon.
        public var name: String
        /// Whether the app has a process.
        public var isRunning: Bool
    }

    /// A received message.
    public struct Message: Hashable, Codable, Sendable {
        /// The identifier of the message, which increases with every message.
        public var id: Int
        /// The sender.
        public var sender: String
        /// The text.
        public var text: String
        /// The time of arrival, by the device's clock.
        public var received: Date
        /// The one-time code in it; nil without one.
        public var code: Code?

        /// A one-time code in a message, which Messages underlines.
        public struct Code: Hashable, Codable, Sendable {
            /// The code, in the form to type.
            public var text: String
            /// The range of the code, in Unicode scalars of the message's text.
            public var range: Range<Int>
        }
    }

    /// An overlay above the content.
    public enum Overlay: Hashable, Codable, Sendable {
        case sheet(SheetView)
        case prompt(PromptView)
        case saveQuestion(SaveQuestion)
        case passwordList(PasswordList)
        case upgradeQuestion(UpgradeQuestion)
        /// A page in the web sheet of an app (`ASWebAuthenticationSession`).
        case browser(address: String)
        /// A code of the Apple Account, for a sign-in elsewhere.
        case accountCode(AccountCode)
        /// An alert of the phone, with one button.
        case alert(AppAlert)

        // The JSON names of unlabeled values.
        enum SheetCodingKeys: String, CodingKey { case _0 = "sheet" }
        enum PromptCodingKeys: String, CodingKey { case _0 = "prompt" }
        enum SaveQuestionCodingKeys: String, CodingKey { case _0 = "question" }
        enum UpgradeQuestionCodingKeys: String, CodingKey { case _0 = "question" }
        enum AccountCodeCodingKeys: String, CodingKey { case _0 = "code" }
        enum AlertCodingKeys: String, CodingKey { case _0 = "alert" }
        enum PasswordListCodingKeys: String, CodingKey { case _0 = "list" }
    }

    /// The keyboard, with the QuickType bar.
    public struct Keyboard: Hashable, Codable, Sendable {
        /// The focused field.
        public var field: String
        /// The suggestions, in order.
        public var suggestions: [Suggestion]
        /// Whether the bar has the key button, which opens the password list.
        public var hasKey: Bool
    }

    /// A suggestion in the QuickType bar.
    public enum Suggestion: Hashable, Codable, Sendable {
        /// A passkey that the app requests. Choosing it signs in without filling in fields.
        case passkey(user: String, site: String)
        case credential(user: String, site: String)
        case strongPassword(String)
        /// "Choose My Own Password", in a field with the strong password: clears the fields.
        case ownPassword
        /// A code of a message, and the site that it is bound to.
        case code(String, sender: String, site: String?)
        /// A code of a mail, and the site that it is bound to.
        case mailedCode(String, site: String?)
        /// A password or one-time code that another app provides.
        case provided(user: String, provider: String, isCode: Bool)

        // The JSON names of unlabeled values.
        enum StrongPasswordCodingKeys: String, CodingKey { case _0 = "password" }
        enum CodeCodingKeys: String, CodingKey { case _0 = "code", sender, site }
        enum MailedCodeCodingKeys: String, CodingKey { case _0 = "code", site }
    }

    /// The list behind the key button.
    public struct PasswordList: Hashable, Codable, Sendable {
        /// The passkeys that the app or page requests first, then the passwords for it, then the others by most recent use.
        public var entries: [Entry]
        /// The names of the apps that provide passwords.
        public var providers: [String] = []

        /// A passkey or a saved password in the list.
        public struct Entry: Hashable, Codable, Sendable {
            /// The user name.
            public var user: String
            /// The host.
            public var site: String
            /// Whether it is a passkey. Choosing it signs in without filling in fields.
            public var isPasskey = false
            /// Whether it belongs to this app or page. Other entries are filled in after a warning.
            public var isForHere: Bool
            /// The warning for an entry of another site.
            public var warning: String?
        }
    }

    /// The prompt to save a password.
    public struct SaveQuestion: Hashable, Codable, Sendable {
        /// The user name.
        public var user: String
        /// The host.
        public var site: String
        /// Whether it replaces a saved password.
        public var isUpdate: Bool
    }

    /// A short description for error messages. It omits passwords and typed text: of a field, it only says whether it is empty.
    var summary: String {
        let content =
            switch content {
            case .locked: "the lock screen"
            case .home(let icons): "the home screen with \(icons.map(\.name))"
            case .app(let icon, let screen): "\(icon.name) with \(screen.summary)"
            case .launching(let icon, let failure): "\(icon.name), launching" + (failure.map { ": \($0)" } ?? "")
            case .settings(let settings):
                "Settings, \(settings.page.rawValue)"
                    + (settings.recommendation?.progress.map { ": \($0.stage.rawValue), \($0.text)" } ?? "")
            case .extensionSheet(let sheet):
                "the extension of \(sheet.app)" + (sheet.screen.map { " with \($0.summary)" } ?? "")
            case .messages: "Messages"
            case .mail(let mail): mail.open == nil ? "Mail with \(mail.mails.count) mails" : "Mail with an open mail"
            }
        let covers = overlays.map { overlay in
            switch overlay {
            case .sheet(let sheet): "the sheet “\(sheet.title)”"
            case .prompt(let prompt): "a prompt of \(prompt.app)"
            case .saveQuestion: "the prompt to save a password"
            case .passwordList(let list): "the password list \(list.entries.map(\.title))"
            case .upgradeQuestion: "the notice about a weak password"
            case .browser(let address): "the page \(address)"
            case .accountCode: "a code of the Apple Account"
            case .alert(let alert): "the alert “\(alert.title)”"
            }
        }
        return ([content] + covers).joined(separator: ", covered by ")
    }
}

extension AppScreen {
    fileprivate var summary: String {
        let errors = elements.compactMap { element in
            if case .text(let text) = element, text.style == .error { "“\(text.text)”" } else { nil }
        }
        return [
            "“\(title)”", "buttons \(buttons.map { $0.isEnabled ? $0.title : "\($0.title) (disabled)" })",
            "fields \(fields.map { $0.text.isEmpty ? "\($0.label) (empty)" : $0.label })",
            errors.isEmpty ? nil : "errors \(errors.joined(separator: ", "))", alert.map { "alert “\($0.title)”" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
