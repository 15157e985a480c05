import DeviceScreens
import DeviceSimulator
import Synchronization

/// The steps of the tour that have happened on the phones. A page draws each view, and so each step is noticed as it happens.
final class Tour: Sendable {
    private struct State {
        var done: Set<TourStep> = []
        var observers: [Int: TourObserver] = [:]
    }

    private let state = Mutex(State())

    /// Observes the view of a phone, and returns every step that has happened on any phone.
    ///
    /// - Parameters:
    ///   - number: The number of the phone.
    ///   - isSecond: Whether its owner has another phone before it.
    func observe(_ view: PhoneView, of number: Int, isSecond: Bool) -> Set<TourStep> {
        state.withLock { state in
            let steps = state.observers[number, default: TourObserver()].steps(in: view, isSecond: isSecond)
            state.done.formUnion(steps)
            return state.done
        }
    }
}

/// The steps that the views of one phone have shown so far. A reader of views can miss some, so each step is recognized by a view that stays.
struct TourObserver {
    /// The app that received a hidden address, and whether it was quit since.
    private var hidden: (app: String, isQuit: Bool)?
    /// The Apple Account, and the apps that use it.
    private var use: (account: String, apps: Set<String>)?
    private var codes: Set<String> = []

    /// Returns the steps that this view completes.
    mutating func steps(in view: PhoneView, isSecond: Bool) -> Set<TourStep> {
        var steps = appSteps(in: view)
        if !view.strongPasswordFields.isEmpty { steps.insert(.strongPassword) }
        if case .passkeySaved? = view.notification { steps.insert(.passkey) }
        if case .home(let icons) = view.content, let app = hidden?.app, icons.contains(where: { $0.id == app && !$0.isRunning }) {
            hidden?.isQuit = true
        }
        for overlay in view.overlays {
            switch overlay {
            case .prompt(let prompt):
                if prompt.isRepeated, prompt.way == .biometry { steps.insert(.someoneElse) }
            case .upgradeQuestion(let question): steps.formUnion(Self.steps(of: question.progress))
            case .sheet, .saveQuestion, .passwordList, .browser, .accountCode, .alert: break
            }
        }
        if case .settings(let settings) = view.content { steps.formUnion(settingsSteps(in: settings, isSecond: isSecond)) }
        return steps
    }

    private mutating func appSteps(in view: PhoneView) -> Set<TourStep> {
        guard case .app(let icon, let screen) = view.content else { return [] }
        for case .code(let code, sender: _, site: _) in view.keyboard?.suggestions ?? [] { codes.insert(code) }
        var steps: Set<TourStep> = []
        for element in screen.elements {
            switch element {
            case .text(let text): if text.text.contains(Self.relay) { steps.insert(.hiddenAddress) }
            case .field(let field):
                if codes.contains(field.text) { steps.insert(.messageCode) }
                if field.isSecure, view.filledFields.contains(field.id) { steps.insert(.autoFill) }
            case .button(let button):
                if let hidden, hidden.app == icon.id, hidden.isQuit, button.id == Self.signOut { steps.insert(.staysSignedIn) }
            }
        }
        if steps.contains(.hiddenAddress) { hidden = (app: icon.id, isQuit: false) }
        return steps
    }

    private mutating func settingsSteps(in settings: PhoneView.SettingsView, isSecond: Bool) -> Set<TourStep> {
        var steps = Self.steps(of: settings.recommendation?.progress)
        if settings.page == .passwords, isSecond, !settings.passwords.isEmpty { steps.insert(.otherPhone) }
        if settings.page == .passwords, isSecond, settings.passkeys.contains(where: { !$0.isHidden }) {
            steps.insert(.passkeyOnOtherPhone)
        }
        if settings.passkeys.contains(where: \.isHidden) { steps.insert(.passkeyRemoved) }
        if settings.page == .account, let account = settings.account, let using = settings.appsUsingAccount {
            let apps = Set(using.map(\.id))
            if let use, use.account == account, !use.apps.isSubset(of: apps) { steps.insert(.stopUsing) }
            use = (account: account, apps: apps)
        }
        return steps
    }

    private static func steps(of progress: PhoneView.UpgradeProgress?) -> Set<TourStep> {
        guard let progress, progress.stage == .done else { return [] }
        switch progress.remedy {
        case .strongPassword: return [.strongerPassword]
        case .signInWithApple: return [.signInWithApple]
        case .changeOnSite, .byHand: return []
        }
    }

    /// The domain of hidden addresses.
    private static let relay = "@privaterelay.appleid.com"
    /// The button of Juice that only a signed-in user sees.
    private static let signOut = "sign-out"
}

/// A step of the guided tour: the story of "What to try" in `docs/device.md`, on the phones of `latchkey dev`. Every order of the steps
/// works.
package enum TourStep: String, CaseIterable, Sendable {
    case hiddenAddress = "hidden-address"
    case staysSignedIn = "stays-signed-in"
    case stopUsing = "stop-using"
    case strongPassword = "strong-password"
    case autoFill = "autofill"
    case someoneElse = "someone-else"
    case messageCode = "message-code"
    case otherPhone = "other-phone"
    case passkey
    case passkeyOnOtherPhone = "passkey-on-other-phone"
    case passkeyRemoved = "passkey-removed"
    case strongerPassword = "stronger-password"
    case signInWithApple = "sign-in-with-apple"

    var text: PhoneText {
        switch self {
        case .hiddenAddress: .tourHiddenAddress
        case .staysSignedIn: .tourStaysSignedIn
        case .stopUsing: .tourStopUsing
        case .strongPassword: .tourStrongPassword
        case .autoFill: .tourAutoFill
        case .someoneElse: .tourSomeoneElse
        case .messageCode: .tourMessageCode
        case .otherPhone: .tourOtherPhone
        case .passkey: .tourPasskey
        case .passkeyOnOtherPhone: .tourPasskeyOnOtherPhone
        case .passkeyRemoved: .tourPasskeyRemoved
        case .strongerPassword: .tourStrongerPassword
        case .signInWithApple: .tourSignInWithApple
        }
    }
}
