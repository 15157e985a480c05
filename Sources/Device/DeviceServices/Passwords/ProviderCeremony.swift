package import DeviceProtocol

/// A request to a credential provider.
package enum ProviderQuestion: Hashable, Sendable {
    /// Return this credential, whose identity the provider registered.
    case credential(CredentialIdentity)
    /// Sign with this passkey, whose identity the provider registered.
    case passkey(PasskeyOrder)
    /// Create this passkey.
    case creation(PasskeyCreationOrder)
    /// Create this passkey for a conditional request, without a view.
    case silentCreation(PasskeyCreationOrder)
    /// Let the user choose a credential of this kind for one of these services.
    case choice(CredentialIdentity.Kind, [ServiceName])
    /// Let the user choose a password for one of these services, or a passkey for the request of an app.
    case choiceWithPasskeys([ServiceName], PasskeyListOrder)
    /// Let the user set up the provider.
    case configuration
    /// Update the stored credentials.
    case report(CredentialReport)
}

/// The result of a request. Descriptions omit the credential.
package enum ProviderOutcome: Equatable, Sendable {
    case password(PasswordGrant)
    case oneTimeCode(String)
    /// A signature that matches the request. Only the server can verify it.
    case passkey(ProvidedAssertion)
    /// A new passkey that matches the request.
    case registration(ProvidedRegistration)
    /// The provider has a passkey that the request excludes.
    case excluded
    case configured
    /// The provider has handled the report.
    case updated
    case cancelled
    case failed(ProviderFault)
}

/// The reason why a credential provider failed.
package enum ProviderFault: Hashable, Sendable {
    /// The words of the provider.
    case stated(String)
    /// A reason that the system noticed.
    case noticed(Kind)
    /// The mistake in the signature of a passkey, in English. The app receives it as the reason of its error; no page shows it.
    case mistaken(String)

    /// The reasons that the system notices.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case notStarted, tooManyReports, endedEarly, timedOut, unrequested, needsScreen,
            unknownCredential, noReason, turnedOff, wrongKind, noSetup, busy

        /// The reason in English.
        package var words: String {
            switch self {
            case .notStarted: "Its extension failed to start."
            case .tooManyReports: "Its extension sent too many reports."
            case .endedEarly: "Its extension ended before it responded."
            case .timedOut: "It did not respond in time."
            case .unrequested: "It returned something other than the requested credential."
            case .needsScreen: "Its view requires a screen."
            case .unknownCredential: "It no longer has this credential."
            case .noReason: "It did not give a reason."
            case .turnedOff: "It is turned off in Settings."
            case .wrongKind: "It does not provide this kind of credential."
            case .noSetup: "It does not support setup."
            case .busy: "Another app is providing a credential. Try again later."
            }
        }
    }

    /// The reason in the words of the provider, or in English.
    package var words: String {
        switch self {
        case .stated(let words), .mistaken(let words): words
        case .noticed(let kind): kind.words
        }
    }
}

extension ProviderOutcome: RedactedValue {
    package var description: String {
        switch self {
        case .password, .oneTimeCode, .passkey, .registration: "ProviderOutcome(redacted)"
        case .excluded: "ProviderOutcome(excluded)"
        case .configured: "ProviderOutcome(configured)"
        case .updated: "ProviderOutcome(updated)"
        case .cancelled: "ProviderOutcome(cancelled)"
        case .failed(let reason): "ProviderOutcome(failed: \(reason.words))"
        }
    }
}

/// An event of a running provider.
package typealias ProviderEvent = ExtensionEvent<ProviderReport>

/// The report that the system waits for.
package enum ProviderListening: Hashable, Sendable, CaseIterable {
    /// The result, without a view.
    case silently
    /// The view to become ready.
    case preparing
    /// The result, while the user sees the view.
    case showing

    /// The time limit for a report, in seconds. No limit applies while the user sees the view, because the user can cancel.
    package var limit: Double? {
        switch self {
        case .silently, .preparing: 10
        case .showing: nil
        }
    }
}

/// The state of one request to a credential provider. It shows nothing and sends nothing; the caller reports events.
package struct ProviderCeremony: Sendable {
    /// The maximum number of reports of a provider, without the screens of its view.
    package static let maximumReports = 16

    package enum Step: Equatable, Sendable {
        /// Start the extension if necessary, and send it the order.
        case deliver(ProviderOrder)
        case listen(ProviderListening)
        /// Show the extension's view under the system's bar.
        case present
        case ended(ProviderOutcome)
    }

    package private(set) var step: Step
    private let question: ProviderQuestion
    private let canPresent: Bool
    private var listening: ProviderListening
    private var reports = 0

    /// Creates a ceremony.
    ///
    /// - Parameter canPresent: whether the extension's view can be shown.
    package init(_ question: ProviderQuestion, canPresent: Bool) {
        self.question = question
        self.canPresent = canPresent
        listening = .preparing
        switch question {
        case .credential(let identity):
            listening = .silently
            step = .deliver(.provide(identity))
        case .passkey(let order):
            listening = .silently
            step = .deliver(.providePasskey(order))
        case .choice(let kind, let services):
            step = .deliver(.list(kind, Array(services.prefix(ProviderOrder.maximumServices))))
        case .choiceWithPasskeys(let services, let order):
            step = .deliver(.listWithPasskeys(Array(services.prefix(ProviderOrder.maximumServices)), order))
        case .creation(let order): step = .deliver(.createPasskey(order))
        case .silentCreation(let order):
            listening = .silently
            step = .deliver(.createPasskeySilently(order))
        case .configuration: step = .deliver(.configure)
        case .report(let report):
            listening = .silently
            step = .deliver(.report(report))
        }
        if listening == .preparing, !canPresent { step = .ended(.failed(Self.noScreen)) }
    }

    /// Handles the delivery of an order. With false, the extension could not be started or has ended.
    package mutating func receiveDelivery(_ isDelivered: Bool) {
        guard case .deliver = step else { return }
        step = isDelivered ? .listen(listening) : .ended(.failed(.noticed(.notStarted)))
    }

    package mutating func receivePresented(_ isShown: Bool) {
        guard case .present = step else { return }
        guard isShown else { return step = .ended(.failed(Self.noScreen)) }
        listening = .showing
        step = .listen(listening)
    }

    package mutating func receive(_ event: ProviderEvent) {
        guard case .listen = step else { return }
        switch event {
        case .report(let report):
            reports += 1
            guard reports <= Self.maximumReports else { return step = .ended(.failed(.noticed(.tooManyReports))) }
            receive(report)
        case .gone: step = .ended(.failed(.noticed(.endedEarly)))
        case .timedOut: step = .ended(.failed(.noticed(.timedOut)))
        case .cancelled, .requestEnded: step = .ended(.cancelled)
        }
    }

    private mutating func receive(_ report: ProviderReport) {
        switch report {
        case .shows: break
        case .isPrepared: if listening == .preparing { step = .present }
        case .password(let grant):
            step = .ended(isAsked(for: .password) && !grant.password.isEmpty ? .password(grant) : Self.unrequested)
        case .oneTimeCode(let code):
            step = .ended(isAsked(for: .oneTimeCode) && !code.isEmpty ? .oneTimeCode(code) : Self.unrequested)
        case .passkey(let assertion):
            let mistake: String?
            switch question {
            case .passkey(let order): mistake = assertion.mistake(for: order)
            case .choiceWithPasskeys(_, let order): mistake = assertion.mistake(for: order)
            default: return step = .ended(Self.unrequested)
            }
            step = .ended(mistake.map { ProviderOutcome.failed(.mistaken($0)) } ?? .passkey(assertion))
        case .registration(let registration):
            let mistake: String?
            switch question {
            case .creation(let order): mistake = registration.mistake(for: order, isSilent: false)
            case .silentCreation(let order): mistake = registration.mistake(for: order, isSilent: true)
            default: return step = .ended(Self.unrequested)
            }
            step = .ended(mistake.map { ProviderOutcome.failed(.mistaken($0)) } ?? .registration(registration))
        case .isConfigured: step = .ended(question == .configuration ? .configured : Self.unrequested)
        case .isUpdated:
            let isAsked = if case .report = question { true } else { false }
            step = .ended(isAsked ? .updated : Self.unrequested)
        case .gaveUp(let failure): giveUp(failure)
        }
    }

    private mutating func giveUp(_ failure: ModificationFailure) {
        switch (listening, failure.code, question) {
        case (.silently, .userInteractionRequired, .credential(let identity)) where canPresent:
            listening = .preparing
            step = .deliver(.prepare(identity))
        case (.silently, .userInteractionRequired, .passkey(let order)) where canPresent:
            listening = .preparing
            step = .deliver(.preparePasskey(order))
        // A conditional request shows nothing. It is repeated at a later sign-in.
        case (.silently, .userInteractionRequired, .silentCreation):
            step = .ended(.failed(.mistaken("It requires the user.")))
        case (.silently, .userInteractionRequired, _): step = .ended(.failed(Self.noScreen))
        case (_, .userCanceled, _): step = .ended(.cancelled)
        case (_, .matchedExcludedCredential, .creation), (_, .matchedExcludedCredential, .silentCreation):
            step = .ended(.excluded)
        case (_, let code, _):
            let noticed: ProviderFault.Kind = code == .credentialIdentityNotFound ? .unknownCredential : .noReason
            step = .ended(.failed(failure.reason.map(ProviderFault.stated) ?? .noticed(noticed)))
        }
    }

    private func isAsked(for kind: CredentialIdentity.Kind) -> Bool {
        switch question {
        case .credential(let identity): identity.kind == kind
        case .choice(let asked, _): asked == kind
        case .choiceWithPasskeys: kind == .password
        case .passkey, .creation, .silentCreation, .configuration, .report: false
        }
    }

    private static let unrequested = ProviderOutcome.failed(.noticed(.unrequested))
    private static let noScreen = ProviderFault.noticed(.needsScreen)
}
