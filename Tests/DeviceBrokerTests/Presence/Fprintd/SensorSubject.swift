import DeviceProtocol
import Foundation
import PasswordHashing
import DeviceParts
import Secrets
import Testing
import Threads

@testable import DeviceBroker

/// The sensors that a behaviour suite covers.
enum SensorKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case simulated
    case fprintd

    static var available: [SensorKind] { VirtualReader.canRun ? allCases : [.simulated] }

    var testDescription: String { rawValue }
}

/// A device with one of them and a user at its screen, with files that outlive the broker.
final class SensorSubject {
    let files: DeviceFiles
    let person = ScriptedPerson()
    private let kind: SensorKind
    private let reader: VirtualReader?
    private var simulated = SimulatedSensor(kind: .fingerprint)
    private var running: Device?

    /// With a passcode, unlocked, and with one enrolled finger, `owner`'s.
    init(_ kind: SensorKind) throws {
        self.kind = kind
        files = try DeviceFiles()
        reader = kind == .fprintd ? try VirtualReader() : nil
        _ = simulated.enrol("right-index-finger")
        try reader?.enrol("right-index-finger", of: "owner")
        try start()
        try device.setPasscode(SecretBytes(utf8: TestDevice.passcode))
    }

    var device: Device {
        get throws { try #require(running) }
    }

    var link: BrokerLink {
        get throws {
            BrokerLink(
                broker: try device.broker,
                caller: Caller(app: TestDevice.app, process: ProcessIdentity(processID: 100, userID: 1_000, startTime: 1)))
        }
    }

    func start(with other: (any BiometricSensor)? = nil) throws {
        stop()
        let real = reader.map { FprintdSensor(busAddress: $0.busAddress) }
        let sensor: any BiometricSensor = other ?? real ?? simulated
        running = try Device(
            file: KeychainFile.open(path: files.path + "/keychain"), enclave: try enclave(), sensor: sensor,
            passcodeCost: .cheapest, now: { 800_000_000 })
        try device.presence.attach(person)
    }

    func stop() {
        running = nil
    }

    /// Threads of the previous broker release their resources shortly after its end.
    private func enclave() throws -> SoftwareEnclave {
        let configuration = try #require(
            SoftwareEnclave.Configuration(
                stateFile: files.path + "/enclave", hostKey: SecretBytes([UInt8](repeating: 7, count: 32)),
                opening: .createIfAbsent))
        while true {
            do {
                return try SoftwareEnclave(inProcess: configuration)
            } catch {
                guard error.code == .busy else { throw error }
                usleep(1_000)
            }
        }
    }

    func unlock() throws {
        try device.unlock(passcode: SecretBytes(utf8: TestDevice.passcode))
    }

    /// Answers the next prompts with the fingers of these people, once the sensor watches. `mallory` is not enrolled. With several
    /// fingers, the virtual reader, which cannot identify, verifies the one that was enrolled last.
    func willTouch(by people: String...) {
        for name in people {
            person.will(
                .then { [simulated, reader] in
                    guard let reader else { return simulated.see(name == "mallory" ? .notMatched : .matched) }
                    _ = WorkerThread.start { try? reader.touch(by: name) }
                })
        }
    }

    /// Enrols another finger, and announces it to a device whose sensor is not observed.
    func enrol(_ finger: String) throws {
        if let reader { return try reader.enrol(finger, of: "guest") }
        _ = simulated.enrol(finger)
        try running?.enrolmentChanged()
    }

    func remove() throws {
        if let reader { return try reader.removeFingers() }
        for name in simulated.templates { _ = simulated.remove(name) }
        try running?.enrolmentChanged()
    }
}
