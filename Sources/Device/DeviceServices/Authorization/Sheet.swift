package import AssociatedDomains
package import DeviceBroker
import DeviceProtocol
package import Secrets
import Synchronization

/// A system sheet over an app, which waits for the user's answer. The app does not draw or see it.
package struct Sheet: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Explains Sign in with Apple, at the account's first sign-in to an app of the team.
        case explanation(AppleAccount)
        /// Shows the data that the app receives, for editing, at the first sign-in.
        case details(SignInForm)
        /// Asks whether to sign in again.
        case confirmation(AppleAccount)
        /// Asks whether to create a passkey, on the device or in another place. The user name comes from the app.
        case createPasskey(user: String, site: String, places: [PasskeyPlace] = [])
        /// Shows the data that the app receives for a new account, for editing. The device creates a passkey for it, or one of the
        /// user's credential providers does.
        case newAccount(AccountForm)
        /// Asks which of the available credentials to use.
        case choice([Candidate])
        /// Asks for the account's password, on a device without passcode and biometry.
        case accountPassword(AppleAccount, isRepeated: Bool)
        /// Reports an error.
        case alert(Alert)
        /// Asks whether the app may sign in with the web page of this host.
        case webSignIn(host: String)
        /// Asks the user to insert a security key and to touch it.
        case securityKey(site: String)
        /// Asks the user to touch the inserted security key, which waits. The touch ends the sheet.
        case securityKeyTouch
        /// Asks for the PIN of the inserted security key. After a wrong one, it may show how many attempts are left.
        case securityKeyPIN(site: String, isRepeated: Bool, attempts: Int? = nil)
        /// Asks whether to save the credentials that the app exports. The sites are those of the new ones.
        case importCredentials(ImportCounts, sites: [String] = [])
        /// Asks whether to turn on the app's credential provider.
        case turnOnProvider
    }

    /// An available credential.
    package enum Candidate: Hashable, Sendable {
        case appleID(AppleAccount)
        case password(SavedPassword)
        case passkey(Passkey)
        /// A security key, which may have a credential of the site.
        case securityKey(site: String)
        /// The list of a credential provider, which may have credentials for the app.
        case provider(AppIdentifier)
    }

    /// A place for a new passkey other than the device.
    package enum PasskeyPlace: Hashable, Sendable {
        /// One of the user's credential providers.
        case provider(AppIdentifier)
        /// A security key, which then has the only credential of the request.
        case securityKey
    }

    package enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is not signed in to an Apple Account; Settings can change that.
        case noAccount
        /// The account has no two-factor authentication; Settings can change that.
        case twoFactorNeeded
        /// The account is locked; Settings can change that.
        case accountLocked
        /// Apple's service did not respond. The user can try again.
        case notCompleted
    }

    /// The number of the sheet on this device, from 1.
    package let number: UInt64
    /// The app of the request.
    package let app: App
    package let content: Content
}

/// The user's answer to a sheet. An answer without a button on the sheet closes it.
package enum SheetAnswer: Sendable {
    /// Continue without changes.
    case proceed
    /// Continue with these choices.
    case details(SignInChoices)
    /// Create the account with these choices.
    case account(AccountChoices)
    /// Use the candidate or place with this index, from 0.
    case choose(Int)
    /// The entered account password.
    case password(SecretBytes)
    /// Open Settings.
    case openSettings
    case tryAgain
    /// Cancel or close the sheet.
    case cancel
    /// The sheet ended without an answer.
    case interrupted
}

/// Shows the sheets of each request in turn and waits for answers.
final class SheetQueue: Sendable {
    private let state: DeviceState
    private let interface = Mutex<(any SheetInterface)?>(nil)
    private let lastNumber = Atomic<UInt64>(0)

    init(state: DeviceState) {
        self.state = state
    }

    func attach(_ new: (any SheetInterface)?) {
        interface.withLock { $0 = new }
    }

    var isUnlocked: Bool { state.phase == .unlocked }

    /// Whether a sheet can be shown: there is a screen, and it is not locked.
    var isOpen: Bool {
        isUnlocked && interface.withLock { $0 != nil }
    }

    /// Opens the settings of AutoFill over an app. Returns false if the device is locked or has none, or the app is not visible.
    func openAutoFillSettings(for app: App) -> Bool {
        isUnlocked && interface.withLock { $0 }?.openAutoFillSettings(for: app) ?? false
    }

    /// Shows a notification, if there is a screen.
    func notify(_ notification: SystemNotification) {
        interface.withLock { $0 }?.notify(notification)
    }

    /// Blocks until the user answers, the app cancels the request, or the device is locked.
    func answer(to content: Sheet.Content, for app: App, until cancellation: PromptCancellationToken) -> SheetAnswer {
        let inbox = Inbox<SheetAnswer>()
        return show(content, for: app, until: cancellation, answered: { inbox.put($0) }) { inbox.take() }
    }

    /// Shows a sheet while `body` blocks, and hides it afterwards. The token of `body` is cancelled by any answer of the user, by the app
    /// and by a locked device. It is cancelled before `body` begins if no sheet can be shown.
    func show<Value>(
        _ content: Sheet.Content, for app: App, until cancellation: PromptCancellationToken,
        during body: (PromptCancellationToken) -> Value
    ) -> Value {
        let ending = PromptCancellationToken()
        return show(content, for: app, until: cancellation, answered: { _ in ending.cancel() }) { body(ending) }
    }

    /// Shows a sheet while `body` blocks. `answered` receives the user's answers, and `interrupted` from the app and a locked device, or
    /// before `body` begins if no sheet can be shown.
    private func show<Value>(
        _ content: Sheet.Content, for app: App, until cancellation: PromptCancellationToken,
        answered: @escaping @Sendable (SheetAnswer) -> Void, during body: () -> Value
    ) -> Value {
        guard isOpen, !cancellation.isCancelled, let interface = interface.withLock({ $0 }) else {
            answered(.interrupted)
            return body()
        }
        let sheet = Sheet(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, app: app, content: content)
        // Locking interrupts the sheet, because an answer can contain a password.
        let watches = [cancellation, state.locking].map { $0.onCancel { answered(.interrupted) } }
        defer { for watch in watches { watch.end() } }
        interface.show(sheet, answer: answered)
        defer { interface.hide(sheet) }
        return body()
    }
}

/// Shows sheets to the user: a script, a terminal or a screen.
package protocol SheetInterface: Sendable {
    /// Shows the sheet and returns. `answer` can be called from any thread, immediately or later. Only its first call counts, and
    /// no call after `hide`. Sheets of several apps can be visible at once.
    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void)
    func hide(_ sheet: Sheet)
    /// Shows a notification, which needs no answer, and returns.
    func notify(_ notification: SystemNotification)
    /// Opens the settings of AutoFill. Returns false if the app is not visible. The default is a screen without settings.
    func openAutoFillSettings(for app: App) -> Bool
}

extension SheetInterface {
    package func openAutoFillSettings(for app: App) -> Bool { false }
}

/// A notification of the system about something that happened without a sheet.
package enum SystemNotification: Hashable, Sendable {
    /// A conditional request created a passkey. The user name comes from the app.
    case passkeySaved(user: String, site: String)
}

/// A sheet as text for a terminal: its lines, and the valid answers.
package struct SheetText: Sendable {
    /// The lines of the sheet. The device names the app. No text comes from the app, except user names, as
    /// ``ForeignName`` shows them, and the domains of sites.
    package let lines: [String]
    /// Whether the input must be hidden.
    package let isSecret: Bool
    private let content: Sheet.Content

    package init(_ sheet: Sheet) {
        content = sheet.content
        isSecret =
            switch sheet.content {
            case .accountPassword, .securityKeyPIN: true
            default: false
            }
        lines = sheet.content.words(for: sheet.app.identifier.rawValue)
    }

    /// Returns the meaning of an entered line; nil if it is not a valid answer.
    package func answer(to line: String) -> SheetAnswer? {
        if isSecret {
            return line.isEmpty ? .cancel : .password(SecretBytes(utf8: line))
        }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, content) {
        case ("cancel", _), ("close", .alert): return .cancel
        case ("settings", .alert(let alert)) where alert != .notCompleted: return .openSettings
        case ("again", .alert(.notCompleted)): return .tryAgain
        case ("continue", .explanation), ("continue", .confirmation), ("continue", .webSignIn), ("continue", .details),
            ("continue", .createPasskey), ("continue", .securityKey), ("continue", .importCredentials),
            ("continue", .turnOnProvider):
            return .proceed
        case ("continue", .newAccount(let form)): return Self.account(words.dropFirst().first, form)
        case ("save", .newAccount(let form)):
            let rest = words.dropFirst().first?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
            guard let number = rest.first.flatMap({ Int($0) }), number >= 1, number <= form.providers.count else { return nil }
            return Self.account(rest.dropFirst().first, form, provider: number - 1)
        case ("share", .details(let form)): return Self.details(.share, words.dropFirst().first, form)
        case ("hide", .details(let form)): return Self.details(.hide, words.dropFirst().first, form)
        case (let number?, .choice(let candidates)): return Self.choice(number, of: candidates.count)
        case (let number?, .createPasskey(_, _, let places)): return Self.choice(number, of: places.count)
        default: return nil
        }
    }

    private static func choice(_ number: String, of count: Int) -> SheetAnswer? {
        guard let index = Int(number), index >= 1, index <= count else { return nil }
        return .choose(index - 1)
    }

    /// Parses details: an optional address, then first name, a slash, last name. Omitted parts do not change.
    private static func details(_ email: SignInChoices.Email, _ typed: String?, _ form: SignInForm) -> SheetAnswer? {
        let words = typed?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        let address = words.first.flatMap { form.emails.contains($0) ? $0 : nil }
        let name = address == nil ? typed : words.dropFirst().first
        let parts = name?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
        guard parts.isEmpty || parts.count == 2 else { return nil }
        return SignInChoices(givenName: parts.first, familyName: parts.last, email: email, address: address).map(
            SheetAnswer.details)
    }
}

extension SheetText {
    /// Parses the data of a new account: an optional contact, then first name, a slash, last name. Omitted parts do not change. Returns
    /// nil for incomplete data.
    private static func account(_ typed: String?, _ form: AccountForm, provider: Int? = nil) -> SheetAnswer? {
        let words = typed?.split(separator: " ", maxSplits: 1).map(String.init) ?? []
        let contact = words.first.flatMap { AccountContact($0) == nil ? nil : $0 }
        let name = contact == nil ? typed : words.dropFirst().first
        let parts = name?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
        guard parts.isEmpty || parts.count == 2,
            let choices = AccountChoices(
                givenName: parts.first, familyName: parts.last, contact: contact, provider: provider),
            form.account(choices) != nil
        else { return nil }
        return .account(choices)
    }
}

extension Sheet.Content {
    fileprivate func words(for app: String) -> [String] {
        switch self {
        case .explanation(let account):
            [
                "Sign in to \(app) with Apple, as \(account.rawValue).",
                "The app receives only what you choose to share. It never sees your password.",
                "continue, or cancel",
            ]
        case .details(let form):
            ["\(app) will receive:"] + (form.asksName ? ["  name     \(form.givenName) \(form.familyName)"] : [])
                + (form.asksEmail ? ["  address  \(form.email ?? "none")"] : [])
                + (form.asksEmail ? form.emails.dropFirst().map { "  or       \($0)" } : [])
                + [
                    form.asksEmail
                        ? "share or hide, \(form.emails.count > 1 ? "another address, " : "")and a name as FIRST/LAST to change it; continue to share all; or cancel"
                        : "continue, or cancel"
                ]
        case .confirmation(let account): ["Continue to \(app) as \(account.rawValue)?", "continue, or cancel"]
        case .createPasskey(let user, let site, let places):
            [
                "Create a passkey for \(ForeignName.shown(user)) on \(site)?",
                "The device saves it. \(app) then signs you in with it, without a password.",
            ] + places.enumerated().map { "  \($0.offset + 1)  \($0.element.words)" }
                + [places.isEmpty ? "continue, or cancel" : "continue, a number, or cancel"]
        case .newAccount(let form): form.words(for: app)
        case .choice(let candidates):
            ["Sign in to \(app) with:"]
                + candidates.enumerated().map { "  \($0.offset + 1)  \($0.element.words)" } + ["a number, or cancel"]
        case .accountPassword(let account, let isRepeated):
            (isRepeated ? ["Incorrect password."] : []) + [
                "Enter the password of the Apple Account \(account.rawValue), or nothing to cancel"
            ]
        case .alert(.noAccount): ["The device is not signed in to an Apple Account.", "settings, or close"]
        case .alert(.twoFactorNeeded):
            ["Sign in with Apple requires an account with two-factor authentication.", "settings, or close"]
        case .alert(.accountLocked): ["The Apple Account is locked.", "settings, or close"]
        case .alert(.notCompleted): ["Sign-in not completed: Apple's service did not respond.", "again, or close"]
        case .securityKey(let site):
            ["Insert your security key for \(site) and touch it, to continue in \(app).", "continue, or cancel"]
        case .securityKeyTouch: ["Touch your security key to continue in \(app).", "cancel"]
        case .securityKeyPIN(_, let isRepeated, let attempts):
            (isRepeated ? ["Incorrect PIN."] : []) + (attempts.map { ["Attempts left: \($0)"] } ?? [])
                + ["Enter the PIN of your security key, or nothing to cancel"]
        case .webSignIn(let host):
            [
                "\(app) wants to use \(host) to sign in. Both can share information about you.",
                "continue, or cancel",
            ]
        case .importCredentials(let counts, let sites):
            [
                "Save the passwords, passkeys and verification codes of \(app) on this device?",
                "  new        \(counts.new)", "  saved      \(counts.known)",
                "  different  \(counts.different); the saved ones stay", "  rejected   \(counts.rejected)",
            ] + sites.map { "  site       \($0)" } + ["continue, or cancel"]
        case .turnOnProvider:
            [
                "Use \(app) for AutoFill? It can then fill in your passwords, passkeys and verification codes.",
                "continue, or cancel",
            ]
        }
    }
}

extension AccountForm {
    fileprivate func words(for app: String) -> [String] {
        var lines = ["Create an account for \(app) with a passkey on \(site)? The app will receive:"]
        if asksName { lines.append("  name     \(givenName) \(familyName)") }
        if let first = contacts.first { lines.append("  contact  \(first.value)") }
        for other in contacts.dropFirst() { lines.append("  or       \(other.value)") }
        for (index, provider) in providers.enumerated() { lines.append("  save \(index + 1)  the passkey in \(provider)") }
        let kinds = accepted.map(\.words).joined(separator: " or ")
        let name = asksName ? " and a name as FIRST/LAST" : ""
        let save = providers.isEmpty ? "" : " or save"
        lines.append("continue\(save), with another \(kinds)\(name) to change them; or cancel")
        return lines
    }
}

extension ContactKind {
    fileprivate var words: String {
        switch self {
        case .email: "e-mail address"
        case .phoneNumber: "phone number"
        }
    }
}

extension Sheet.PasskeyPlace {
    fileprivate var words: String {
        switch self {
        case .provider(let app): "save it in \(app) instead"
        case .securityKey: "use a security key instead"
        }
    }
}

extension Sheet.Candidate {
    fileprivate var words: String {
        switch self {
        case .appleID(let account): "your Apple Account \(account.rawValue)"
        case .password(let password): "\(ForeignName.shown(password.user)) for \(password.site)"
        case .securityKey(let site): "a security key for \(site)"
        case .provider(let app): "a passkey in \(app)"
        case .passkey(let passkey): "the passkey of \(ForeignName.shown(passkey.userName)) for \(passkey.relyingParty)"
        }
    }
}
