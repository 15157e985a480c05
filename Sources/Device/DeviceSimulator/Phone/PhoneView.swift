public import DeviceScreens
public import Foundation

/// Everything that a person sees of a simulated device at one moment.
///
/// From back to front: ``content``, the ``keyboard``, the ``banner``, and the ``overlays`` in their order.
public struct PhoneView: Hashable, Codable, Sendable {
    /// Grows with every change.
    public var version: Int
    /// What the person calls the device.
    public var device: String
    /// The device's time.
    public var time: Date
    /// The sensor of the device.
    public var biometry: Biometry
    /// Whether the device reaches anything.
    public var isOnline: Bool
    /// What fills the screen.
    public var content: Content
    /// While a field has the focus.
    public var keyboard: Keyboard?
    /// What lies over the content, the last on top.
    public var overlays: [Overlay]
    /// The message that has just come in.
    public var banner: Message?
    /// The fields of the app in front that hold the strong password which was filled in, untouched. They show it, marked as strong.
    public var strongPasswordFields: [String] = []
    /// What the phone left out or could not find out for the app in front: for whoever makes the app. People with a real phone do not see this.
    public var remarks: [String] = []

    /// What the sensor of a device looks at.
    public enum Biometry: String, Hashable, Codable, Sendable, CaseIterable {
        case none, touchID, faceID, opticID
    }

    /// The identifier of the system's browser, among those of apps.
    public static var browser: String { Browser.id }

    /// What fills the screen.
    public enum Content: Hashable, Codable, Sendable {
        case locked(LockScreen)
        case home([AppIcon])
        case app(AppIcon, AppScreen)
        /// An app that was launched and has not shown anything yet, or that ended with this error.
        case launching(AppIcon, failure: String?)
        case settings(SettingsView)
        /// Of an app's extension, over whatever was there before.
        case extensionSheet(ExtensionSheet)
        /// The newest first.
        case messages([Message])

        // The names in JSON of what has none here.
        enum LockedCodingKeys: String, CodingKey { case _0 = "screen" }
        enum HomeCodingKeys: String, CodingKey { case _0 = "apps" }
        enum AppCodingKeys: String, CodingKey { case _0 = "icon", _1 = "screen" }
        enum LaunchingCodingKeys: String, CodingKey { case _0 = "icon", failure }
        enum ExtensionSheetCodingKeys: String, CodingKey { case _0 = "sheet" }
        enum SettingsCodingKeys: String, CodingKey { case _0 = "page" }
        enum MessagesCodingKeys: String, CodingKey { case _0 = "messages" }
    }

    /// The lock screen, and what opens it.
    public struct LockScreen: Hashable, Codable, Sendable {
        /// False after a start and after too many strangers: the passcode must be given first.
        public var takesBiometry: Bool
        /// Whether the device has a passcode.
        public var takesPasscode: Bool
    }

    /// An app on the home screen.
    public struct AppIcon: Hashable, Codable, Sendable {
        /// The application identifier.
        public var id: String
        /// What stands below the icon.
        public var name: String
        /// Whether the app has a process.
        public var isRunning: Bool
    }

    /// A message that came in.
    public struct Message: Hashable, Codable, Sendable {
        /// Grows from message to message.
        public var id: Int
        /// Who sent it.
        public var sender: String
        /// What it says.
        public var text: String
        /// When it came, by the device's clock.
        public var received: Date
        /// The one-time code in it; nil where there is none.
        public var code: Code?

        /// A one-time code in a message, which Messages underlines.
        public struct Code: Hashable, Codable, Sendable {
            /// The code as it is to be typed.
            public var text: String
            /// Where it stands, in Unicode scalars of the message's text.
            public var range: Range<Int>
        }
    }

    /// What lies over everything, the last on top.
    public enum Overlay: Hashable, Codable, Sendable {
        case sheet(SheetView)
        case prompt(PromptView)
        case saveQuestion(SaveQuestion)
        case passwordList(PasswordList)
        case upgradeQuestion(UpgradeQuestion)
        /// A page in the web sheet of an app (`ASWebAuthenticationSession`).
        case browser(address: String)
        /// A code of the Apple account, to be typed elsewhere.
        case accountCode(AccountCode)
        /// An alert of the phone itself, with one button.
        case alert(AppAlert)

        // The names in JSON of what has none here.
        enum SheetCodingKeys: String, CodingKey { case _0 = "sheet" }
        enum PromptCodingKeys: String, CodingKey { case _0 = "prompt" }
        enum SaveQuestionCodingKeys: String, CodingKey { case _0 = "question" }
        enum UpgradeQuestionCodingKeys: String, CodingKey { case _0 = "question" }
        enum AccountCodeCodingKeys: String, CodingKey { case _0 = "code" }
        enum AlertCodingKeys: String, CodingKey { case _0 = "alert" }
        enum PasswordListCodingKeys: String, CodingKey { case _0 = "list" }
    }

    /// The keyboard, and the bar above it.
    public struct Keyboard: Hashable, Codable, Sendable {
        /// The field that has the focus.
        public var field: String
        /// What the bar offers, in order.
        public var suggestions: [Suggestion]
        /// Whether the bar has the key, behind which all passwords are.
        public var hasKey: Bool
    }

    /// One place of the QuickType bar.
    public enum Suggestion: Hashable, Codable, Sendable {
        case credential(user: String, site: String)
        case strongPassword(String)
        /// "Choose My Own Password", in a field that holds the strong one: empties the fields.
        case ownPassword
        /// A code of a message, and the site that it is bound to.
        case code(String, sender: String, site: String?)
        /// A password, or a one-time code, that another app has for here.
        case provided(user: String, provider: String, isCode: Bool)

        // The names in JSON of what has none here.
        enum StrongPasswordCodingKeys: String, CodingKey { case _0 = "password" }
        enum CodeCodingKeys: String, CodingKey { case _0 = "code", sender, site }
    }

    /// The list behind the key.
    public struct PasswordList: Hashable, Codable, Sendable {
        /// Those for here first, most recently used first.
        public var entries: [Entry]
        /// The names of the apps that can be asked for a password.
        public var providers: [String] = []

        /// One saved password of the list.
        public struct Entry: Hashable, Codable, Sendable {
            /// The user name.
            public var user: String
            /// The host that it is for.
            public var site: String
            /// Whether it belongs to this app or page. Others are filled after a warning.
            public var isForHere: Bool
            /// What to warn of, where the entry is of another site.
            public var warning: String?
        }
    }

    /// "Would you like to save this password?"
    public struct SaveQuestion: Hashable, Codable, Sendable {
        /// The user name.
        public var user: String
        /// The host that it is for.
        public var site: String
        /// Whether it takes the place of a saved password.
        public var isUpdate: Bool
    }

    /// In few words, for whoever waited for something else. Nothing of it is secret: of fields it says only which are empty.
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
            }
        let covers = overlays.map { overlay in
            switch overlay {
            case .sheet(let sheet): "the sheet “\(sheet.title)”"
            case .prompt(let prompt): "a prompt of \(prompt.app)"
            case .saveQuestion: "the question whether to save"
            case .passwordList(let list): "the list of passwords \(list.entries.map { "\($0.user) for \($0.site)" })"
            case .upgradeQuestion: "the question whether to change a weak password"
            case .browser(let address): "the page \(address)"
            case .accountCode: "a code of the Apple account"
            case .alert(let alert): "the alert “\(alert.title)”"
            }
        }
        return ([content] + covers).joined(separator: ", under ")
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
