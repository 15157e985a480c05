package import DeviceBroker
import DeviceProtocol
package import Secrets
import Synchronization

/// What the system shows a person over an app, and waits for an answer to. The app draws none of it and sees none of it.
package struct Sheet: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// What Sign in with Apple is. The first time that the account meets an app of the team.
        case explanation(AppleAccount)
        /// What the app will be told, to be edited: the first sign-in.
        case details(SignInForm)
        /// Whether to sign in once more.
        case confirmation(AppleAccount)
        /// With which of the credentials that are there.
        case choice([Candidate])
        /// The password of the account, on a device with nothing else to prove who is there.
        case accountPassword(AppleAccount, isRepeated: Bool)
        /// Something that the sheets cannot settle.
        case alert(Alert)
        /// Whether the app may sign in by the web page of this host.
        case webSignIn(host: String)
    }

    /// One credential that could be used.
    package enum Candidate: Hashable, Sendable {
        case appleID(AppleAccount)
        case password(SavedPassword)
    }

    package enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is signed in to no Apple account; Settings can change that.
        case noAccount
        /// The account has no two-factor authentication; Settings can change that.
        case twoFactorNeeded
        /// The account is locked; Settings can change that.
        case accountLocked
        /// Apple's service gave no answer: not completed, to be tried again.
        case notCompleted
    }

    /// Counts the sheets of a device, from 1.
    package let number: UInt64
    /// Whom it is shown for, as the broker knows it.
    package let app: App
    package let content: Content
}

/// What a person does about a sheet. What a sheet has no button for closes it.
package enum SheetAnswer: Sendable {
    /// Continue, with everything as the sheet has it.
    case proceed
    /// Continue with these details.
    case details(SignInChoices)
    /// This one of the candidates, counted from 0.
    case choose(Int)
    /// The account's password.
    case password(SecretBytes)
    /// Off to Settings.
    case openSettings
    case tryAgain
    /// Cancel, or Close.
    case cancel
    /// Nobody was there to do anything.
    case interrupted
}

/// Shows sheets, one after the other for each request, and waits for the answers.
final class SheetDesk: Sendable {
    private let state: DeviceState
    private let interface = Mutex<(any SheetInterface)?>(nil)
    private let lastNumber = Atomic<UInt64>(0)

    init(state: DeviceState) {
        self.state = state
    }

    func attach(_ new: (any SheetInterface)?) {
        interface.withLock { $0 = new }
    }

    /// Whether anyone can be shown anything now: there is a screen, and it is not locked.
    var isOpen: Bool {
        state.phase == .unlocked && interface.withLock { $0 != nil }
    }

    /// Blocks until the person has answered, the app has taken its request back, or the device is locked.
    func answer(to content: Sheet.Content, for app: App, until withdrawal: Withdrawal) -> SheetAnswer {
        guard isOpen, !withdrawal.isWithdrawn, let interface = interface.withLock({ $0 }) else { return .interrupted }
        let sheet = Sheet(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, app: app, content: content)
        let inbox = Inbox<SheetAnswer>()
        // An answer can hold a password: nothing of it may stay with a lock that lasts.
        let watches = [withdrawal, state.locking].map { $0.onWithdrawal { inbox.put(.interrupted) } }
        defer { for watch in watches { watch.end() } }
        interface.show(sheet) { inbox.put($0) }
        let answer = inbox.take()
        interface.hide(sheet)
        return answer
    }
}

/// What a person sees sheets on and answers them by: a script, a terminal, a screen.
package protocol SheetInterface: Sendable {
    /// Shows the sheet and returns. `answer` may be called from any thread, at once or later; only the first call counts, and none after
    /// `hide`. Several sheets may be shown at once, for several apps.
    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void)
    func hide(_ sheet: Sheet)
}

/// A sheet in words, for a terminal: what it says, and what may be typed under it.
package struct SheetText: Sendable {
    /// What the sheet says, line by line. The app is named by the device; nothing of it is the app's own words.
    package let lines: [String]
    /// Whether what is typed must not be shown.
    package let isSecret: Bool
    private let content: Sheet.Content

    package init(_ sheet: Sheet) {
        content = sheet.content
        isSecret = if case .accountPassword = sheet.content { true } else { false }
        lines = sheet.content.words(for: sheet.app.identifier.rawValue)
    }

    /// What a typed line means; nothing where it is none of the answers that the sheet has.
    package func answer(to line: String) -> SheetAnswer? {
        if case .accountPassword = content {
            return line.isEmpty ? .cancel : .password(SecretBytes(utf8: line))
        }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, content) {
        case ("cancel", _), ("close", .alert): return .cancel
        case ("settings", .alert(let alert)) where alert != .notCompleted: return .openSettings
        case ("again", .alert(.notCompleted)): return .tryAgain
        case ("continue", .explanation), ("continue", .confirmation), ("continue", .webSignIn), ("continue", .details):
            return .proceed
        case ("share", .details(let form)): return Self.details(.share, words.dropFirst().first, form)
        case ("hide", .details(let form)): return Self.details(.hide, words.dropFirst().first, form)
        case (let number?, .choice(let candidates)):
            guard let index = Int(number), (1...candidates.count).contains(index) else { return nil }
            return .choose(index - 1)
        default: return nil
        }
    }

    /// A name is given as first name, a slash, and last name, another address before it; what is left out stays as it is.
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

extension Sheet.Content {
    fileprivate func words(for app: String) -> [String] {
        switch self {
        case .explanation(let account):
            [
                "Sign in to \(app) with Apple, as \(account.rawValue).",
                "The app is told who you are, and only what you let it be told. It never sees your password.",
                "continue, or cancel",
            ]
        case .details(let form):
            ["\(app) will be told:"] + (form.asksName ? ["  name     \(form.givenName) \(form.familyName)"] : [])
                + (form.asksEmail ? ["  address  \(form.email ?? "none")"] : [])
                + (form.asksEmail ? form.emails.dropFirst().map { "  or       \($0)" } : [])
                + [
                    form.asksEmail
                        ? "share or hide, \(form.emails.count > 1 ? "another address, " : "")and a name as FIRST/LAST to change it; continue to share all; or cancel"
                        : "continue, or cancel"
                ]
        case .confirmation(let account): ["Continue to \(app) as \(account.rawValue)?", "continue, or cancel"]
        case .choice(let candidates):
            ["Sign in to \(app) with:"]
                + candidates.enumerated().map { "  \($0.offset + 1)  \($0.element.words)" } + ["a number, or cancel"]
        case .accountPassword(let account, let isRepeated):
            (isRepeated ? ["That was not the password."] : []) + [
                "The password of the Apple account \(account.rawValue); nothing to cancel"
            ]
        case .alert(.noAccount): ["The device is signed in to no Apple account.", "settings, or close"]
        case .alert(.twoFactorNeeded):
            ["Sign in with Apple needs an account with two-factor authentication.", "settings, or close"]
        case .alert(.accountLocked): ["The Apple account is locked.", "settings, or close"]
        case .alert(.notCompleted): ["Not completed: Apple's service gave no answer.", "again, or close"]
        case .webSignIn(let host): ["\(app) wants to sign you in by \(host), which learns of it.", "continue, or cancel"]
        }
    }
}

extension Sheet.Candidate {
    fileprivate var words: String {
        switch self {
        case .appleID(let account): "your Apple account \(account.rawValue)"
        case .password(let password): "\(password.user) for \(password.site)"
        }
    }
}
