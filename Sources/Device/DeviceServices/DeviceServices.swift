package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
package import PasswordManager
package import WebClient

/// The system around the broker: the device's Apple Account, the sheets of Sign in with Apple, saved passwords for apps, and web
/// sign-in.
///
/// Requests are processed on the threads that bring them. ``settings`` has the operations of Settings.
package final class DeviceServices: SystemServices {
    /// The dependencies of the services.
    package struct Parts: Sendable {
        package var store: any ServicesStore
        /// The client of Apple's service. Nil for a device that is always offline.
        package var service: AppleServiceClient?
        package var passwords: any SavedPasswords
        /// The passkeys of the device. Nil for a device without passkeys.
        package var passkeys: KeychainPasskeys?
        /// The credentials that apps can exchange with the device. Nil for a device that exchanges none.
        package var exchange: CredentialExchange?
        /// The passwords that were just filled in; the screen adds those of the keyboard.
        package var fills: RecentFills
        /// The identifier of the device.
        package var device: String
        package var browser: (any WebBrowser)?
        /// The hosts of each app.
        package var associations: any DomainAssociations
        /// The parts for account upgrades. Nil for a device without account upgrades.
        package var upgrades: UpgradeParts?
        package var providers: ProviderParts
        /// Returns the device's phone number, which the sheet for a new account fills in; nil if it has none.
        package var phoneNumber: @Sendable () -> String?
        /// Returns the time, which the passkeys record.
        package var now: @Sendable () -> Date

        package init(
            store: any ServicesStore, service: AppleServiceClient? = nil, passwords: any SavedPasswords = NoSavedPasswords(),
            passkeys: KeychainPasskeys? = nil, exchange: CredentialExchange? = nil, fills: RecentFills, device: String = "",
            browser: (any WebBrowser)? = nil,
            associations: any DomainAssociations = NoDomainAssociations(), upgrades: UpgradeParts? = nil,
            providers: ProviderParts, phoneNumber: @escaping @Sendable () -> String? = { nil },
            now: @escaping @Sendable () -> Date
        ) {
            self.store = store
            self.service = service
            self.passwords = passwords
            self.passkeys = passkeys
            self.exchange = exchange
            self.fills = fills
            self.device = device
            self.browser = browser
            self.associations = associations
            self.upgrades = upgrades
            self.providers = providers
            self.phoneNumber = phoneNumber
            self.now = now
        }
    }

    package let settings: AccountSettings
    package let upgrades: UpgradeCoordinator?
    package let providers: ProviderCoordinator
    package let assisted: AssistedRequests
    /// The place for a security key.
    package let securityKeys = SecurityKeyPort()
    package let exchange: ExchangeCoordinator?
    private let providersChanged: @Sendable () -> Void
    private let sheets: SheetQueue
    private let memory: ServicesMemory
    private let authorizations: AuthorizationCoordinator
    private let passkeys: PasskeyAuthenticator?
    private let passkeyManagement = PasskeyManagement()
    private let states: CredentialStates
    private let revocations: RevocationNotifier
    private let webSessions: WebSessions
    private let activation: ProviderActivation

    /// Creates the services. Throws `unavailable` if the stored memory cannot be read.
    package init(_ parts: Parts, presence: PresenceAuthority, state: DeviceState) throws(DeviceError) {
        memory = try ServicesMemory(store: parts.store)
        revocations = RevocationNotifier(memory: memory)
        sheets = SheetQueue(state: state)
        states = CredentialStates(memory: memory, revocations: revocations, service: parts.service)
        settings = AccountSettings(memory: memory, states: states, service: parts.service, device: parts.device)
        webSessions = WebSessions(sheets: sheets, browser: parts.browser, associations: parts.associations)
        let queue = sheets
        exchange = parts.exchange.map { ExchangeCoordinator($0, sheets: queue, presence: presence, now: parts.now) }
        let providers = ProviderCoordinator(parts.providers, memory: memory, canPresent: { state.phase == .unlocked })
        self.providers = providers
        activation = ProviderActivation(
            sheets: sheets, providers: providers, settings: settings, now: parts.now, changed: parts.providers.changed)
        let management = passkeyManagement
        passkeys = parts.passkeys.map {
            PasskeyAuthenticator(
                store: $0, associations: parts.associations, now: parts.now,
                provided: { state.phase == .unlocked ? providers.provided : ProvidedCredentials() }, management: management,
                passwords: parts.passwords)
        }
        assisted = AssistedRequests(changed: parts.providers.changed)
        authorizations = AuthorizationCoordinator(
            memory: memory, revocations: revocations, service: parts.service, sheets: sheets, presence: presence,
            passwords: parts.passwords,
            passkeys: passkeys, fills: parts.fills, assisted: assisted, providers: providers, securityKeys: securityKeys,
            phoneNumber: parts.phoneNumber)
        let signIn = SheetSignIn(memory: memory, service: parts.service, authorizations: authorizations)
        providersChanged = parts.providers.changed
        upgrades = parts.upgrades.map { UpgradeCoordinator($0, signIn: signIn, canPresent: { state.phase == .unlocked }) }
    }

    /// The rules of the device's manager for new passkeys. Nil for a device without a manager. They are not stored.
    package var managedPasskeys: ManagedPasskeys? {
        get { passkeyManagement.rules }
        set { passkeyManagement.rules = newValue }
    }

    /// Shows sheets on this interface from now on. With nil, sheets cannot be shown.
    package func attach(_ interface: (any SheetInterface)?) {
        sheets.attach(interface)
    }

    /// Asks a provider for a credential that the user fills in for an app. If the user opened the list of a provider of passkeys, while
    /// the app requests one above the keyboard, the list has passkeys as well, and a signature answers the app's request.
    ///
    /// - Parameter app: nil if the request is not for an app.
    package func ask(
        _ provider: AppIdentifier, _ question: ProviderQuestion, for app: String?, until cancellation: PromptCancellationToken
    ) -> ProviderOutcome {
        guard case .choice(.password, let services) = question, let app, let order = assisted.order(for: app),
            providers.provided.providers.contains(where: { $0.app == provider && $0.kinds.contains(.passkey) })
        else { return providers.ask(provider, question, until: cancellation) }
        let outcome = providers.ask(provider, .choiceWithPasskeys(services, order), until: cancellation)
        if case .passkey(let assertion) = outcome { assisted.answer(order, with: assertion, for: app) }
        return outcome
    }

    /// Handles the device being switched off: ends all waits for revocations.
    package func stop() {
        revocations.stop()
    }

    package func answer(_ call: SystemCall) throws(DeviceError) -> [UInt8] {
        switch call.kind {
        case .performAuthorization: try perform(PerformAuthorization.self, call, authorize)
        case .readCredentialState: try perform(ReadCredentialState.self, call, readState)
        case .awaitRevocations: try perform(AwaitRevocations.self, call, awaitRevocations)
        case .readIdentityStore: try perform(ReadIdentityStore.self, call, readIdentities)
        case .changeIdentities: try perform(ChangeIdentities.self, call, changeIdentities)
        case .openWebAuthentication: try perform(OpenWebAuthentication.self, call, openWebAuthentication)
        case .modifyAccount: try perform(ModifyAccount.self, call, modifyAccount)
        case .reportCredentials: try perform(ReportCredentials.self, call, reportCredentials)
        case .exchangeCredentials: try perform(ExchangeCredentials.self, call, exchangeCredentials)
        case .openAutoFillSettings: try perform(OpenAutoFillSettings.self, call, openAutoFillSettings)
        case .turnOnProvider: try perform(TurnOnProvider.self, call, turnOnProvider)
        default: throw .badRequest("\(call.kind) is not a request to the system")
        }
    }

    // MARK: - Web pages

    /// Performs a page's request for a passkey, and blocks until it ends. Returns the credential for the page's script, or nil if
    /// the user cancelled, has no passkey, or cannot be asked.
    ///
    /// - Parameters:
    ///   - isAutoFill: Whether the passkeys are offered above the keyboard instead of a sheet.
    ///   - app: The app that shows the page. The sheet appears over it.
    package func perform(
        _ request: PagePasskeyRequest, isAutoFill: Bool, in app: App, until cancellation: PromptCancellationToken
    ) -> String? {
        // The page has no context: it cancels its request by `cancellation`.
        guard let context = ContextReference([UInt8](repeating: 0, count: ContextReference.length)) else { return nil }
        let caller = Caller(app: app, process: ProcessIdentity(processID: 0, userID: 0, startTime: 0))
        var authorizations = authorizations
        authorizations.passkeys?.page = request.page
        let outcome = try? authorizations.perform(
            PerformAuthorization(context: context, subjects: [request.subject], style: isAutoFill ? .autoFill : .modal),
            for: caller, until: cancellation)
        return outcome.flatMap { request.response(to: $0) }
    }

    /// Applies the signals of a page about its passkeys, as reports of the site's own app.
    ///
    /// - Parameters:
    ///   - signals: A JSON object, see ``PagePasskeySignal/signals(in:on:)``.
    ///   - app: The app that shows the page.
    package func apply(signals: String, of url: WebURL, in app: App) {
        guard var passkeys, sheets.isUnlocked else { return }
        for signal in PagePasskeySignal.signals(in: signals, on: url) {
            passkeys.page = signal.page
            // A page does not learn the outcome.
            guard (try? passkeys.apply(signal.report, of: app)) == .accepted else { continue }
            providersChanged()
            providers.pass(signal.report)
        }
    }

    // MARK: - Requests

    private func authorize(_ request: PerformAuthorization, _ call: SystemCall) throws(DeviceError) -> AuthorizationOutcome {
        try authorizations.perform(request, for: call.caller, until: call.cancellation)
    }

    private func readState(_ request: ReadCredentialState, _ call: SystemCall) throws(DeviceError) -> CredentialStateOutcome {
        guard let client = AppleClient(call.caller.app) else { return .state(.notFound) }
        return try states.state(of: request.user, for: client, until: call.cancellation)
    }

    private func awaitRevocations(_ request: AwaitRevocations, _ call: SystemCall) throws(DeviceError) -> Revocations {
        guard let client = AppleClient(call.caller.app) else { throw .badRequest("the app has no credentials") }
        return try revocations.revocations(of: client, after: request.last, until: call.cancellation)
    }

    private func readIdentities(_ request: ReadIdentityStore, _ call: SystemCall) throws(DeviceError) -> IdentityStoreContents {
        let provider = memory.current.providers[call.caller.app.identifier.rawValue] ?? ProvidedIdentities()
        return IdentityStoreContents(isEnabled: provider.isEnabled, identities: provider.identities.compactMap(\.identity))
    }

    private func changeIdentities(_ request: ChangeIdentities, _ call: SystemCall) throws(DeviceError) -> IdentityStoreOutcome {
        let outcome = try memory.change { state in
            state.providers[call.caller.app.identifier.rawValue, default: ProvidedIdentities()]
                .apply(request.change, request.identities)
        }
        if outcome == .done { providersChanged() }
        return outcome
    }

    private func openWebAuthentication(
        _ request: OpenWebAuthentication, _ call: SystemCall
    ) throws(DeviceError) -> WebAuthenticationOutcome {
        try webSessions.open(request, for: call.caller.app, until: call.cancellation)
    }

    private func modifyAccount(_ request: ModifyAccount, _ call: SystemCall) throws(DeviceError) -> ModificationOutcome {
        guard let upgrades else { throw .unavailable("the device does not support account upgrades") }
        return upgrades.perform(request, for: call.caller.app, until: call.cancellation)
    }

    private func reportCredentials(
        _ request: ReportCredentials, _ call: SystemCall
    ) throws(DeviceError) -> CredentialReportOutcome {
        guard let passkeys else {
            return .rejected(AuthorizationRejection(.notHandled, "the device does not support passkeys"))
        }
        // The keychain of a locked device distinguishes missing items from unreadable ones.
        guard sheets.isUnlocked else { return .rejected(AuthorizationRejection(.notInteractive, "the device is locked")) }
        let outcome = try passkeys.apply(request.report, of: call.caller.app)
        if outcome == .accepted {
            providersChanged()
            providers.pass(request.report)
        }
        return outcome
    }

    private func exchangeCredentials(
        _ request: ExchangeCredentials, _ call: SystemCall
    ) throws(DeviceError) -> CredentialExchangeOutcome {
        guard let exchange else {
            return .rejected(AuthorizationRejection(.notHandled, "the device does not exchange credentials"))
        }
        return exchange.perform(request.step, for: call.caller, until: call.cancellation)
    }

    private func openAutoFillSettings(_ request: OpenAutoFillSettings, _ call: SystemCall) throws(DeviceError) -> Bool {
        sheets.openAutoFillSettings(for: call.caller.app)
    }

    private func turnOnProvider(_ request: TurnOnProvider, _ call: SystemCall) throws(DeviceError) -> Bool {
        try activation.turnOn(for: call.caller.app, until: call.cancellation)
    }

    private func perform<Request: SystemRequest>(
        _ type: Request.Type, _ call: SystemCall, _ body: (Request, SystemCall) throws(DeviceError) -> Request.Answer
    ) throws(DeviceError) -> [UInt8] {
        let request: Request
        do throws(WireError) {
            request = try Request(message: call.request)
        } catch {
            throw .badRequest("malformed request \(Request.kind): \(error.reason) at byte \(error.position)")
        }
        return try body(request, call).message
    }
}
