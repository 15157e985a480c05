import DeviceProtocol
public import DeviceScreens
import OpenLocalAuthentication
import Synchronization

/// An app in this process, on the main actor.
///
/// Its calls reach the phone that launched it: from its methods, the tasks that they create, and every object of
/// LocalAuthentication and AuthenticationServices that is created there. A dispatch queue or a detached task has no phone.
public struct ScreenAppProgram<Screens: ScreenApp & Sendable>: AppProgram {
    /// Creates the program of an app type.
    public init(_ type: Screens.Type) {}

    /// Creates the app on the main actor, and sends it events there.
    public func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        ControllerProgram { Screens(launch: $0) }.launch(launch, in: appEnvironment, report: report)
    }
}

/// A program that runs a screen controller in this process, on the main actor.
struct ControllerProgram<Controller: ScreenController & Sendable>: AppProgram {
    let make: @MainActor @Sendable (AppLaunch) -> Controller

    init(_ make: @escaping @MainActor @Sendable (AppLaunch) -> Controller) {
        self.make = make
    }

    func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let (events, continuation) = AsyncStream.makeStream(of: ScreenAppProcess.Message.self)
        let link = SimulatorLink(broker: appEnvironment.broker, app: appEnvironment.app)
        let process = ScreenAppProcess(events: continuation, link: link, report: report)
        let environment = LAEnvironment(device: link)
        Task { @MainActor in
            await LAEnvironment.$ofTask.withValue(environment) {
                await CurrentDevice.$link.withValue(link) {
                    await ScreenDevice.$languageOfTask.withValue(appEnvironment.language) {
                        await run(launch, process, events)
                    }
                }
            }
        }
        return process
    }

    @MainActor private func run(
        _ launch: AppLaunch, _ process: ScreenAppProcess, _ events: AsyncStream<ScreenAppProcess.Message>
    ) async {
        let app = make(launch)
        app.screenChanged = { [weak app] in
            if let app { process.deliver(.screen(app.screen)) }
        }
        process.deliver(.screen(app.screen))
        var count = 0
        for await message in events {
            // Events for a process that has ended are dropped.
            guard process.isRunning else { break }
            guard case .event(let event) = message else {
                if case .trace(let traceparent) = message {
                    process.followed(traceparent)
                    (app as? any ScreenTracing)?.follow(traceparent: traceparent)
                }
                continue
            }
            app.take(event)
            // The app need not report changes that the event caused.
            process.deliver(.screen(app.screen))
            count += 1
            process.deliver(.handled(events: count))
        }
        app.screenChanged = {}
    }
}

private final class ScreenAppProcess: AppProcess {
    enum Message: Sendable {
        case event(AppEvent)
        case trace(String)
    }

    private let events: AsyncStream<Message>.Continuation
    private let link: SimulatorLink
    private let report: @Sendable (AppReport) -> Void
    private let hasEnded = Mutex(false)

    init(events: AsyncStream<Message>.Continuation, link: SimulatorLink, report: @escaping @Sendable (AppReport) -> Void) {
        self.events = events
        self.link = link
        self.report = report
    }

    func send(_ event: AppEvent) {
        events.yield(.event(event))
    }

    func follow(traceparent: String) {
        events.yield(.trace(traceparent))
    }

    /// Lets the app's later calls to the device belong to this step. Called in the order of the events.
    func followed(_ traceparent: String) {
        link.follow(traceparent)
    }

    /// Ends the process. The app's object may stay alive, because a task that never checks for cancellation continues. Its reports
    /// are dropped, and its calls to the device fail.
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

    func deliver(_ new: AppReport) {
        if isRunning { report(new) }
    }
}
