import DeviceProtocol
public import DeviceScreens
import OpenLocalAuthentication
import Synchronization

/// An app that runs in this process, on its main actor.
///
/// Its calls go to the phone that it was launched on: from its own methods, the tasks that they make, and every object of LocalAuthentication and
/// AuthenticationServices that is made in them. A dispatch queue or a detached task does not know the phone.
public struct ScreenAppProgram<Screens: ScreenApp & Sendable>: AppProgram {
    /// The program of an app's type.
    public init(_ type: Screens.Type) {}

    /// Makes the object on the main actor, and sends it events there.
    public func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        ControllerProgram { Screens(launch: $0) }.launch(launch, in: surroundings, report: report)
    }
}

/// Whatever shows screens in this process, on its main actor.
struct ControllerProgram<Controller: ScreenController & Sendable>: AppProgram {
    let make: @MainActor @Sendable (AppLaunch) -> Controller

    init(_ make: @escaping @MainActor @Sendable (AppLaunch) -> Controller) {
        self.make = make
    }

    func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let (events, continuation) = AsyncStream.makeStream(of: AppEvent.self)
        let link = SimulatorLink(broker: surroundings.broker, app: surroundings.app)
        let process = ScreenAppProcess(events: continuation, link: link, report: report)
        let environment = LAEnvironment(device: link)
        Task { @MainActor in
            await LAEnvironment.$ofTask.withValue(environment) {
                await CurrentDevice.$link.withValue(link) {
                    await run(launch, process, events)
                }
            }
        }
        return process
    }

    @MainActor private func run(_ launch: AppLaunch, _ process: ScreenAppProcess, _ events: AsyncStream<AppEvent>) async {
        let app = make(launch)
        app.screenChanged = { [weak app] in
            if let app { process.tell(.screen(app.screen)) }
        }
        process.tell(.screen(app.screen))
        var count = 0
        for await event in events {
            // What was sent to a process that has ended by now reaches nobody.
            guard process.isRunning else { break }
            app.take(event)
            // What changed within the event needs no word of the app's.
            process.tell(.screen(app.screen))
            count += 1
            process.tell(.handled(events: count))
        }
        app.screenChanged = {}
    }
}

private final class ScreenAppProcess: AppProcess {
    private let events: AsyncStream<AppEvent>.Continuation
    private let link: SimulatorLink
    private let report: @Sendable (AppReport) -> Void
    private let hasEnded = Mutex(false)

    init(events: AsyncStream<AppEvent>.Continuation, link: SimulatorLink, report: @escaping @Sendable (AppReport) -> Void) {
        self.events = events
        self.link = link
        self.report = report
    }

    func send(_ event: AppEvent) {
        events.yield(event)
    }

    /// The object may live on, as nothing ends a task that does not look: it is heard no more, and the device answers it nothing.
    func terminate() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        events.finish()
        link.close()
        report(.ended(failure: nil))
    }

    var isRunning: Bool { !hasEnded.withLock { $0 } }

    func tell(_ new: AppReport) {
        if isRunning { report(new) }
    }
}
