import DeviceBroker
import DeviceProtocol
import DeviceServices
import Synchronization
package import Traces

/// Records the user's actions on a phone, the prompts and sheets that follow, and the requests of the app to the system.
///
/// An action in an app or in Settings begins a trace. What follows belongs to that trace until the next such action, or until the user
/// leaves the app. An answer to a prompt or sheet continues the trace. Texts that the user types are never recorded.
final class PhoneRecording: Sendable {
    private struct State {
        /// The action that began the current trace.
        var action: TraceSpan?
        /// The app of that action, and those whose extensions it started.
        var apps: Set<String> = []
        var prompts: [UInt64: TraceSpan] = [:]
        var sheets: [UInt64: TraceSpan] = [:]
    }

    private let recorder: any SpanRecorder
    private let state = Mutex(State())

    init(_ recorder: any SpanRecorder) {
        self.recorder = recorder
    }

    /// Begins the record of an action. Returns nil for an action that is not recorded.
    ///
    /// - Parameters:
    ///   - foreground: the app that the user sees; nil for none.
    ///   - person: the Apple Account of the phone.
    func begin(_ action: PhoneAction, in foreground: String?, phone: String, person: String?) -> TraceSpan? {
        guard let traced = TracedAction(action) else {
            leave(by: action)
            return nil
        }
        var attributes: [SpanAttribute: String] = [.phone: phone, .action: traced.name]
        attributes[.button] = traced.target
        attributes[.person] = person
        return state.withLock { state in
            let isCovered = !state.prompts.isEmpty || !state.sheets.isEmpty
            // The phone rejects an action below a prompt or sheet, which stays. Another app can be opened.
            guard traced.begins, !isCovered || traced.app != nil else {
                return isCovered ? state.action?.child(.tap, in: .phone, attributes) : nil
            }
            guard let app = traced.app ?? (traced.isOfSettings ? SpanAttribute.settings : foreground) else { return nil }
            attributes[.app] = app
            // The names of buttons and fields of a page are foreign text, such as a link with a code.
            if app == Browser.id { attributes[.button] = nil }
            let span = TraceSpan(.tap, in: .phone, by: recorder, attributes)
            for open in [state.prompts, state.sheets].flatMap(\.values) { open.end(.cancelled) }
            state = State(action: span, apps: [app])
            return span
        }
    }

    /// Ends the current trace when the user leaves its app. Requests of Settings, which reads the Apple Account, are not part of it.
    private func leave(by action: PhoneAction) {
        switch action {
        case .home, .openSettings:
            state.withLock { state in
                if state.prompts.isEmpty, state.sheets.isEmpty { state = State() }
            }
        default: break
        }
    }

    /// The value of `traceparent` for an app; nil if the current trace belongs to another.
    func traceparent(for app: String) -> String? {
        state.withLock { $0.apps.contains(app) ? $0.action.map { "\($0.position)" } : nil }
    }

    /// The value of `traceparent` for an extension of an app that starts; nil if the current trace belongs to another app. Settings starts
    /// the extensions of all apps, and the app then has a part in its trace.
    func traceparent(forExtensionOf app: String) -> String? {
        state.withLock { state in
            if state.apps.contains(SpanAttribute.settings) { state.apps.insert(app) }
        }
        return traceparent(for: app)
    }

    /// Begins a step of an app, below the position that the app sent. A position that the recorder did not create is only linked: the
    /// step then belongs to the user's last action, or is not recorded if that was in another app.
    func begin(
        _ kind: SpanKind, of app: String, at sent: TraceParent?, _ attributes: [SpanAttribute: String] = [:]
    ) -> TraceSpan? {
        if let sent, let span = TraceSpan(kind, in: .app, continuing: sent, by: recorder, attributes) { return span }
        return state.withLock { $0.apps.contains(app) ? $0.action?.child(kind, in: .app, link: sent, attributes) : nil }
    }

    /// Begins a request to Apple's service.
    func beginRequest(_ method: String, _ route: String) -> TraceSpan? {
        state.withLock { $0.action?.child(.appleRequest, in: .phone, [.method: method, .route: route]) }
    }

    // MARK: - Prompts and sheets

    func show(_ prompt: Prompt) {
        state.withLock { state in
            guard state.apps.contains(prompt.caller.app.identifier.rawValue) else { return }
            state.prompts[prompt.number] = state.action?.child(.prompt, in: .phone, [.subject: prompt.question.word])
        }
    }

    /// Ends a prompt that the user cancelled. The view no longer shows it, so the next tap begins a trace.
    func answered(_ prompt: Prompt, _ answer: PromptAnswer) {
        switch answer {
        case .cancel, .interrupted: state.withLock { $0.prompts.removeValue(forKey: prompt.number) }?.end(.cancelled)
        case .passcode, .applicationPassword, .faceConsent, .confirmedOnWatch, .fallback: break
        }
    }

    func hide(_ prompt: Prompt) {
        state.withLock { $0.prompts.removeValue(forKey: prompt.number) }?.end()
    }

    func show(_ sheet: Sheet) {
        state.withLock { state in
            guard state.apps.contains(sheet.app.identifier.rawValue) else { return }
            state.sheets[sheet.number] = state.action?.child(.sheet, in: .phone, [.subject: sheet.content.word])
        }
    }

    /// Ends a sheet that the user cancelled, as ``answered(_:_:)`` of a prompt does.
    func answered(_ sheet: Sheet, _ answer: SheetAnswer) {
        switch answer {
        case .cancel, .interrupted: state.withLock { $0.sheets.removeValue(forKey: sheet.number) }?.end(.cancelled)
        case .proceed, .details, .account, .choose, .password, .openSettings, .tryAgain: break
        }
    }

    func hide(_ sheet: Sheet) {
        state.withLock { $0.sheets.removeValue(forKey: sheet.number) }?.end()
    }

    // MARK: - Messages to the broker

    /// Begins the record of a message to the broker, by its kind and its result. What it contains is never recorded. Returns nil for a
    /// message that is not recorded.
    func begin(_ header: RequestHeader, of caller: Caller) -> (@Sendable (DeviceError?) -> Void)? {
        guard let message = TracedMessage(header.kind),
            let span = begin(
                message.step, of: caller.app.identifier.rawValue, at: header.position, [.operation: message.operation])
        else { return nil }
        return { error in
            span.set(.result, error?.word ?? "done")
            span.end(error?.outcome ?? .succeeded)
        }
    }
}

/// A message to the broker as it is recorded.
private struct TracedMessage {
    let step: SpanKind
    let operation: String

    /// Returns nil for a message that is not recorded: it only prepares another, or waits, or a sheet shows it.
    init?(_ kind: RequestKind) {
        switch kind {
        case .addItem, .addItems: (step, operation) = (.keychain, "add item")
        case .findItems: (step, operation) = (.keychain, "find items")
        case .updateItems: (step, operation) = (.keychain, "update items")
        case .deleteItems: (step, operation) = (.keychain, "delete items")
        case .createKey: (step, operation) = (.brokerMessage, "create key")
        case .sign: (step, operation) = (.brokerMessage, "sign with key")
        case .exchange: (step, operation) = (.brokerMessage, "agree on a secret with key")
        case .attest: (step, operation) = (.brokerMessage, "attest key")
        case .evaluate: (step, operation) = (.brokerMessage, "prove the presence of the user")
        case .saveRight: (step, operation) = (.brokerMessage, "save right")
        case .readRight: (step, operation) = (.brokerMessage, "find right")
        case .readRightSecret: (step, operation) = (.brokerMessage, "read secret of right")
        case .removeRight, .removeAllRights: (step, operation) = (.brokerMessage, "remove right")
        case .changeSharedCredential: (step, operation) = (.brokerMessage, "change shared password")
        case .requestSharedCredential: (step, operation) = (.brokerMessage, "request shared password")
        case .describeKey, .openContext, .closeContext, .preflight, .setCredential, .readMechanisms, .performAuthorization,
            .readCredentialState, .awaitRevocations, .readIdentityStore, .changeIdentities, .openWebAuthentication, .modifyAccount,
            .reportCredentials, .exchangeCredentials, .openAutoFillSettings, .turnOnProvider:
            return nil
        }
    }
}

extension DeviceError {
    /// The error in words, without the texts of malformed requests.
    fileprivate var word: String {
        switch self {
        case .item(.notFound): "not found"
        case .item(let error): "\(error)"
        case .authentication(let failure): "\(failure)"
        case .badRequest: "malformed request"
        case .unavailable: "unavailable"
        }
    }

    /// The outcome of the step. An app may ask without a prompt, and expects the rejection.
    fileprivate var outcome: SpanOutcome {
        switch self {
        case .item(.notFound), .authentication(.notInteractive): .succeeded
        case .authentication(.userCancel), .authentication(.systemCancel), .authentication(.appCancel),
            .authentication(.userFallback):
            .cancelled
        case .item, .authentication, .badRequest, .unavailable: .failed(word)
        }
    }
}

/// An action as it is recorded: without texts that the user types.
struct TracedAction {
    let name: String
    /// The identifier of a button or field, the button of a sheet, or an index.
    var target: String?
    /// Whether the action begins a trace.
    var begins = true
    /// The app that the action opens.
    var app: String?
    /// Whether the action is one of Settings, also above an app.
    var isOfSettings = false

    /// Returns nil for an action that is not recorded.
    init?(_ action: PhoneAction) {
        switch action.unbound {
        case .open(let app): (name, self.app) = ("open app", app)
        case .browse: (name, self.app) = ("open an address", Browser.id)
        case .press(let button): (name, target) = ("press", button)
        case .submit(let field): (name, target) = ("submit", field)
        case .answerAlert(let button): (name, target) = ("answer alert", "\(button)")
        case .chooseSuggestion(let index): (name, target) = ("choose suggestion", "\(index)")
        case .chooseFromList(let index): (name, target) = ("choose password", "\(index)")
        case .answerSheet(_, let answer): (name, target, begins) = ("answer sheet", Self.word(answer), false)
        case .present(let isOwner): (name, target, begins) = ("present", isOwner ? "owner" : "non-matching", false)
        case .enterPasscode: (name, begins) = ("enter passcode", false)
        case .enterAppPassword: (name, begins) = ("enter password of the app", false)
        case .allowFaceID: (name, begins) = ("allow Face ID", false)
        case .confirmOnWatch: (name, begins) = ("confirm on watch", false)
        case .cancelPrompt: (name, begins) = ("cancel prompt", false)
        case .choosePasscodeInstead: (name, begins) = ("choose passcode", false)
        case .openRecommendation: (name, isOfSettings) = ("open recommendation", true)
        case .chooseRemedy(let index): (name, target, isOfSettings) = ("choose remedy", "\(index)", true)
        case .signInToAppleAccount: (name, isOfSettings) = ("sign in to the Apple Account", true)
        case .unlockAppleAccount: (name, isOfSettings) = ("unlock the Apple Account", true)
        case .enterAccountCode: (name, isOfSettings) = ("enter the code of the Apple Account", true)
        case .turnOnTwoFactor: (name, isOfSettings) = ("turn on two-factor authentication", true)
        case .addAddress: (name, isOfSettings) = ("add an address", true)
        case .removeAddress: (name, isOfSettings) = ("remove an address", true)
        case .signOutOfAppleAccount: (name, isOfSettings) = ("sign out of the Apple Account", true)
        case .stopUsing(let app): (name, target, isOfSettings) = ("stop using the Apple Account in", app, true)
        default: return nil
        }
    }

    private static func word(_ answer: PhoneAction.SheetAction) -> String {
        switch answer {
        case .proceed: "continue"
        case .details: "continue with details"
        case .account: "create account"
        case .choose(let index): "choose \(index)"
        case .password: "continue with password"
        case .openSettings: "settings"
        case .tryAgain: "try again"
        case .cancel: "cancel"
        }
    }
}

extension Prompt.Question {
    fileprivate var word: String {
        switch self {
        case .biometry: "face or finger"
        case .passcode: "passcode"
        case .applicationPassword: "password of the app"
        case .faceConsent: "permission for Face ID"
        case .companion: "watch"
        }
    }
}

extension Sheet.Content {
    fileprivate var word: String {
        switch self {
        case .explanation: "Sign in with Apple, explanation"
        case .details: "Sign in with Apple, name and address"
        case .confirmation: "Sign in with Apple, confirmation"
        case .createPasskey: "new passkey"
        case .newAccount: "new account with a passkey"
        case .choice: "choice of a credential"
        case .accountPassword: "password of the Apple Account"
        case .alert: "alert"
        case .webSignIn: "sign-in on a page"
        case .securityKey: "security key"
        case .securityKeyTouch: "touch of the security key"
        case .securityKeyPIN: "PIN of the security key"
        case .importCredentials: "import of credentials"
        case .turnOnProvider: "credential provider"
        }
    }
}

extension Phone {
    /// Records the user's actions, and what they cause on this phone, from now on. The phone's apps receive `traceparent` for their
    /// requests, see `ScreenTracing`.
    package func record(in recorder: any SpanRecorder) {
        let recording = PhoneRecording(recorder)
        heldRecording.withLock { $0 = recording }
        device.device.broker.observe { recording.begin($0, of: $1) }
        device.services.network.record { recording.beginRequest($0, $1) }
        device.services.upgrades.follow { recording.traceparent(forExtensionOf: $0) }
    }

    /// The record of the user's actions; nil for a phone that does not record.
    var recording: PhoneRecording? { heldRecording.withLock { $0 } }

    /// Performs the body as an action of the user.
    func recorded(
        _ action: PhoneAction, _ body: () async throws(PhoneError) -> Void
    ) async throws(PhoneError) {
        guard let recording else { return try await body() }
        let (content, name) = withCore { ($0.view.content, $0.state.name) }
        let foreground: String? =
            switch content {
            case .app(let icon, _), .launching(let icon, _): icon.id
            default: nil
            }
        let person = device.services.services.settings.account?.rawValue
        let span = recording.begin(action, in: foreground, phone: name, person: person)
        do throws(PhoneError) {
            try await body()
            span?.end()
        } catch {
            span?.end(.failed(error.code.rawValue))
            throw error
        }
    }
}
