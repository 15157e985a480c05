import DeviceProtocol
import GRDB
import Glibc
import PasswordHashing
import Secrets
import Synchronization

@testable import DeviceBroker

/// A device in a folder that executes the commands of standard input.
final class HostedDevice {
    private struct Misuse: Error {}

    private let steps: Steps
    private let clock: SteppedClock
    private let running: RunningDevice
    private let child: EnclaveChild?

    init(_ arguments: [String]) throws {
        guard arguments.count >= 3 else { throw Misuse() }
        let steps = Steps()
        self.steps = steps
        if arguments.count == 5 { steps.strike(process: arguments[3] == "self" ? getpid() : 0, at: Int(arguments[4]) ?? 0) }
        let clock = SteppedClock()
        self.clock = clock
        let folder = try DeviceFolder(path: arguments[0])
        let enclave: any Enclave
        if arguments[1] == "software" {
            let child = try EnclaveChild.start(executable: "/proc/self/exe", arguments: ["enclave"], folder: folder)
            self.child = child
            enclave = child.enclave
        } else {
            child = nil
            let configuration = TPMEnclave.Configuration(
                tcti: String(arguments[1].dropFirst("tpm:".count)), stateFile: folder.enclaveState,
                opening: folder.enclaveOpening)
            guard let configuration else { throw Misuse() }
            enclave = try TPMEnclave(
                configuration,
                steps: EnclaveSteps { (step) throws(EnclaveError) in steps.reach("enclave \(step.rawValue)") })
        }
        running = try RunningDevice(
            folder: folder, enclave: SteppedEnclave(enclave, steps), biometry: arguments[2] == "none" ? .none : .face,
            timeout: PromptTimeout { _ in },
            // The passcodes of a test are not secret.
            passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { clock.now })
        running.device.keychain.file.database.add(transactionObserver: RowSteps(steps), extent: .databaseLifetime)
    }

    /// Runs until standard input ends.
    func run() {
        Self.say("ok")
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case ("clock", 2):
                clock.set(Double(words[1]) ?? 0)
                Self.say("ok")
            case ("strike", 3):
                steps.strike(process: Int32(words[1]) ?? 0, at: Int(words[2]) ?? 0)
                Self.say("ok")
            case ("steps", 1): Self.say("ok \(steps.end().joined(separator: ","))")
            default: Self.say("no such thing")
            }
        }
        try? running.stop()
        child?.stop()
    }

    static func say(_ line: String) {
        let bytes = Array((line.split(separator: "\n").joined(separator: " ") + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// A clock that is stopped until it is set.
final class SteppedClock: Sendable {
    private let seconds = Mutex(0.0)

    /// Seconds since 2001-01-01T00:00:00Z.
    var now: Double { 800_000_000 + seconds.withLock { $0 } }

    func set(_ seconds: Double) {
        self.seconds.withLock { $0 = seconds }
    }
}
