import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceServices
import PasswordManager

/// A sheet that waits for the user.
struct PendingSheet: Hashable, Sendable {
    let number: UInt64
    /// Whether the user has answered. The sheet is then invisible until the requester removes it.
    var isAnswered = false
    /// The identifier of the app below it.
    let app: String
    let content: Sheet.Content

    init(number: UInt64, app: String, content: Sheet.Content) {
        self.number = number
        self.app = app
        self.content = content
    }

    init(_ sheet: Sheet) {
        self.init(number: sheet.number, app: sheet.app.identifier.rawValue, content: sheet.content)
    }

    /// Whether Settings requests it, and not an app.
    var isOfSettings: Bool { app == PendingPrompt.system }

    /// Returns whether the sheet has a control for the action.
    func accepts(_ action: PhoneAction.SheetAction) -> Bool {
        switch (action, content) {
        case (.cancel, _): true
        case (.proceed, .explanation), (.proceed, .confirmation), (.proceed, .details), (.proceed, .webSignIn),
            (.proceed, .createPasskey), (.proceed, .securityKey), (.proceed, .importCredentials), (.proceed, .turnOnProvider):
            true
        case (.details(let given, let family, _, let address), .details(let form)):
            SignInChoices(givenName: given, familyName: family) != nil && address.map(form.emails.contains) ?? true
        case (.proceed, .newAccount(let form)): form.account(.unchanged) != nil
        case (.account(let given, let family, let contact, let manager), .newAccount(let form)):
            AccountChoices(givenName: given, familyName: family, contact: contact, provider: manager).flatMap(form.account) != nil
        case (.choose(let index), .createPasskey(_, _, let places)): places.indices.contains(index)
        case (.choose(let index), .choice(let candidates)): candidates.indices.contains(index)
        case (.password, .accountPassword), (.password, .securityKeyPIN): true
        case (.openSettings, .alert(let alert)): alert != .notCompleted
        case (.tryAgain, .alert(.notCompleted)): true
        default: false
        }
    }

    /// Returns the sheet as texts. The device determines the app's name; no text comes from the app, except the user name of a new
    /// passkey.
    ///
    /// - Parameter name: Returns the name of an installed app.
    func view(appName: String, name: (String) -> String) -> PhoneView.SheetView {
        let (title, message) = subject.words(appName)
        return PhoneView.SheetView(
            number: number, app: appName, subject: subject, title: title, message: message, parts: parts(name), buttons: buttons)
    }

    private var subject: PhoneView.SheetView.Subject {
        switch content {
        case .explanation(let account): .explanation(account: account.rawValue)
        case .details: .details
        case .confirmation(let account): .confirmation(account: account.rawValue)
        case .createPasskey(let user, let site, _): .createPasskey(user: user, site: site)
        case .newAccount(let form): .newAccount(site: form.site)
        case .choice: .choice
        case .accountPassword(let account, let isRepeated): .accountPassword(account: account.rawValue, isRepeated: isRepeated)
        case .alert(.noAccount): .noAccount
        case .alert(.twoFactorNeeded): .twoFactorNeeded
        case .alert(.accountLocked): .accountLocked
        case .alert(.notCompleted): .notCompleted
        case .webSignIn(let host): .webSignIn(host: host)
        case .securityKey(let site): .securityKey(site: site)
        case .securityKeyTouch: .securityKeyTouch
        case .securityKeyPIN(_, let isRepeated, _): .securityKeyPIN(isRepeated: isRepeated)
        case .importCredentials(let counts, _) where isOfSettings:
            .importFile(new: counts.new, known: counts.known, different: counts.different, rejected: counts.rejected)
        case .importCredentials(let counts, _):
            .importCredentials(
                new: counts.new, known: counts.known, different: counts.different, rejected: counts.rejected)
        case .turnOnProvider: .turnOnProvider
        }
    }

    private func parts(_ name: (String) -> String) -> [PhoneView.SheetView.Part] {
        switch content {
        case .details(let form):
            (form.asksName ? [.name(given: form.givenName, family: form.familyName)] : [])
                + (form.asksEmail
                    ? [
                        .email(shared: form.email ?? "", isHiddenByDefault: false, others: Array(form.emails.dropFirst()))
                    ] : [])
        case .newAccount(let form):
            Self.parts(of: form, name)
        case .choice(let candidates):
            candidates.enumerated().map { index, candidate in
                switch candidate {
                case .appleID(let account):
                    .candidate(index: index, title: account.rawValue, detail: "Apple Account", kind: .appleAccount)
                case .password(let password): .candidate(index: index, title: password.user, detail: password.site, kind: .password)
                case .passkey(let passkey):
                    .candidate(
                        index: index, title: passkey.userName, detail: "Passkey for \(passkey.relyingParty)",
                        kind: .passkey(site: "\(passkey.relyingParty)"))
                case .securityKey(let site): Self.securityKey(index, site)
                case .provider(let app):
                    .candidate(
                        index: index, title: name(app.description), detail: "Choose in this app", kind: .listOfPasswordManager)
                }
            }
        case .accountPassword(_, let isRepeated): [.password(isRepeated: isRepeated)]
        case .securityKeyPIN(_, let isRepeated, let attempts): [.pin(isRepeated: isRepeated, attempts: attempts)]
        case .createPasskey(_, let site, let places):
            places.enumerated().map { index, place in
                switch place {
                case .provider(let app):
                    .candidate(
                        index: index, title: name(app.description), detail: "Save in this app instead", kind: .passwordManager)
                case .securityKey: Self.securityKey(index, site)
                }
            }
        case .importCredentials(_, let sites): sites.map { .text($0) }
        case .explanation, .confirmation, .alert, .webSignIn, .securityKey, .securityKeyTouch, .turnOnProvider: []
        }
    }

    private static func parts(of form: AccountForm, _ name: (String) -> String) -> [PhoneView.SheetView.Part] {
        var parts: [PhoneView.SheetView.Part] = []
        if form.asksName { parts.append(.name(given: form.givenName, family: form.familyName)) }
        let kinds = form.accepted.map(PhoneView.SheetView.ContactKind.init)
        parts.append(.contact(known: form.contacts.map(\.value), kinds: kinds))
        if !form.providers.isEmpty { parts.append(.passwordManagers(names: form.providers.map { name($0.description) })) }
        return parts
    }

    private static func securityKey(_ index: Int, _ site: String) -> PhoneView.SheetView.Part {
        .candidate(index: index, title: "Security Key", detail: site, kind: .securityKey)
    }

    private var buttons: [PhoneView.SheetView.Button] {
        typealias Button = PhoneView.SheetView.Button
        return switch content {
        case .explanation, .details, .confirmation, .createPasskey, .newAccount, .webSignIn, .accountPassword, .securityKey,
            .securityKeyPIN, .importCredentials, .turnOnProvider:
            [Button(role: .proceed, title: "Continue"), Button(role: .cancel, title: "Cancel")]
        case .choice, .securityKeyTouch: [Button(role: .cancel, title: "Cancel")]
        case .alert(.notCompleted): [Button(role: .tryAgain, title: "Try Again"), Button(role: .cancel, title: "Close")]
        case .alert: [Button(role: .openSettings, title: "Settings"), Button(role: .cancel, title: "Close")]
        }
    }
}

extension PhoneView.SheetView.Subject {
    /// Returns the title and the message in English.
    func words(_ app: String) -> (title: String, message: String) {
        switch self {
        case .explanation(let account):
            (
                "Sign in with Apple",
                "Create an account for \(app) with your Apple Account \(account). It receives only the information "
                    + "that you share, and never your password."
            )
        case .details: ("Create Account", "\(app) will receive:")
        case .confirmation(let account): ("Sign In", "Sign in to \(app) with your Apple Account \(account).")
        case .createPasskey(let user, let site):
            (
                "Create a Passkey?",
                "A passkey for “\(user)” on \(site) will be saved on this device. \(app) can then sign you in without a password."
            )
        case .newAccount(let site):
            (
                "Create Account",
                "\(app) will receive the information below. A passkey for \(site) will be saved on this device, so you need no "
                    + "password."
            )
        case .choice: ("Sign In", "Choose an account to sign in to \(app).")
        case .accountPassword(let account, let isRepeated):
            (
                "Apple Account Password",
                (isRepeated ? "Incorrect password. " : "") + "Enter the password of \(account)."
            )
        case .noAccount:
            ("Sign in to your Apple Account", "To use Sign in with Apple, sign in to an Apple Account in Settings.")
        case .twoFactorNeeded:
            ("Two-Factor Authentication Required", "Sign in with Apple requires an account with two-factor authentication.")
        case .accountLocked: ("Apple Account Locked", "Your Apple Account is locked. Unlock it in Settings.")
        case .notCompleted: ("Sign Up Not Completed", "Apple’s service did not respond.")
        case .securityKey(let site):
            ("Security Key", "To continue in \(app), insert your security key for \(site) and touch it.")
        case .securityKeyTouch: ("Security Key", "Touch your security key.")
        case .securityKeyPIN(let isRepeated):
            ("Security Key PIN", (isRepeated ? "Incorrect PIN. " : "") + "Enter the PIN of your security key.")
        case .webSignIn(let host):
            ("“\(app)” Wants to Use “\(host)” to Sign In", "The app and the website may share information about you.")
        case .importCredentials(let new, let known, let different, let rejected):
            ("Import from “\(app)”?", Self.importWords(new, known, different, rejected))
        case .importFile(let new, let known, let different, let rejected):
            ("Import This File?", Self.importWords(new, known, different, rejected))
        case .turnOnProvider:
            (
                "Use “\(app)” for AutoFill?",
                "It can then fill in your passwords, passkeys and verification codes. You can change this in Settings."
            )
        }
    }

    private static func importWords(_ new: Int, _ known: Int, _ different: Int, _ rejected: Int) -> String {
        "Passwords, passkeys and verification codes. New: \(new). Already saved: \(known). Different, and yours stay: "
            + "\(different). Not usable: \(rejected)."
    }
}

extension PhoneView.SheetView.ContactKind {
    fileprivate init(_ kind: DeviceProtocol.ContactKind) {
        self =
            switch kind {
            case .email: .email
            case .phoneNumber: .phoneNumber
            }
    }
}

/// A prompt that waits for the user.
struct PendingPrompt: Hashable, Sendable {
    let number: UInt64
    /// Whether the user has answered. The prompt is then invisible until the requester removes it.
    var isAnswered = false
    /// The identifier of the requesting app; nil for the system.
    let app: String?
    let reason: String
    let way: PhoneView.PromptView.Method
    let cancelTitle: String
    /// The title of the fallback button; nil without the button.
    let fallbackTitle: String?
    let isRepeated: Bool
    let takesWatch: Bool
    /// The purpose; nil if the app's own words are the reason.
    let purpose: PhoneView.PromptView.Purpose?
    let credential: PhoneView.PromptView.Credential?
    let hasCancelTitleOfApp: Bool
    let hasFallbackTitleOfApp: Bool

    init(
        number: UInt64, app: String?, reason: String, way: PhoneView.PromptView.Method, cancelTitle: String = "Cancel",
        fallbackTitle: String? = nil, isRepeated: Bool = false, takesWatch: Bool = false,
        purpose: PhoneView.PromptView.Purpose? = nil, credential: PhoneView.PromptView.Credential? = nil,
        hasCancelTitleOfApp: Bool = false, hasFallbackTitleOfApp: Bool = false
    ) {
        self.number = number
        self.app = app
        self.reason = reason
        self.way = way
        self.cancelTitle = cancelTitle
        self.fallbackTitle = fallbackTitle
        self.isRepeated = isRepeated
        self.takesWatch = takesWatch
        self.purpose = purpose
        self.credential = credential
        self.hasCancelTitleOfApp = hasCancelTitleOfApp
        self.hasFallbackTitleOfApp = hasFallbackTitleOfApp
    }

    /// Converts a prompt of the broker, with a default reason if the app gave none.
    init(_ prompt: Prompt) {
        let way: PhoneView.PromptView.Method =
            switch prompt.question {
            case .biometry: .biometry
            case .passcode: .passcode
            case .faceConsent: .faceConsent
            case .applicationPassword(let isNew): isNew ? .newApplicationPassword : .applicationPassword
            case .companion: .watch
            }
        let app = prompt.caller.app.identifier.rawValue
        if case .faceConsent(let usage) = prompt.question {
            self.init(number: prompt.number, app: app, reason: usage.rawValue, way: way, cancelTitle: "Don’t Allow")
            return
        }
        let words = prompt.presentation.reason
        let purpose = PhoneView.PromptView.Purpose(prompt.purpose)
        self.init(
            number: prompt.number, app: app == Self.system ? nil : app, reason: words.isEmpty ? purpose.words : words,
            way: way, cancelTitle: prompt.presentation.cancelTitle ?? "Cancel",
            fallbackTitle: prompt.hasFallback ? prompt.presentation.fallbackTitle ?? "Enter Passcode" : nil,
            isRepeated: prompt.isRepeated, takesWatch: prompt.takesWatch,
            purpose: prompt.purpose.isOfApp && !words.isEmpty ? nil : purpose,
            credential: prompt.credential.map { .init(user: $0.account, site: $0.site.rawValue) },
            hasCancelTitleOfApp: prompt.presentation.cancelTitle != nil,
            hasFallbackTitleOfApp: prompt.presentation.fallbackTitle != nil)
    }

    /// The name of the phone as a client of the broker.
    static let system = "com.apple.springboard"
}

extension PhoneView.PromptView.Purpose {
    fileprivate init(_ purpose: PromptPurpose) {
        self =
            switch purpose {
            case .evaluate, .authorizeRight: .proceed
            case .readItem: .readItem
            case .sign, .exchange: .useKey
            case .signInWithApple: .signInWithApple
            case .usePassword: .usePassword
            case .changePassword: .changePassword
            case .deletePassword: .deletePassword
            case .createPasskey: .createPasskey
            case .usePasskey: .usePasskey
            case .importCredentials: .importCredentials
            }
    }

    /// The purpose in English.
    var words: String {
        switch self {
        case .proceed: "Continue"
        case .readItem: "Read a saved secret"
        case .useKey: "Use a key"
        case .signInWithApple: "Sign in with Apple"
        case .usePassword: "Sign in with a saved password"
        case .changePassword: "Change a saved password"
        case .deletePassword: "Delete a saved password"
        case .createPasskey: "Create a passkey"
        case .usePasskey: "Sign in with a passkey"
        case .viewPasswords: "View your passwords"
        case .exportPasswords: "Export your passwords"
        case .importPasswords: "Import passwords"
        case .exportCredentials: "Export your passwords, passkeys and verification codes"
        case .importCredentials: "Import passwords, passkeys and verification codes"
        case .fillPassword(let user, let site): "Fill in the password of \(user) for \(site)"
        }
    }
}

/// The visible view of an extension.
struct PresentedExtension {
    let number: UInt64
    /// The identifier of the app.
    let app: String
    /// The account; both are empty if the user chooses one.
    let user: String
    let site: String
    /// The screen of the extension, and its events.
    var running = RunningApp(launch: 0)
    /// Whether it is the web page of a sign-in in the phone's browser.
    let isWebPage: Bool

    init(number: UInt64, app: String, user: String, site: String, isWebPage: Bool = false) {
        self.isWebPage = isWebPage
        self.number = number
        self.app = app
        self.user = user
        self.site = site
    }

    init(_ view: ExtensionPresentation) {
        self.init(number: view.number, app: view.app.description, user: view.user, site: view.site)
    }

    func view(appName: String) -> PhoneView.ExtensionSheet {
        PhoneView.ExtensionSheet(
            number: number, app: appName, user: user, site: site, screen: running.screen, isWebPage: isWebPage)
    }
}
