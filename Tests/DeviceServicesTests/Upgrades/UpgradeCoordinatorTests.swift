import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Dispatch
import FoundationEssentials
import PasswordManager
import Synchronization
import Testing

@testable import DeviceServices

@Suite("The host for account-modification extensions") struct UpgradeCoordinatorTests {
    @Test("changes a weak password silently, with the saved one")
    func silent() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let program = ModelExtension(server)
        #expect(device.coordinator(program).upgrade(device.id, to: .strongPassword) == .done(nil))
        #expect(device.saved?.password == PrivateText("candidate one 1"))
        #expect(device.saved?.history.map(\.password) == [PrivateText(ModelDevice.old)])
        #expect(device.saved?.pendingUpgrade == nil)
        guard case .modify(let task)? = program.orders.first else { throw ModelFailure() }
        #expect(task.password == ModelDevice.old && task.service == "example.com" && task.serviceKind == .domain)
        #expect(task.userInfo == nil && task.key == "key one 2")
    }

    @Test("passes the app's data, but not the saved password, to an upgrade that an app starts")
    func fromApp() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let program = ModelExtension(server, FailurePlan(), .init(instead: [.gaveUp(ModificationFailure(.failed, "No."))]))
        let outcome = device.coordinator(program).perform(
            try Self.request(UserInfo([1, 2])), for: try Self.app(device.app), until: PromptCancellationToken())
        #expect(outcome == .failed(ModificationFailure(.failed, "No.")))
        guard case .modify(let task)? = program.orders.first else { throw ModelFailure() }
        #expect(task.password.isEmpty && task.userInfo == UserInfo([1, 2]) && task.newPassword != nil)
        #expect(task.service == "https://example.com/login" && task.serviceKind == .url)
    }

    @Test("finds no extension for a site without the app, for another app, or for an unsupported modification")
    func found() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let program = ModelExtension(server)
        let stranger = try AppIdentifier("Z9Y8X7W6V5.com.example.other")
        let passwordsOnly = ExtensionAttributes(supportsStrongPassword: true)
        #expect(Self.isRejected(device.coordinator(program, hosts: []).upgrade(device.id, to: .strongPassword)))
        #expect(Self.isRejected(device.coordinator(program).upgrade(device.id, to: .strongPassword, by: stranger)))
        #expect(Self.isRejected(device.coordinator(program, attributes: passwordsOnly).upgrade(device.id, to: .signInWithApple)))
        #expect(
            Self.isRejected(
                device.coordinator(program).perform(
                    try Self.request(nil), for: try Self.app(stranger), until: PromptCancellationToken())))
        #expect(program.orders.isEmpty)
        #expect(device.saved?.pendingUpgrade == nil)
        #expect(
            device.coordinator(program, attributes: passwordsOnly).upgrade(device.id, to: .strongPassword, by: device.app)
                == .done(nil))
    }

    @Test("shows the extension's view if it needs the user, and closes it at the end")
    func view() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let program = ModelExtension(server, FailurePlan(), .init(needsPerson: true))
        let interface = SeenInterface()
        let coordinator = device.coordinator(program)
        // No screen is available.
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .failed(ModificationFailure(.userInteractionRequired)))
        coordinator.attach(interface)
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .done(nil))
        #expect(interface.said == ["present 1", "dismiss 1"])
    }

    @Test("passes the last screen from before the view, later screens in order, and the user's actions to the extension")
    func screens() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let shows = try ["first", "second"].map { ModificationReport.shows(try #require(ShownScreen(Array($0.utf8), handled: 0))) }
        let program = ModelExtension(server, FailurePlan(), .init(needsPerson: true, instead: shows))
        let coordinator = device.coordinator(program)
        let event = try #require(ViewEvent(Array("typed".utf8)))
        let interface = SeenInterface { controls in
            controls.send(event)
            controls.cancel()
        }
        coordinator.attach(interface)
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .failed(ModificationFailure(.userCanceled)))
        #expect(interface.said == ["present 1", "show second", "show typed", "dismiss 1"])
        #expect(program.orders.contains(.event(event)))
        #expect(device.canSignIn && device.saved?.password.exposed == ModelDevice.old)
    }

    @Test("does not count screens as reports")
    func manyScreens() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let screen = ModificationReport.shows(try #require(ShownScreen([1], handled: 0)))
        let done = ModificationReport.changedPassword(PasswordGrant(user: "jane", password: "candidate one 1"), nil)
        let program = ModelExtension(
            server, FailurePlan(),
            .init(instead: [ModificationReport](repeating: screen, count: UpgradeCeremony.maximumReports + 1) + [done]))
        #expect(device.coordinator(program).upgrade(device.id, to: .strongPassword) == .done(nil))
    }

    @Test("cancels when the user taps Cancel, and changes nothing")
    func cancel() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let program = ModelExtension(
            server, FailurePlan(), .init(needsPerson: true, instead: []))
        let coordinator = device.coordinator(program)
        let interface = SeenInterface { $0.cancel() }
        coordinator.attach(interface)
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .failed(ModificationFailure(.userCanceled)))
        #expect(program.orders.last == .cancel)
        #expect(device.saved?.password.exposed == ModelDevice.old && device.canSignIn)
    }

    @Test("ends an extension that is silent for too long, or sends too many reports")
    func limits() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let late = ModificationReport.changedPassword(PasswordGrant(user: "jane", password: "late"), nil)
        for instead in [[], [ModificationReport](repeating: .isPrepared, count: UpgradeCeremony.maximumReports) + [late]] {
            let program = ModelExtension(server, FailurePlan(), .init(instead: instead))
            #expect(
                device.coordinator(program, timer: ExpiredTimer()).upgrade(device.id, to: .strongPassword)
                    == .failed(ModificationFailure(.failed)))
            #expect(device.canSignIn && device.saved?.password.exposed == ModelDevice.old)
        }
    }

    @Test("repeats an unresolved upgrade with the same candidate and key")
    func again() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let broken = ModelExtension(server, FailurePlan(), .init(instead: [.gaveUp(ModificationFailure(.failed))]))
        let coordinator = device.coordinator(broken)
        for _ in 0..<2 { _ = coordinator.upgrade(device.id, to: .strongPassword) }
        let tasks = broken.orders
        #expect(tasks.count == 2 && tasks[0] == tasks[1])
        // Another modification would replace the candidate, which the server may have accepted.
        #expect(Self.isRejected(coordinator.upgrade(device.id, to: .signInWithApple)))
        #expect(broken.orders.count == 2 && device.saved?.pendingUpgrade?.modification == .strongPassword)
        server.wait(PendingUpgradeResolution.settlingTime + 1)
        #expect(coordinator.settle(device.id, as: .signsIn(with: PrivateText(ModelDevice.old))) == .abandoned)
        _ = coordinator.upgrade(device.id, to: .strongPassword)
        #expect(broken.orders.last != tasks[0])
    }

    @Test("keeps the candidate if the extension failed after the server's change, so that a repetition completes it")
    func doneAllTheSame() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let failurePlan = FailurePlan(.answerIsLost, at: 3)
        let program = ModelExtension(server, failurePlan, .init(asksAgain: false))
        let coordinator = device.coordinator(program, failurePlan: failurePlan)
        #expect(Self.isRejected(coordinator.upgrade(device.id, to: .strongPassword)))
        #expect(device.saved?.password.exposed == ModelDevice.old)
        #expect(device.saved?.pendingUpgrade?.candidates == [PrivateText("candidate one 1")])
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .done(nil))
        #expect(device.saved?.password == PrivateText("candidate one 1") && device.saved?.pendingUpgrade == nil)
    }

    @Test(
        "removes the password of a converted account, but not after a closed sheet or without a connection to Apple"
    )
    func conversions() throws {
        for (answer, outcome) in [
            (UpgradeCredential.granted(AppleIDGrant(user: "001.a")), ModificationOutcome.done(nil)),
            (.cancelled, .failed(ModificationFailure(.userCanceled))), (.unavailable, .failed(ModificationFailure(.failed))),
        ] {
            let server = ModelServer(password: ModelDevice.old)
            let device = try ModelDevice(server, answers: [answer])
            #expect(device.coordinator(ModelExtension(server)).upgrade(device.id, to: .signInWithApple) == outcome)
            #expect((device.saved == nil) == (outcome == .done(nil)) && device.canSignIn)
        }
    }

    @Test("saves later what the keychain could not save")
    func locked() throws {
        let server = ModelServer(password: ModelDevice.old, preferring: "the server's own")
        let device = try ModelDevice(server)
        let store = LockingStore(inner: device.disk, after: 1)
        let coordinator = device.coordinator(ModelExtension(server, FailurePlan(), .init(announces: false)), store: store)
        #expect(coordinator.upgrade(device.id, to: .strongPassword) == .done(nil))
        #expect(device.saved?.password.exposed == ModelDevice.old)
        server.wait(2_000)
        #expect(!device.canSignIn)
        store.unlock()
        #expect(coordinator.resolvePending() == [device.id: .completed])
        #expect(device.hasPassword(like: "the server's own") && device.canSignIn)
    }

    @Test("runs one upgrade of a credential at a time")
    func oneAtATime() throws {
        let server = ModelServer(password: ModelDevice.old)
        let device = try ModelDevice(server)
        let failurePlan = FailurePlan()
        let coordinator = device.coordinator(ModelExtension(server, failurePlan), failurePlan: failurePlan)
        let outcomes = Outcomes()
        failurePlan.visit(at: 3) {
            outcomes.add(coordinator.upgrade(device.id, to: .strongPassword))
            #expect(coordinator.resolvePending() == [device.id: .open])
        }
        outcomes.add(coordinator.upgrade(device.id, to: .strongPassword))
        #expect(outcomes.count == 2 && outcomes.done == 1)
    }

    @Test("waits for a settlement that is in progress")
    func settlement() throws {
        // The upgrade starts while the settlement writes.
        for _ in 0..<20 {
            let server = ModelServer(password: ModelDevice.old)
            let device = try ModelDevice(server)
            let store = LockingStore(inner: device.disk, after: 1)
            let coordinator = device.coordinator(ModelExtension(server), store: store)
            #expect(coordinator.upgrade(device.id, to: .strongPassword) == .done(nil))
            server.wait(2_000)
            let (started, outcome) = (DispatchSemaphore(value: 0), Inbox<ModificationOutcome>())
            store.unlock {
                DispatchQueue.global().async {
                    started.signal()
                    outcome.put(coordinator.upgrade(device.id, to: .strongPassword))
                }
                started.wait()
            }
            #expect(coordinator.resolvePending() == [device.id: .completed])
            #expect(outcome.take() == .done(nil))
        }
    }

    @Test("respects an extension that declines prompts at a sign-in")
    func prompts() throws {
        let extensions = InstalledExtensions(associations: ModelAssociations(hosts: ["example.com"]))
        let app = try AppIdentifier("A1B2C3D4E5.com.example.juice")
        let program = ModelExtension(ModelServer(password: ""))
        #expect(!extensions.mayPrompt(at: app))
        extensions.install(InstalledExtension(app: app, attributes: .everything, program: program))
        #expect(extensions.mayPrompt(at: app))
        #expect(extensions.extensions(for: try DomainName("example.com")).map(\.app) == [app])
        #expect(extensions.extensions(for: try DomainName("example.org")).isEmpty)
        var silent = ExtensionAttributes.everything
        silent.declinesPromptsAtSignIn = true
        extensions.install(InstalledExtension(app: app, attributes: silent, program: program))
        #expect(!extensions.mayPrompt(at: app))
    }

    private static func isRejected(_ outcome: ModificationOutcome) -> Bool {
        if case .failed = outcome { true } else { false }
    }

    private static func request(_ userInfo: UserInfo?) throws -> ModifyAccount {
        ModifyAccount(
            context: try #require(ContextReference([UInt8](repeating: 1, count: 16))), modification: .strongPassword, user: "jane",
            service: "https://example.com/login", serviceKind: .url, userInfo: userInfo)
    }

    private static func app(_ app: AppIdentifier) throws -> App {
        App(identifier: try #require(AccessGroup(rawValue: app.description)))
    }
}

/// A record of the views that a user saw.
private final class SeenInterface: ExtensionInterface {
    private let words = Mutex<[String]>([])
    private let person: (@Sendable (ExtensionControls) -> Void)?
    var said: [String] { words.withLock { $0 } }

    /// - Parameter person: the user's actions on the view, on a separate thread.
    init(_ person: (@Sendable (ExtensionControls) -> Void)? = nil) {
        self.person = person
    }

    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {
        words.withLock { $0.append("present \(view.number)") }
        if let does = person { DispatchQueue(label: "person").async { does(controls) } }
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {
        words.withLock { $0.append("show \(String(decoding: screen.bytes, as: UTF8.self))") }
    }

    func dismiss(_ view: ExtensionPresentation) { words.withLock { $0.append("dismiss \(view.number)") } }
}

/// A timer whose timeout is always over.
private struct ExpiredTimer: ExtensionTimer {
    var time: Double { 0 }

    func set(at time: Double, _ alarm: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        alarm()
        return {}
    }
}
