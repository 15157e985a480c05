import DeviceBroker
import DeviceProtocol
public import DeviceScreens
import DeviceServices
import Dispatch
import Glibc
import Synchronization

/// An app that runs as a process of its own: an executable whose `main` is that of `ScreenApp`.
///
/// Its calls go to the phone through a socket that is this process's alone. What it prints goes to standard error.
public struct ExecutableProgram: AppProgram {
    let path: String
    let arguments: [String]

    /// - Parameters:
    ///   - path: The executable's.
    ///   - arguments: What it is started with, besides its own name.
    public init(at path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// Starts the executable; see ``AppProgram/launch(_:in:report:)``.
    public func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let process = ExecutableProcess(report: report)
        process.start(path, arguments, launch, surroundings)
        return process
    }
}

/// An app that runs as a process of its own, from its start to its end.
final class ExecutableProcess: AppProcess {
    private struct Running {
        let child: ChildApp
        let server: BrokerServer
        let folder: TemporaryFolder
    }

    private enum Stage {
        case unstarted
        case running(Running)
        /// By the device.
        case terminated
        case ended
    }

    private let report: @Sendable (AppReport) -> Void
    private let stage = Mutex(Stage.unstarted)
    /// Whoever reads slowly makes nobody wait but this queue.
    private let writing = DispatchQueue(label: "executable-app.input")

    init(report: @escaping @Sendable (AppReport) -> Void) {
        self.report = report
    }

    /// To be called once.
    func start(_ path: String, _ arguments: [String], _ launch: AppLaunch, _ surroundings: AppSurroundings) {
        do {
            let folder = try TemporaryFolder()
            let socket = folder.path + "/device.sock"
            let server = try BrokerServer(broker: surroundings.broker, app: surroundings.app, path: socket)
            guard
                let child = ChildApp.start(
                    path, arguments,
                    environment: [
                        CurrentDevice.variable: "unix:" + socket, ScreenDevice.variable: ScreenDevice.lines,
                    ])
            else {
                server.stop()
                return report(.ended(failure: "\(path) cannot be started"))
            }
            stage.withLock { $0 = .running(Running(child: child, server: server, folder: folder)) }
            tell(.launch(launch), child)
            DispatchQueue(label: "executable-app.output").async { [self] in
                read(child)
                // Requests of the app that still wait for a person are taken back with it.
                server.stop()
                end(child.waitForEnd())
            }
        } catch {
            report(.ended(failure: "the app cannot be given a way to the device: \(error)"))
        }
    }

    func send(_ event: AppEvent) {
        guard case .running(let running) = stage.withLock({ $0 }) else { return }
        tell(.event(event), running.child)
    }

    func terminate() {
        let child = stage.withLock { stage -> ChildApp? in
            guard case .running(let running) = stage else { return nil }
            stage = .terminated
            return running.child
        }
        child?.kill()
    }

    private func tell(_ input: AppInput, _ child: ChildApp) {
        guard let line = try? AppLine.bytes(input) else { return }
        // An app that has ended is told nothing; that it has ended is noticed where it is read.
        writing.async { _ = AppLineWriter.write(line, to: child.input) }
    }

    /// Returns at the end of what the app says, and ends an app that says what is none of its messages.
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
        report(.ended(failure: wasTerminated ? nil : failure ?? "the app ended by itself"))
    }
}
