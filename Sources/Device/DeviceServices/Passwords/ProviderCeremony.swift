package import DeviceProtocol

/// What a provider of credentials is asked.
package enum ProviderQuestion: Hashable, Sendable {
    /// This credential, which it told the system of.
    case credential(CredentialIdentity)
    /// A credential of this kind that the person chooses, for one of these services.
    case choice(CredentialIdentity.Kind, [ServiceName])
    /// To be set up by the person.
    case configuration
}

/// What came of it. Prints nothing of a credential.
package enum ProviderOutcome: Equatable, Sendable {
    case password(PasswordGrant)
    case oneTimeCode(String)
    case configured
    case cancelled
    /// With a sentence for the person.
    case failed(String)
}

extension ProviderOutcome: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .password, .oneTimeCode: "ProviderOutcome(redacted)"
        case .configured: "ProviderOutcome(configured)"
        case .cancelled: "ProviderOutcome(cancelled)"
        case .failed(let reason): "ProviderOutcome(failed: \(reason))"
        }
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What happens while the system listens to a provider.
package typealias ProviderEvent = ExtensionEvent<ProviderReport>

/// What the system listens for.
package enum ProviderListening: Hashable, Sendable, CaseIterable {
    /// The answer, without anything shown.
    case silently
    /// That the view is ready.
    case preparing
    /// The answer, while the person sees the view.
    case showing

    /// How long a provider may say nothing, in seconds. While a person sees its view they cancel when they like.
    package var limit: Double? {
        switch self {
        case .silently, .preparing: 10
        case .showing: nil
        }
    }
}

/// One question to a provider of credentials: what comes next, and what it ends with. It shows nothing and sends nothing itself; the desk reports what happened.
package struct ProviderCeremony: Sendable {
    /// How many times a provider may speak, apart from what its view shows.
    package static let maximumReports = 16

    package enum Step: Equatable, Sendable {
        /// Start the extension if it does not run, and give it the order.
        case tell(ProviderOrder)
        case listen(ProviderListening)
        /// Show the extension's view, under the system's bar.
        case present
        case ended(ProviderOutcome)
    }

    package private(set) var step: Step
    private let question: ProviderQuestion
    private let canPresent: Bool
    private var listening: ProviderListening
    private var reports = 0

    /// - Parameter canPresent: whether there is a screen for the extension's view.
    package init(_ question: ProviderQuestion, canPresent: Bool) {
        self.question = question
        self.canPresent = canPresent
        listening = .preparing
        switch question {
        case .credential(let identity):
            listening = .silently
            step = .tell(.provide(identity))
        case .choice(let kind, let services):
            step = .tell(.list(kind, Array(services.prefix(ProviderOrder.maximumServices))))
        case .configuration: step = .tell(.configure)
        }
        if listening == .preparing, !canPresent { step = .ended(.failed(Self.noScreen)) }
    }

    /// The order was given; or the extension cannot be started, or is gone.
    package mutating func receiveTold(_ isTold: Bool) {
        guard case .tell = step else { return }
        step = isTold ? .listen(listening) : .ended(.failed("Its extension failed to start."))
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
            guard reports <= Self.maximumReports else { return step = .ended(.failed("Its extension sent too many reports.")) }
            receive(report)
        case .gone: step = .ended(.failed("Its extension ended before it responded."))
        case .timedOut: step = .ended(.failed("It did not respond in time."))
        case .cancelled, .withdrawn: step = .ended(.cancelled)
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
        case .isConfigured: step = .ended(question == .configuration ? .configured : Self.unrequested)
        case .gaveUp(let failure): giveUp(failure)
        }
    }

    private mutating func giveUp(_ failure: ModificationFailure) {
        switch (listening, failure.code, question) {
        case (.silently, .userInteractionRequired, .credential(let identity)) where canPresent:
            listening = .preparing
            step = .tell(.prepare(identity))
        case (.silently, .userInteractionRequired, _): step = .ended(.failed(Self.noScreen))
        case (_, .userCanceled, _): step = .ended(.cancelled)
        case (_, .credentialIdentityNotFound, _): step = .ended(.failed(failure.reason ?? "It no longer has this credential."))
        default: step = .ended(.failed(failure.reason ?? "It did not give a reason."))
        }
    }

    private func isAsked(for kind: CredentialIdentity.Kind) -> Bool {
        switch question {
        case .credential(let identity): identity.kind == kind
        case .choice(let asked, _): asked == kind
        case .configuration: false
        }
    }

    private static let unrequested = ProviderOutcome.failed("It returned something other than the requested credential.")
    private static let noScreen = "Its view requires a screen."
}
