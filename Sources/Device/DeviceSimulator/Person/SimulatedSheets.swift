import DeviceBroker
import DeviceProtocol
import DeviceServices
import Secrets
import Synchronization

/// The sheets that the system shows on a simulated device, and a script of what the person does with each. One that the script says nothing about
/// is cancelled: no test waits for an answer that never comes.
public final class SimulatedSheets: Sendable {
    /// What a person does with one sheet. What a sheet has no button for closes it.
    public enum Answer: Hashable, Sendable {
        /// Presses Continue, with everything as the sheet has it.
        case proceed
        /// Edits the name, where one is given, decides about the address, chooses another of the account's, where one is given, and presses Continue.
        case details(givenName: String? = nil, familyName: String? = nil, email: Email = .share, address: String? = nil)
        /// Chooses one of what is offered, counted from 0.
        case choose(Int)
        /// Enters the password of the Apple account, the right one or another.
        case password(String)
        /// Presses the button that leads to Settings.
        case openSettings
        /// Presses Try Again.
        case tryAgain
        /// Presses Cancel, or Close.
        case cancel
        /// Leaves the sheet standing, until the app or the device takes it back, or a later ``SimulatedSheets/will(_:)`` answers it.
        case wait
    }

    /// What a person decides about their e-mail address.
    public enum Email: Hashable, Sendable, CaseIterable {
        /// The app is told.
        case share
        /// The app is given a relay address.
        case hide
    }

    fileprivate struct Standing {
        let sheet: Sheet
        let answer: @Sendable (SheetAnswer) -> Void
    }

    fileprivate struct State {
        var script: [Answer] = []
        var shown: [SimulatedSheet] = []
        var standing: [Standing] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    init() {}

    /// Every sheet so far, in order.
    public var shown: [SimulatedSheet] { state.withLock(\.shown) }

    /// What the script still says.
    public var remainingAnswers: [Answer] { state.withLock(\.script) }

    /// Adds to the script: one answer for each sheet. The first answers the sheet that stands now, if one does.
    public func will(_ answers: Answer...) {
        will(answers)
    }

    /// The same, with all of them at once.
    public func will(_ answers: [Answer]) {
        let act = state.withLock { state -> (@Sendable () -> Void)? in
            state.script += answers
            guard !state.script.isEmpty, !state.standing.isEmpty else { return nil }
            return state.act(on: state.standing.removeFirst())
        }
        act?()
    }

    /// Returns when there were `count` sheets, counted from the first one of the device.
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

    /// The person's screen.
    var interface: any SheetInterface { Screen(sheets: self) }

    private func see(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
        let (act, seen) = state.withLock { state in
            let act = state.act(on: Standing(sheet: sheet, answer: answer))
            state.shown.append(SimulatedSheet(sheet))
            let count = state.shown.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return (act, state.waiting.filter { $0.count <= count }.map(\.continuation))
        }
        act?()
        for continuation in seen { continuation.resume() }
    }

    private func lose(_ sheet: Sheet) {
        state.withLock { state in state.standing.removeAll { $0.sheet.number == sheet.number } }
    }

    private struct Screen: SheetInterface {
        let sheets: SimulatedSheets

        func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void) {
            sheets.see(sheet, answer: answer)
        }

        func hide(_ sheet: Sheet) {
            sheets.lose(sheet)
        }
    }
}

extension SimulatedSheets.State {
    /// What to do with the sheet, which stands from now on where that is nothing.
    fileprivate mutating func act(on standing: SimulatedSheets.Standing) -> (@Sendable () -> Void)? {
        let answer = script.isEmpty ? .cancel : script.removeFirst()
        guard let pressed = SheetAnswer(answer) else {
            self.standing.append(standing)
            return nil
        }
        return { standing.answer(pressed) }
    }
}

extension SheetAnswer {
    /// Nothing for waiting.
    fileprivate init?(_ answer: SimulatedSheets.Answer) {
        switch answer {
        case .proceed: self = .proceed
        case .details(let givenName, let familyName, let email, let address):
            // A name that no field takes leaves the person nothing but Cancel.
            let choices = SignInChoices(
                givenName: givenName, familyName: familyName, email: email == .hide ? .hide : .share, address: address)
            self = choices.map(SheetAnswer.details) ?? .cancel
        case .choose(let index): self = .choose(index)
        case .password(let password): self = .password(SecretBytes(utf8: password))
        case .openSettings: self = .openSettings
        case .tryAgain: self = .tryAgain
        case .cancel: self = .cancel
        case .wait: return nil
        }
    }
}

/// A sheet of the system as the person saw it.
public struct SimulatedSheet: Hashable, Sendable {
    /// What the sheet shows.
    public enum Content: Hashable, Sendable {
        /// What Sign in with Apple is.
        case explanation
        /// What the app will be told. A name or an address that the app did not ask for is nil.
        case details(givenName: String?, familyName: String?, email: String?, otherEmails: [String] = [])
        /// Whether to sign in once more.
        case confirmation
        /// Which of these to sign in with: the Apple account by its name, or a saved password by its user.
        case choice([String])
        /// The password of the Apple account.
        case accountPassword(isRepeated: Bool)
        /// Something that the sheets cannot settle.
        case alert(Alert)
        /// Whether the app may sign in by the page of this host.
        case webSignIn(host: String)
    }

    /// What an alert is about.
    public enum Alert: Hashable, Sendable, CaseIterable {
        /// The device is signed in to no Apple account.
        case noAccount
        /// The account has no two-factor authentication.
        case twoFactorNeeded
        /// The account is locked.
        case accountLocked
        /// Apple's service gave no answer.
        case notCompleted
    }

    /// Which app it is shown for.
    public let app: String
    /// What it shows.
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
            case .choice(let candidates): .choice(candidates.map(\.name))
            case .accountPassword(_, let isRepeated): .accountPassword(isRepeated: isRepeated)
            case .alert(.noAccount): .alert(.noAccount)
            case .alert(.twoFactorNeeded): .alert(.twoFactorNeeded)
            case .alert(.accountLocked): .alert(.accountLocked)
            case .alert(.notCompleted): .alert(.notCompleted)
            case .webSignIn(let host): .webSignIn(host: host)
            }
    }
}

extension Sheet.Candidate {
    fileprivate var name: String {
        switch self {
        case .appleID(let account): account.rawValue
        case .password(let password): password.user
        }
    }
}
