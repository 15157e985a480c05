package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
import Dispatch
package import PasswordManager
import Synchronization

/// The credential provider extension of an app.
package struct InstalledProvider: Sendable {
    package let app: AppIdentifier
    package let attributes: ProviderAttributes
    package let program: any ExtensionProgram<ProviderOrder, ProviderReport>

    package init(
        app: AppIdentifier, attributes: ProviderAttributes, program: any ExtensionProgram<ProviderOrder, ProviderReport>
    ) {
        self.app = app
        self.attributes = attributes
        self.program = program
    }
}

/// The providers of the device's apps. ``AccountSettings`` enables and disables them.
package final class InstalledProviders: Sendable {
    private let installed = Mutex<[InstalledProvider]>([])

    package init() {}

    package var all: [InstalledProvider] { installed.withLock { $0 } }

    package subscript(app: AppIdentifier) -> InstalledProvider? { all.first { $0.app == app } }

    /// Installs an app's extension, in place of its previous one.
    package func install(_ new: InstalledProvider) {
        installed.withLock { installed in
            if let index = installed.firstIndex(where: { $0.app == new.app }) {
                installed[index] = new
            } else {
                installed.append(new)
            }
        }
    }

    package func remove(_ app: AppIdentifier) {
        installed.withLock { $0.removeAll { $0.app == app } }
    }
}

/// The dependencies of the host for providers.
package struct ProviderParts: Sendable {
    package var installed: InstalledProviders
    package var timer: any ExtensionTimer
    /// A function that is called after a provider changed its registered identities.
    package var changed: @Sendable () -> Void

    package init(
        installed: InstalledProviders = InstalledProviders(), timer: any ExtensionTimer,
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.installed = installed
        self.timer = timer
        self.changed = changed
    }
}

/// The system's host for credential provider extensions: performs the steps of the ceremony and reports events to it.
///
/// It processes one request at a time, and one report next to it. A request waits for the end of one that was cancelled, and fails
/// as busy during any other. It asks only installed and enabled providers, and only for identities that they registered or for the
/// services of the field. It keeps none of the credentials. Calls block until the request ends.
package final class ProviderCoordinator: Sendable {
    /// The maximum number of reports that wait for providers.
    package static let maximumReports = 16

    private let parts: ProviderParts
    private let memory: ServicesMemory
    private let screen: ExtensionScreen
    private let turn = Mutex<ExtensionTurn?>(nil)
    private let reports = DispatchQueue(label: "device-services.credential-reports")
    private let waitingReports = Mutex(0)

    /// Creates a coordinator.
    ///
    /// - Parameter canPresent: whether the user currently sees the screen.
    init(_ parts: ProviderParts, memory: ServicesMemory, canPresent: @escaping @Sendable () -> Bool) {
        self.parts = parts
        self.memory = memory
        // Does not overlap with the numbers of upgrade views.
        screen = ExtensionScreen(lastView: 1 << 32, canPresent: canPresent)
    }

    /// Shows the views of extensions on this interface from now on. With nil, views cannot be shown.
    package func attach(_ interface: (any ExtensionInterface)?) { screen.attach(interface) }

    /// The installed providers, and whether each is enabled.
    package var providers: [(provider: InstalledProvider, isEnabled: Bool)] {
        let known = memory.current.providers
        return parts.installed.all.map { ($0, known[$0.app.description]?.isEnabled ?? false) }
    }

    /// The identities that AutoFill can offer: of enabled providers, and of kinds that they provide.
    package var provided: ProvidedCredentials {
        let known = memory.current.providers
        return ProvidedCredentials(
            parts.installed.all.compactMap { installed in
                guard let provider = known[installed.app.description], provider.isEnabled else { return nil }
                return ProvidedCredentials.Provider(
                    app: installed.app, kinds: installed.attributes.kinds,
                    identities: provider.identities.compactMap(\.identity).filter { installed.attributes.kinds.contains($0.kind) })
            })
    }

    /// Returns whether the provider is enabled, and creates passkeys for conditional requests.
    func createsPasskeysSilently(_ app: AppIdentifier) -> Bool {
        providers.contains {
            $0.provider.app == app && $0.isEnabled && $0.provider.attributes.kinds.contains(.passkey)
                && $0.provider.attributes.createsPasskeysSilently
        }
    }

    /// Sends a request to a provider. Fails for an identity that it did not register, and for a kind that it does not provide.
    package func ask(
        _ app: AppIdentifier, _ question: ProviderQuestion, until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) -> ProviderOutcome {
        guard let provider = parts.installed[app], let known = memory.current.providers[app.description], known.isEnabled else {
            return .failed(.noticed(.turnedOff))
        }
        switch question {
        case .credential(let identity):
            guard provider.attributes.kinds.contains(identity.kind), known.identities.contains(where: { $0.identity == identity })
            else { return .failed(.noticed(.unknownCredential)) }
        case .passkey(let order):
            guard provider.attributes.kinds.contains(.passkey), known.identities.contains(where: { $0.identity == order.identity })
            else { return .failed(.noticed(.unknownCredential)) }
        case .creation, .choiceWithPasskeys:
            guard provider.attributes.kinds.contains(.passkey) else { return .failed(.noticed(.wrongKind)) }
        case .silentCreation:
            guard provider.attributes.kinds.contains(.passkey), provider.attributes.createsPasskeysSilently else {
                return .failed(.noticed(.wrongKind))
            }
        case .choice(let kind, _):
            guard provider.attributes.kinds.contains(kind) else { return .failed(.noticed(.wrongKind)) }
        case .configuration: guard provider.attributes.showsConfiguration else { return .failed(.noticed(.noSetup)) }
        case .report: guard provider.attributes.acceptsReports else { return .failed(.noticed(.wrongKind)) }
        }
        let own = ExtensionTurn(until: cancellation)
        let isFree = own.start { own in
            turn.withLock { turn in
                defer { turn = turn ?? own }
                return turn
            }
        }
        guard isFree else { return .failed(.noticed(.busy)) }
        return run(ProviderCeremony(question, canPresent: screen.isUsable), question, provider, own) {
            turn.withLock { $0 = nil }
            own.end()
        }
    }

    /// Passes a report of an app about credentials to every enabled provider that handles reports, and returns immediately, so
    /// that the app does not learn how long a provider takes. A report does not hold up requests.
    ///
    /// - Returns: False if the report is dropped, because ``maximumReports`` wait. Servers repeat their reports.
    @discardableResult
    func pass(_ report: CredentialReport) -> Bool {
        let isAccepted = waitingReports.withLock { count in
            guard count < Self.maximumReports else { return false }
            count += 1
            return true
        }
        guard isAccepted else { return false }
        reports.async { [self] in
            for (provider, isEnabled) in providers where isEnabled && provider.attributes.acceptsReports {
                let ceremony = ProviderCeremony(.report(report), canPresent: false)
                _ = run(ceremony, .report(report), provider, ExtensionTurn()) {}
            }
            waitingReports.withLock { $0 -= 1 }
        }
        return true
    }

    /// - Parameter release: called before the view disappears, because the user can then send the next request.
    private func run(
        _ ceremony: consuming ProviderCeremony, _ question: ProviderQuestion, _ provider: InstalledProvider,
        _ turn: ExtensionTurn, release: () -> Void
    ) -> ProviderOutcome {
        let (events, stage) = (ExtensionEventQueue<ProviderReport>(timer: parts.timer), ExtensionStage())
        turn.cancellation.onCancel { events.put(.requestEnded) }
        var running: (any RunningExtension<ProviderOrder>)?
        defer {
            running?.stop()
            release()
            stage.dismiss()
        }
        while true {
            switch ceremony.step {
            case .ended(let outcome): return outcome
            case .deliver(let order):
                if running == nil {
                    running = provider.program.start { word in
                        switch word {
                        case .report(.shows(let screen)): stage.show(screen)
                        case .report(let report): events.put(.report(report))
                        case .gone: events.put(.gone)
                        }
                    }
                }
                // Before the delivery: the time limit includes the time in which the extension handles the order.
                events.restart()
                ceremony.receiveDelivery(running?.deliver(order) ?? false)
            case .listen(let listening): ceremony.receive(events.take(within: listening.limit))
            case .present:
                let (user, site) = question.subject
                let controls = ExtensionControls(
                    cancel: {
                        turn.endSoon()
                        events.put(.cancelled)
                    }, send: { [running] in _ = running?.deliver(.event($0)) })
                ceremony.receivePresented(screen.present(stage, of: provider.app, user: user, site: site, controls))
            }
        }
    }
}

extension ProviderQuestion {
    /// The account of a view; both are empty if the user chooses one.
    fileprivate var subject: (user: String, site: String) {
        switch self {
        case .credential(let identity): (identity.user, identity.service)
        case .passkey(let order): (order.identity.user, order.identity.service)
        case .creation(let order), .silentCreation(let order): (order.userName, order.relyingParty)
        case .choice, .choiceWithPasskeys, .configuration, .report: ("", "")
        }
    }
}
