import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Secrets
import Synchronization

/// The sheets of a simulated device, and a script of the user's responses. Without a script, the user cancels, so that no test
/// waits indefinitely.
public final class SimulatedSheets: Sendable {
    /// The user's response to one sheet. A response without a matching button closes the sheet.
    public enum Answer: Hashable, Sendable {
        /// Presses Continue without changes.
        case proceed
        /// Edits the name if one is given, chooses to share or hide the email address, chooses another address of the account if
        /// one is given, and presses Continue.
        case details(givenName: String? = nil, familyName: String? = nil, email: Email = .share, address: String? = nil)
        /// Edits the name of a new account if one is given, chooses or types another contact if one is given, chooses the app that saves
        /// the passkey if its index is given, from 0, and presses Continue.
        case account(givenName: String? = nil, familyName: String? = nil, contact: String? = nil, provider: Int? = nil)
        /// Chooses one of the candidates, or another place for a new passkey, counted from 0.
        case choose(Int)
        /// Enters the password of the Apple Account, or the PIN of the security key.
        case password(String)
        /// Presses the button that opens Settings.
        case openSettings
        /// Presses Try Again.
        case tryAgain
        /// Presses Cancel or Close.
        case cancel
        /// Leaves the sheet open, until the app or the device cancels it, or a later ``SimulatedSheets/will(_:)`` answers it.
        case wait
    }

    /// The user's choice about the email address.
    public enum Email: Hashable, Sendable, CaseIterable {
        /// The app receives the address.
        case share
        /// The app receives a relay address.
        case hide
    }

    fileprivate struct OpenSheet {
        let sheet: Sheet
        let answer: @Sendable (SheetAnswer) -> Void
    }

    fileprivate struct State {
        var script: [Answer] = []
        var shown: [SimulatedSheet] = []
        var notifications: [SimulatedNotification] = []
        var openSheets: [OpenSheet] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    init() {}

    /// All sheets so far, in order.
    public var shown: [SimulatedSheet] { state.withLock(\.shown) }

    /// All notifications of the system so far, in order.
    public var notifications: [SimulatedNotification] { state.withLock(\.notifications) }

    /// The remaining answers of the script.
    public var remainingAnswers: [Answer] { state.withLock(\.script) }

    /// Appends to the script: one answer per sheet. The first answers the open sheet, if one is open.
    public func will(_ answers: Answer...) {
        will(answers)
    }

    /// Appends an array of answers to the script.
    public func will(_ answers: [Answer]) {
        let act = state.withLock { state -> (@Sendable () -> Void)? in
            state.script += answers
            guard !state.script.isEmpty, !state.openSheets.isEmpty else { return nil }
            return state.act(on: state.openSheets.removeFirst())
        }
        act?()
    }

    /// Returns when `count` sheets have appeared since the device was created.
    public func shown(times count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.shown.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// The user's screen.
    var interface: any SheetInterface { Screen(sheets: self) }

    private func see(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        let (act, seen) = state.withLock { state in
            let act = state.act(on: OpenSheet(sheet: sheet, answer: answer))
            state.shown.append(SimulatedSheet(sheet))
            let count = state.shown.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return (act, state.waiting.filter { $0.count <= count }.map(\.continuation))
        }
        act?()
        for continuation in seen { continuation.resume() }
    }

    private func lose(_ sheet: Sheet) {
        state.withLock { state in state.openSheets.removeAll { $0.sheet.number == sheet.number } }
    }

    private struct Screen: SheetInterface {
        let sheets: SimulatedSheets

        func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
            sheets.see(sheet, answer: answer)
        }

        func hide(_ sheet: Sheet) {
            sheets.lose(sheet)
        }

        func notify(_ notification: SystemNotification) {
            sheets.state.withLock { $0.notifications.append(SimulatedNotification(notification)) }
        }
    }
}

extension SimulatedSheets.State {
    /// Returns the response to the sheet; nil leaves it open.
    fileprivate mutating func act(on openSheets: SimulatedSheets.OpenSheet) -> (@Sendable () -> Void)? {
        let answer = script.isEmpty ? .cancel : script.removeFirst()
        guard let pressed = SheetAnswer(answer) else {
            self.openSheets.append(openSheets)
            return nil
        }
        return { openSheets.answer(pressed) }
    }
}

extension SheetAnswer {
    /// Converts an answer of the script for the broker. Returns nil for waiting.
    fileprivate init?(_ answer: SimulatedSheets.Answer) {
        switch answer {
        case .proceed: self = .proceed
        case .details(let givenName, let familyName, let email, let address):
            // A name that exceeds the field's limits leaves only Cancel.
            let choices = SignInChoices(
                givenName: givenName, familyName: familyName, email: email == .hide ? .hide : .share, address: address)
            self = choices.map(SheetAnswer.details) ?? .cancel
        case .account(let givenName, let familyName, let contact, let provider):
            let choices = AccountChoices(givenName: givenName, familyName: familyName, contact: contact, provider: provider)
            self = choices.map(SheetAnswer.account) ?? .cancel
        case .choose(let index): self = .choose(index)
        case .password(let password): self = .password(SecretBytes(utf8: password))
        case .openSettings: self = .openSettings
        case .tryAgain: self = .tryAgain
        case .cancel: self = .cancel
        case .wait: return nil
        }
    }
}

/// A sheet of the system as the user saw it.
public struct SimulatedSheet: Hashable, Sendable {
    /// The content of the sheet.
    public enum Content: Hashable, Sendable {
        /// The introduction to Sign in with Apple.
        case explanation
        /// The data that the app will receive. A name or an address that the app did not request is nil.
        case details(givenName: String?, familyName: String?, email: String?, otherEmails: [String] = [])
        /// The confirmation of a repeated sign-in.
        case confirmation
        /// The question whether to create a passkey, the apps that can save it instead of the device, and whether a security key can
        /// replace it.
        case createPasskey(user: String, site: String, providers: [String] = [], offersSecurityKey: Bool = false)
        /// The data that the app will receive for a new account with a passkey, and the apps that can save the passkey instead of the
        /// device. A name that the app did not request is nil.
        case newAccount(site: String, givenName: String?, familyName: String?, contacts: [String], providers: [String] = [])
        /// The choice of a credential: an Apple Account by its name, a saved password or passkey by its user name, a security key by the
        /// site, or the list of a password manager by its application identifier.
        case choice([String])
        /// The password of the Apple Account.
        case accountPassword(isRepeated: Bool)
        /// A condition that the sheets cannot resolve.
        case alert(Alert)
        /// The permission for the app to sign in on this host's web page.
        case webSignIn(host: String)
        /// The request to insert a security key and to touch it.
        case securityKey(site: String)
        /// The inserted security key, which waits for a touch. Simulated keys do not wait.
        case securityKeyTouch
        /// The PIN of the security key.
        case securityKeyPIN(isRepeated: Bool)
        /// The numbers of credentials that the app exports to the device.
        case importCredentials(new: Int, known: Int, different: Int, rejected: Int)
        /// The question whether to turn on the app's credential provider.
        case turnOnProvider
    }

    /// The reason of an alert.
    public enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is not signed in to an Apple Account.
        case noAccount
        /// The account has no two-factor authentication.
        case twoFactorNeeded
        /// The account is locked.
        case accountLocked
        /// Apple's service did not respond.
        case notCompleted
    }

    /// The app that it is shown for.
    public let app: String
    /// The content.
    public let content: Content

    init(_ sheet: Sheet) {
        app = sheet.app.identifier.rawValue
        content =
            switch sheet.content {
            case .explanation: .explanation
            case .details(let form):
                .details(
                    givenName: form.asksName ? form.givenName : nil, familyName: form.asksName ? form.familyName : nil,
                    email: form.asksEmail ? form.email : nil,
                    otherEmails: form.asksEmail ? Array(form.emails.dropFirst()) : [])
            case .confirmation: .confirmation
            case .createPasskey(let user, let site, let places):
                .createPasskey(
                    user: user, site: site, providers: places.compactMap(\.app),
                    offersSecurityKey: places.contains(.securityKey))
            case .newAccount(let form):
                .newAccount(
                    site: form.site, givenName: form.asksName ? form.givenName : nil,
                    familyName: form.asksName ? form.familyName : nil, contacts: form.contacts.map(\.value),
                    providers: form.providers.map(\.description))
            case .choice(let candidates): .choice(candidates.map(\.name))
            case .accountPassword(_, let isRepeated): .accountPassword(isRepeated: isRepeated)
            case .alert(.noAccount): .alert(.noAccount)
            case .alert(.twoFactorNeeded): .alert(.twoFactorNeeded)
            case .alert(.accountLocked): .alert(.accountLocked)
            case .alert(.notCompleted): .alert(.notCompleted)
            case .webSignIn(let host): .webSignIn(host: host)
            case .securityKey(let site): .securityKey(site: site)
            case .securityKeyTouch: .securityKeyTouch
            case .securityKeyPIN(_, let isRepeated, _): .securityKeyPIN(isRepeated: isRepeated)
            case .importCredentials(let counts, _):
                .importCredentials(
                    new: counts.new, known: counts.known, different: counts.different, rejected: counts.rejected)
            case .turnOnProvider: .turnOnProvider
            }
    }
}

/// A notification of the system, which needs no answer.
public enum SimulatedNotification: Hashable, Sendable {
    /// The device created a passkey without a sheet.
    case passkeySaved(user: String, site: String)

    init(_ notification: SystemNotification) {
        self =
            switch notification {
            case .passkeySaved(let user, let site): .passkeySaved(user: user, site: site)
            }
    }
}

extension Sheet.PasskeyPlace {
    fileprivate var app: String? {
        if case .provider(let app) = self { app.description } else { nil }
    }
}

extension Sheet.Candidate {
    fileprivate var name: String {
        switch self {
        case .appleID(let account): account.rawValue
        case .password(let password): password.user
        case .passkey(let passkey): passkey.userName
        case .securityKey(let site): site
        case .provider(let app): app.description
        }
    }
}
