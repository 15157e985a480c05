import DeviceBroker
import DeviceProtocol
public import DeviceScreens
import DeviceServices
import Dispatch
import Glibc
import Synchronization

/// An app in a separate process: an executable whose `main` is that of `ScreenApp`.
///
/// Its calls reach the phone through a dedicated socket. Its output goes to standard error.
public struct ExecutableProgram: AppProgram {
    let path: String
    let arguments: [String]

    /// Creates the program of an executable.
    ///
    /// - Parameters:
    ///   - path: The path of the executable.
    ///   - arguments: The command-line arguments, without the program's name.
    public init(at path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// Starts the executable; see ``AppProgram/launch(_:in:report:)``.
    public func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let process = ExecutableProcess(report: report)
        process.start(path, arguments, launch, appEnvironment)
        return process
    }
}

/// An app in a separate process, from start to end.
final class ExecutableProcess: AppProcess {
    private struct Running {
        let child: ChildApp
        let server: BrokerServer
        let folder: TemporaryFolder
    }

    private enum Stage {
        case unstarted
        case running(Running)
        /// The device ended the process.
        case terminated
        case ended
    }

    private let report: @Sendable (AppReport) -> Void
    private let stage = Mutex(Stage.unstarted)
    /// The queue that writes events, so that an app that reads slowly blocks nothing else.
    private let writing = DispatchQueue(label: "executable-app.input")

    init(report: @escaping @Sendable (AppReport) -> Void) {
        self.report = report
    }

    /// Starts the process. The caller must call this once.
    func start(_ path: String, _ arguments: [String], _ launch: AppLaunch, _ appEnvironment: AppEnvironment) {
        do {
            let folder = try TemporaryFolder()
            let socket = folder.path + "/device.sock"
            let server = try BrokerServer(broker: appEnvironment.broker, app: appEnvironment.app, path: socket)
            guard
                let child = ChildApp.start(
                    path, arguments,
                    environment: [
                        CurrentDevice.variable: "unix:" + socket, ScreenDevice.variable: ScreenDevice.lines,
                        ScreenDevice.languageVariable: appEnvironment.language,
                    ])
            else {
                server.stop()
                return report(.ended(failure: "could not start \(path)"))
            }
            stage.withLock { $0 = .running(Running(child: child, server: server, folder: folder)) }
            deliver(.launch(launch), child)
            DispatchQueue(label: "executable-app.output").async { [self] in
                read(child)
                // This cancels the app's pending prompts.
                server.stop()
                end(child.waitForEnd())
            }
        } catch {
            report(.ended(failure: "could not connect the app to the device: \(error)"))
        }
    }

    func send(_ event: AppEvent) {
        guard case .running(let running) = stage.withLock({ $0 }) else { return }
        deliver(.event(event), running.child)
    }

    func follow(traceparent: String) {
        guard case .running(let running) = stage.withLock({ $0 }) else { return }
        deliver(.trace(traceparent), running.child)
    }

    func terminate() {
        let child = stage.withLock { stage -> ChildApp? in
            guard case .running(let running) = stage else { return nil }
            stage = .terminated
            return running.child
        }
        child?.kill()
    }

    private func deliver(_ input: AppInput, _ child: ChildApp) {
        guard let line = try? AppLine.bytes(input) else { return }
        // Writing to an app that has ended fails silently; the reader notices the end.
        writing.async { _ = AppLineWriter.write(line, to: child.input) }
    }

    /// Reads the messages of the app until it closes its output. A malformed message ends the app.
    private func read(_ child: ChildApp) {
        var lines = AppLineReader(child.output)
        while let line = lines.next() {
            guard let output = try? AppLine.message(AppOutput.self, line) else { break }
            guard case .running = stage.withLock({ $0 }) else { break }
            switch output {
            case .screen(let screen): report(.screen(screen))
            case .handled(let events): report(.handled(events: events))
            }
        }
        child.kill()
    }

    private func end(_ failure: String?) {
        let wasTerminated = stage.withLock { stage in
            defer { stage = .ended }
            if case .terminated = stage { return true }
            return false
        }
        report(.ended(failure: wasTerminated ? nil : failure ?? "the app ended unexpectedly"))
    }
}
