import AssociatedDomains
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager
import Synchronization
import Testing
import UpgradableShop

@testable import DeviceSimulator

/// The extensions here advance the clock themselves when they receive an order, so that no test waits.
@Suite("The time limits of extensions on a simulated device", .timeLimit(.minutes(20))) struct ExtensionTimeLimitTests {
    /// The stages in which the system waits for an upgrade extension. The raw value is the number of time limits until then.
    enum Stage: UInt64, CaseIterable {
        case silently = 1, preparing, callingOff

        var limit: Double {
            switch self {
            case .silently: 30
            case .preparing: 10
            case .callingOff: 5
            }
        }
    }

    @Test(
        "an upgrade extension that does not respond is ended when the device's clock reaches the limit", arguments: Stage.allCases)
    func upgrade(stage: Stage) async throws {
        let scene = try await UpgradeScene()
        let device = scene.phone.device
        let alarms = device.clock.alarmCount
        try scene.replaceExtension(by: Self.program(stage, on: device, passing: stage.limit))
        device.services.services.upgrades?.attach(CancellingInterface())
        let result = await device.upgradePassword(of: "anna", at: scene.server.site)
        #expect(result == (stage == .callingOff ? .cancelled : .failed(nil)))
        #expect(scene.isAsBefore)
        // Every limit is an alarm of the device's clock, which is stopped.
        #expect(device.clock.alarmCount == alarms + stage.rawValue)
    }

    @Test("an upgrade extension may respond until the limit", arguments: [Stage.silently, .preparing])
    func almost(stage: Stage) async throws {
        let scene = try await UpgradeScene()
        let device = scene.phone.device
        let answer = ModificationReport.gaveUp(ModificationFailure(.failed, "Not now."))
        try scene.replaceExtension(by: Self.program(stage, on: device, passing: stage.limit - 0.5, answer: answer))
        device.services.services.upgrades?.attach(CancellingInterface())
        #expect(await device.upgradePassword(of: "anna", at: scene.server.site) == .failed("Not now."))
    }

    @Test("a credential provider that does not respond is ended when the device's clock reaches the limit")
    func provider() throws {
        let device = try DeviceSimulator()
        let name = "ABCDE12345.com.example.vault"
        let app = try AppIdentifier(name)
        func outcome(passing seconds: Double, answer: ProviderReport?) -> ProviderOutcome {
            let program = ClockedProgram<ProviderOrder, ProviderReport> { _, report in
                device.clock.advance(by: .seconds(seconds))
                if let answer { report(.report(answer)) }
            }
            device.services.providers.install(
                InstalledProvider(app: app, attributes: ProviderAttributes(kinds: [.password]), program: program))
            return device.services.services.providers.ask(app, .choice(.password, []))
        }
        device.services.providers.install(
            InstalledProvider(
                app: app, attributes: ProviderAttributes(kinds: [.password]),
                program: ClockedProgram<ProviderOrder, ProviderReport> { _, _ in }))
        try device.setProvidesPasswords(true, of: name)
        let alarms = device.clock.alarmCount
        #expect(outcome(passing: 10, answer: nil) == .failed(.noticed(.timedOut)))
        #expect(device.clock.alarmCount == alarms + 1)
        #expect(outcome(passing: 9.5, answer: .gaveUp(ModificationFailure(.failed, "Not now."))) == .failed(.stated("Not now.")))
    }

    @Test("an alarm of a stopped clock rings once, when an advance reaches its time")
    func standing() throws {
        let clock = try DeviceSimulator().clock
        let rung = Mutex<[String]>([])
        func set(_ name: String, after seconds: Double) -> @Sendable () -> Void {
            clock.set(at: clock.time + seconds) { rung.withLock { $0.append(name) } }
        }
        _ = set("second", after: 20)
        _ = set("first", after: 10)
        set("cancelled", after: 5)()
        _ = set("past", after: -1)
        #expect(rung.withLock { $0 } == ["past"])
        clock.advance(by: .milliseconds(9_999))
        #expect(rung.withLock { $0 } == ["past"])
        clock.advance(by: .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(rung.withLock { $0 } == ["past", "first", "second"])
    }

    @Test("an alarm of a running clock rings when the followed clock reaches its time, without an advance")
    func following() async throws {
        let seconds = Mutex(900_000_000.0)
        let device = try DeviceSimulator(
            time: .following { Date(timeIntervalSinceReferenceDate: seconds.withLock { $0 }) })
        let (rung, ringing) = AsyncStream<Void>.makeStream()
        let cancel = device.clock.set(at: device.clock.time + 1_000) { ringing.finish() }
        seconds.withLock { $0 += 1_000 }
        for await _ in rung {}
        cancel()
    }

    /// An extension that lets time pass at one stage, and then sends its answer, if it has one.
    private static func program(
        _ stage: Stage, on device: DeviceSimulator, passing seconds: Double, answer: ModificationReport? = nil
    ) -> ClockedProgram<ModificationOrder, ModificationReport> {
        ClockedProgram { order, report in
            switch (order, stage) {
            case (.modify, .silently), (.prepare, .preparing), (.cancel, .callingOff):
                device.clock.advance(by: .seconds(seconds))
                if let answer { report(.report(answer)) }
            case (.modify, _): report(.report(.gaveUp(ModificationFailure(.userInteractionRequired))))
            case (.prepare, _): report(.report(.isPrepared))
            default: break
            }
        }
    }
}

/// An extension that handles an order on the calling thread.
private struct ClockedProgram<Order: Sendable, Report: Equatable & Sendable>: ExtensionProgram {
    let handle: @Sendable (Order, @Sendable (ExtensionWord<Report>) -> Void) -> Void

    func start(report: @escaping @Sendable (ExtensionWord<Report>) -> Void) -> (any RunningExtension<Order>)? {
        Process(handle: handle, report: report)
    }

    private struct Process: RunningExtension {
        let handle: @Sendable (Order, @Sendable (ExtensionWord<Report>) -> Void) -> Void
        let report: @Sendable (ExtensionWord<Report>) -> Void

        func deliver(_ order: Order) -> Bool {
            handle(order, report)
            return true
        }

        func stop() {}
    }
}

/// A user who closes every view of an extension.
private struct CancellingInterface: ExtensionInterface {
    func present(_ view: ExtensionPresentation, controls: ExtensionControls) { controls.cancel() }
    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {}
    func dismiss(_ view: ExtensionPresentation) {}
}
