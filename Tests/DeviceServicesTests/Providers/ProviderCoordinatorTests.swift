import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Dispatch
import FoundationEssentials
import PasswordManager
import Synchronization
import Testing

@testable import DeviceServices

@Suite("The host for credential providers") struct ProviderCoordinatorTests {
    @Test("asks an enabled provider for an identity that it registered")
    func asks() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        #expect(bench.coordinator().ask(bench.vault, try Self.question("ann")) == .password(ProviderCeremonyTests.grant))
        #expect(bench.program.orders == [.provide(try ProviderCeremonyTests.identity(.password))])
        #expect(bench.program.stops == 1)
    }

    @Test("does not ask a disabled provider, or one that is not installed")
    func switchedOff() throws {
        let bench = try Bench()
        #expect(Self.isRejected(bench.coordinator().ask(bench.vault, try Self.question("ann"))))
        #expect(Self.isRejected(bench.coordinator().ask(bench.vault, .choice(.password, []))))
        try bench.switchOn(bench.other, ["ann"])
        #expect(Self.isRejected(bench.coordinator().ask(bench.other, try Self.question("ann"))))
        #expect(bench.program.orders.isEmpty)
    }

    @Test("does not ask for another provider's identity, or for an unsupported kind")
    func strangers() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        try bench.switchOn(bench.other, ["bob"])
        let code = ProviderQuestion.credential(try ProviderCeremonyTests.identity(.oneTimeCode))
        for question in [try Self.question("bob"), code, .choice(.oneTimeCode, []), .configuration] {
            #expect(Self.isRejected(bench.coordinator(installing: [bench.vault, bench.other]).ask(bench.vault, question)))
        }
        #expect(bench.program.orders.isEmpty)
    }

    @Test("does not ask a provider of passwords to create a passkey")
    func newPasskey() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        let order = try #require(
            PasskeyCreationOrder(
                relyingParty: "example.com", userName: "ann", userHandle: [2], clientDataHash: [UInt8](repeating: 3, count: 32)))
        #expect(bench.coordinator().ask(bench.vault, .creation(order)) == .failed(.noticed(.wrongKind)))
        #expect(bench.program.orders.isEmpty)
    }

    @Test("offers identities of enabled providers, of kinds that they provide")
    func provided() throws {
        let bench = try Bench()
        let coordinator = bench.coordinator(installing: [bench.vault, bench.other])
        #expect(coordinator.provided.providers.isEmpty)
        try bench.switchOn(bench.vault, ["ann"])
        try bench.memory.change { state in
            _ = state.providers[bench.vault.description]?.apply(
                .save, [Bench.made(CredentialIdentity(.oneTimeCode, service: "example.com", serviceKind: .domain, user: "ann"))])
        }
        #expect(coordinator.provided.providers.map(\.app) == [bench.vault])
        #expect(coordinator.provided.providers.first?.identities == [try ProviderCeremonyTests.identity(.password)])
        #expect(coordinator.providers.map(\.isEnabled) == [true, false])
    }

    @Test("forgets the identities of a provider when it is disabled")
    func forgets() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        try bench.switchOff(bench.vault)
        try bench.switchOn(bench.vault, [])
        #expect(Self.isRejected(bench.coordinator().ask(bench.vault, try Self.question("ann"))))
    }

    @Test(
        "asks for a passkey without a view, and for a list with passkeys, only at a provider that declares them",
        arguments: [
            ([.password], true, false, false), ([.passkey], true, true, true), ([.password, .passkey], false, false, true),
            ([.password, .passkey], true, true, true),
        ] as [(Set<CredentialIdentity.Kind>, Bool, Bool, Bool)])
    func capabilities(kinds: Set<CredentialIdentity.Kind>, isSilent: Bool, creates: Bool, lists: Bool) throws {
        let bench = try Bench(silent: true)
        try bench.switchOn(bench.vault, [])
        let attributes = ProviderAttributes(kinds: kinds, createsPasskeysSilently: isSilent)
        let coordinator = bench.coordinator(timer: ExpiredTimer(), attributes: attributes)
        coordinator.attach(DismissalInterface(dismissed: {}))
        let hash = [UInt8](repeating: 3, count: 32)
        let creation = try #require(
            PasskeyCreationOrder(relyingParty: "example.com", userName: "ann", userHandle: [2], clientDataHash: hash))
        let list = try #require(PasskeyListOrder(relyingParty: "example.com", clientDataHash: hash))
        _ = coordinator.ask(bench.vault, .silentCreation(creation))
        _ = coordinator.ask(bench.vault, .choiceWithPasskeys([], list))
        var expected: [ProviderOrder] = creates ? [.createPasskeySilently(creation)] : []
        if lists { expected.append(.listWithPasskeys([], list)) }
        #expect(bench.program.orders == expected)
        #expect(coordinator.createsPasskeysSilently(bench.vault) == creates)
        try bench.switchOff(bench.vault)
        #expect(!coordinator.createsPasskeysSilently(bench.vault))
    }

    @Test("ends after a timeout of the given timer")
    func hung() throws {
        let bench = try Bench(silent: true)
        try bench.switchOn(bench.vault, ["ann"])
        #expect(
            bench.coordinator(timer: ExpiredTimer()).ask(bench.vault, try Self.question("ann"))
                == .failed(.noticed(.timedOut)))
        #expect(bench.program.stops == 1)
    }

    @Test("ends when the field is gone")
    func requestEnded() throws {
        let bench = try Bench(silent: true)
        try bench.switchOn(bench.vault, ["ann"])
        let cancellation = PromptCancellationToken()
        cancellation.cancel()
        #expect(bench.coordinator().ask(bench.vault, try Self.question("ann"), until: cancellation) == .cancelled)
        #expect(bench.program.stops == 1)
    }

    @Test("processes one request at a time")
    func busy() throws {
        let bench = try Bench(silent: true)
        try bench.switchOn(bench.vault, ["ann"])
        let coordinator = bench.coordinator()
        let second = Mutex<ProviderOutcome?>(nil)
        let cancellation = PromptCancellationToken()
        let question = try Self.question("ann")
        bench.program.whenAsked {
            second.withLock { $0 = coordinator.ask(bench.vault, question) }
            cancellation.cancel()
        }
        #expect(coordinator.ask(bench.vault, question, until: cancellation) == .cancelled)
        #expect(second.withLock { $0 } == .failed(.noticed(.busy)))
        #expect(bench.program.orders.count == 1)
    }

    @Test("lets a request wait for the end of one that its requester or the user has cancelled", arguments: [false, true])
    func waiting(byUser: Bool) throws {
        let bench = try Bench(silent: true)
        try bench.switchOn(bench.vault, ["ann"])
        let coordinator = bench.coordinator()
        let question = try Self.question("ann")
        let over = PromptCancellationToken()
        over.cancel()
        // The second request starts while the first ends.
        for _ in 0..<50 {
            let (started, second, cancellation) = (DispatchSemaphore(value: 0), Inbox<ProviderOutcome>(), PromptCancellationToken())
            let askAgain: @Sendable () -> Void = {
                bench.program.whenAsked {}
                DispatchQueue.global().async {
                    started.signal()
                    second.put(coordinator.ask(bench.vault, question, until: over))
                }
                started.wait()
            }
            if byUser {
                coordinator.attach(CancellingInterface(cancelled: askAgain))
            } else {
                bench.program.whenAsked {
                    cancellation.cancel()
                    askAgain()
                }
            }
            #expect(coordinator.ask(bench.vault, byUser ? .choice(.password, []) : question, until: cancellation) == .cancelled)
            #expect(second.take() == .cancelled)
        }
    }

    @Test("processes the next request as soon as the view of the last one has disappeared")
    func next() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        let coordinator = bench.coordinator()
        let question = try Self.question("ann")
        let second = Mutex<ProviderOutcome?>(nil)
        coordinator.attach(DismissalInterface { second.withLock { $0 = coordinator.ask(bench.vault, question) } })
        #expect(coordinator.ask(bench.vault, .choice(.password, [])) == .password(ProviderCeremonyTests.grant))
        #expect(second.withLock { $0 } == .password(ProviderCeremonyTests.grant))
        #expect(bench.program.stops == 2)
    }

    @Test("stores at most the permitted number of identities")
    func bounded() throws {
        var provider = ProvidedIdentities()
        provider.isEnabled = true
        let all = try (0...ChangeIdentities.maximumIdentities).map { try ProviderCeremonyTests.identity(.password, "u\($0)") }
        #expect(provider.apply(.save, all) == .internalError)
        #expect(provider.identities.isEmpty)
        #expect(provider.apply(.save, Array(all.dropLast())) == .done)
    }

    @Test("passes a report to the enabled provider that handles reports, and processes a request meanwhile")
    func reports() throws {
        let bench = try Bench(silent: true)
        let coordinator = bench.coordinator(
            installing: [bench.vault, bench.other], timer: ExpiredTimer(), acceptsReports: true)
        try bench.switchOn(bench.vault, ["ann"])
        let (report, question) = (try Self.report(), try Self.question("ann"))
        let meanwhile = Inbox<ProviderOutcome>()
        bench.program.whenAsked {
            bench.program.whenAsked {}
            meanwhile.put(coordinator.ask(bench.vault, question))
        }
        #expect(coordinator.pass(report))
        #expect(meanwhile.take() == .failed(.noticed(.timedOut)))
        #expect(bench.program.orders == [.report(report), .provide(try ProviderCeremonyTests.identity(.password))])
    }

    @Test("drops reports while too many wait")
    func manyReports() throws {
        let bench = try Bench(silent: true)
        let coordinator = bench.coordinator(timer: ExpiredTimer(), acceptsReports: true)
        try bench.switchOn(bench.vault, ["ann"])
        let gate = Inbox<Bool>()
        bench.program.whenAsked { _ = gate.take() }
        let report = try Self.report()
        let accepted = (0...ProviderCoordinator.maximumReports).map { _ in coordinator.pass(report) }
        bench.program.whenAsked {}
        gate.put(true)
        #expect(accepted == [Bool](repeating: true, count: ProviderCoordinator.maximumReports) + [false])
    }

    @Test("passes no report to a provider that does not handle reports")
    func withoutReports() throws {
        let bench = try Bench()
        try bench.switchOn(bench.vault, ["ann"])
        let coordinator = bench.coordinator()
        let report = try Self.report()
        #expect(coordinator.pass(report))
        #expect(Self.isRejected(coordinator.ask(bench.vault, .report(report))))
        #expect(coordinator.ask(bench.vault, try Self.question("ann")) == .password(ProviderCeremonyTests.grant))
        #expect(bench.program.orders == [.provide(try ProviderCeremonyTests.identity(.password))])
    }

    private static func report() throws -> CredentialReport {
        .unknownPasskey(try #require(UnknownPasskey(relyingParty: "example.com", credentialID: [1])))
    }

    private static func question(_ user: String) throws -> ProviderQuestion {
        .credential(try ProviderCeremonyTests.identity(.password, user))
    }

    private static func isRejected(_ outcome: ProviderOutcome) -> Bool {
        if case .failed = outcome { true } else { false }
    }
}

/// A device with one provider, the vault, installed and disabled.
private struct Bench {
    let vault: AppIdentifier
    let other: AppIdentifier
    let program: VaultProgram
    let memory: ServicesMemory

    init(silent: Bool = false) throws {
        vault = try AppIdentifier("ABCDE12345.com.example.vault")
        other = try AppIdentifier("ABCDE12345.com.example.other")
        program = VaultProgram(silent: silent)
        memory = try ServicesMemory(store: VolatileServicesStore())
    }

    func coordinator(
        installing apps: [AppIdentifier]? = nil, timer: any ExtensionTimer = NoTimer(), acceptsReports: Bool = false,
        attributes: ProviderAttributes? = nil
    ) -> ProviderCoordinator {
        let installed = InstalledProviders()
        for app in apps ?? [vault] {
            let attributes = attributes ?? ProviderAttributes(kinds: [.password], acceptsReports: acceptsReports)
            installed.install(InstalledProvider(app: app, attributes: attributes, program: program))
        }
        return ProviderCoordinator(ProviderParts(installed: installed, timer: timer), memory: memory, canPresent: { true })
    }

    func switchOn(_ app: AppIdentifier, _ users: [String]) throws {
        let identities = try users.map { try ProviderCeremonyTests.identity(.password, $0) }
        try memory.change { state in
            state.providers[app.description, default: ProvidedIdentities()].isEnabled = true
            _ = state.providers[app.description]?.apply(.save, identities)
        }
    }

    func switchOff(_ app: AppIdentifier) throws {
        let states = CredentialStates(memory: memory, revocations: RevocationNotifier(memory: memory), service: nil)
        let known = App(identifier: try #require(AccessGroup(rawValue: app.description)))
        try AccountSettings(memory: memory, states: states, service: nil, device: "").setProvider(known, isEnabled: false)
    }

    static func made(_ identity: CredentialIdentity?) -> CredentialIdentity {
        guard let identity else { preconditionFailure("a sample of the tests is invalid") }
        return identity
    }
}

/// Returns ann's password on the calling thread, after a view if the user is to choose, or prepares only the view.
private final class VaultProgram: ExtensionProgram {
    private struct State {
        var orders: [ProviderOrder] = []
        var stops = 0
        var asked: @Sendable () -> Void = {}
    }

    private let silent: Bool
    private let state = Mutex(State())

    init(silent: Bool) { self.silent = silent }

    var orders: [ProviderOrder] { state.withLock(\.orders) }
    var stops: Int { state.withLock(\.stops) }

    func whenAsked(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.asked = body } }

    func start(
        report: @escaping @Sendable (ExtensionWord<ProviderReport>) -> Void
    ) -> (any RunningExtension<ProviderOrder>)? {
        Process(program: self, report: report)
    }

    private struct Process: RunningExtension {
        let program: VaultProgram
        let report: @Sendable (ExtensionWord<ProviderReport>) -> Void

        func deliver(_ order: ProviderOrder) -> Bool {
            let asked = program.state.withLock { state in
                state.orders.append(order)
                return state.asked
            }
            asked()
            if case .list = order { report(.report(.isPrepared)) }
            guard !program.silent else { return true }
            report(.report(.password(ProviderCeremonyTests.grant)))
            return true
        }

        func stop() { program.state.withLock { $0.stops += 1 } }
    }
}

/// An interface that calls a closure when a view disappears.
private struct DismissalInterface: ExtensionInterface {
    let dismissed: @Sendable () -> Void

    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {}
    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {}
    func dismiss(_ view: ExtensionPresentation) { dismissed() }
}

/// An interface whose user cancels when a view appears, before a closure runs.
private struct CancellingInterface: ExtensionInterface {
    let cancelled: @Sendable () -> Void

    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {
        controls.cancel()
        cancelled()
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {}
    func dismiss(_ view: ExtensionPresentation) {}
}

/// A timer whose timeout is always over.
private struct ExpiredTimer: ExtensionTimer {
    var time: Double { 0 }

    func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        alarm()
        return {}
    }
}
