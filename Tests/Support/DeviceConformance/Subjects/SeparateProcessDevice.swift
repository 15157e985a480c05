package import DeviceBroker
package import DeviceParts
package import DeviceProtocol
package import DeviceSimulator
import OpenLocalAuthentication
import OpenSecurity
import Secrets
import Synchronization

/// A broker in a separate process, with its owner at the control socket and its apps at theirs.
package final class SeparateProcessDevice: DeviceUnderTest {
    package let person: SimulatedPerson
    package let folder: TestFolder
    package let tpm: SimulatedTPM?
    private let enclave: DeviceSubject.EnclaveKind
    private let biometry: DeviceSimulator.Biometry
    private let host: Mutex<BrokerProcess>
    private let screen: RemoteScreen
    private let clock = Mutex(0)
    private let links: [TestApp: AppLink]

    /// `start` has no effect on a device that already exists in the folder.
    package init(_ enclave: DeviceSubject.EnclaveKind, _ start: DeviceStart = DeviceStart(), folder: TestFolder? = nil) throws {
        let isNew = folder == nil
        let folder = try folder ?? TestFolder()
        self.folder = folder
        self.enclave = enclave
        biometry = start.biometry
        tpm = enclave == .tpm ? try SimulatedTPM(in: folder.path) : nil
        let host = try BrokerProcess(folder: folder, tpm: tpm, biometry: biometry)
        let screen = RemoteScreen(path: host.controlSocket)
        person = SimulatedPerson(see: { screen.see($0) }, isLastAttempt: { screen.isLastAttempt })
        links = try TestApp.allCases.reduce(into: [:]) { $0[$1] = AppLink(path: try host.launch($1)) }
        self.host = Mutex(host)
        self.screen = screen
        try screen.open(for: person)
        guard isNew else { return }
        let owner = try host.owner()
        if let passcode = start.passcode { try owner.perform(.setPasscode(SecretBytes(utf8: passcode))) }
        if start.isEnrolled, start.biometry != .none { try enrol(Self.firstTemplate) }
    }

    deinit {
        screen.close()
    }

    package func link(of app: TestApp) throws -> any DeviceLink {
        guard let link = links[app] else { throw BrokerProcess.Failure(words: "there is no such app") }
        return link
    }

    package func lock() throws { try perform(.lock) }
    package func unlock(passcode: String) throws { try perform(.unlock(passcode: SecretBytes(utf8: passcode))) }
    package func unlockByBiometry(matched: Bool) throws { try perform(.see(matched ? .matched : .notMatched)) }
    package func enrol(_ template: String) throws { try perform(.enrol(try name(template))) }
    package func unenrol(_ template: String) throws { try perform(.remove(try name(template))) }
    package func setPasscode(_ passcode: String) throws { try perform(.setPasscode(SecretBytes(utf8: passcode))) }
    package func removePasscode(_ passcode: String) throws { try perform(.removePasscode(SecretBytes(utf8: passcode))) }

    package func advance(bySeconds seconds: Int) throws {
        let total = clock.withLock { clock in
            clock += seconds
            return clock
        }
        _ = try host.withLock { try $0.say("clock \(total)") }
    }

    package func reboot() throws {
        kill()
        try start()
        renewLinks()
    }

    /// As if every app had ended and restarted.
    package func renewLinks() {
        for link in links.values { link.renew() }
    }

    /// Kills the broker's process. Apps and the screen notice by themselves.
    package func kill() {
        host.withLock { $0.kill() }
    }

    /// Restarts it over the folder. Throws its error if it does not start.
    package func start() throws {
        screen.close()
        let next = try BrokerProcess(folder: folder, tpm: tpm, biometry: biometry)
        for app in TestApp.allCases { _ = try next.launch(app) }
        try host.withLock { host in
            host = next
            let total = clock.withLock { $0 }
            if total > 0 { try next.say("clock \(total)") }
        }
        try screen.open(for: person)
    }

    /// Restarts it, to be killed at that step. Returns false if its start has fewer steps; it then runs.
    package func startAndDie(atStep step: Int) throws -> Bool {
        screen.close()
        do {
            let next = try BrokerProcess(folder: folder, tpm: tpm, biometry: biometry, dyingAt: step)
            host.withLock { $0 = next }
            return false
        } catch let failure as InteractiveProcess.Failure {
            guard failure.isEnd else { throw failure }
            return true
        }
    }

    /// Whether the enclave exists.
    package var isEnclaveRunning: Bool {
        guard let process = enclaveProcessID else { return false }
        return ChildProcess.isThere(process)
    }

    /// The processes of the device: the broker, and a software enclave's.
    package var brokerProcessID: Int32 { host.withLock(\.processID) }
    package var enclaveProcessID: Int32? { tpm?.processID ?? host.withLock(\.children).first }
    package var isRunning: Bool { host.withLock(\.isRunning) }

    /// Kills the broker or the enclave after this many further steps.
    package func strike(_ target: KillTarget, atStep step: Int) throws {
        let process = target == .broker ? brokerProcessID : enclaveProcessID ?? 0
        _ = try host.withLock { try $0.say("strike \(process) \(step)") }
    }

    /// Returns the steps since the last `strike`, after which nothing is killed any more. Nil if the broker has ended.
    package func stepsUntilNow() throws -> [String]? {
        try host.withLock { host in
            do {
                let steps = try host.say("steps")
                return steps.split(separator: ",").map(String.init)
            } catch let failure as InteractiveProcess.Failure where failure.isEnd {
                host.wait()
                return nil
            }
        }
    }

    package func waitUntilGone() {
        host.withLock { $0.wait() }
    }

    package func socketPath(of app: TestApp) throws -> String {
        try host.withLock { try $0.launch(app) }
    }

    package func status() throws -> DeviceStatus {
        guard case .status(let status) = try host.withLock({ try $0.owner().perform(.status) }) else {
            throw BrokerProcess.Failure(words: "no status")
        }
        return status
    }

    package func quiet() async { await person.isUndisturbed() }

    private func perform(_ request: ControlRequest) throws {
        do throws(DeviceError) {
            try host.withLock { host throws(DeviceError) in _ = try host.owner().perform(request) }
        } catch {
            throw error.appError
        }
    }

    private func name(_ template: String) throws -> TemplateName {
        guard let name = TemplateName(rawValue: template) else { throw BrokerProcess.Failure(words: "no name") }
        return name
    }
}

/// The connection of an app, whose process ends with the device.
final class AppLink: DeviceLink {
    private let path: String
    private let link: Mutex<SocketLink>

    init(path: String) {
        self.path = path
        link = Mutex(SocketLink(path: path))
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        try link.withLock(\.self).exchange(message)
    }

    /// As if the app had ended and restarted.
    func renew() {
        let next = SocketLink(path: path)
        link.withLock { $0 = next }
    }
}

/// The process that is killed.
package enum KillTarget: String, Sendable, CaseIterable {
    case broker
    case enclave
}
