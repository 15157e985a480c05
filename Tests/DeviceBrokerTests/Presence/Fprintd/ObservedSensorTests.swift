import DeviceProtocol
import GRDB
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Sensor with an observed enrolment") struct ObservedSensorTests {
    let sensor = ObservedSensor()
    let person = ScriptedPerson()
    let file: KeychainFile
    let files: DeviceFiles
    let device: Device
    let link: BrokerLink

    init() throws {
        (file, files) = (try .inMemory(), try DeviceFiles())
        let configuration = try #require(
            SoftwareEnclave.Configuration(
                stateFile: files.path + "/enclave", hostKey: SecretBytes([UInt8](repeating: 7, count: 32)),
                opening: .createIfAbsent))
        device = try Device(
            file: file, enclave: SoftwareEnclave(inProcess: configuration), sensor: sensor, passcodeCost: .cheapest,
            now: { 800_000_000 })
        device.presence.attach(person)
        try device.setPasscode(SecretBytes(utf8: TestDevice.passcode))
        link = BrokerLink(
            broker: device.broker,
            caller: Caller(app: TestDevice.app, process: ProcessIdentity(processID: 100, userID: 1_000, startTime: 1)))
    }

    private func willSee(_ sensorEvent: SensorEvent) {
        sensor.willSee(sensorEvent)
        person.will(.wait)
    }

    @Test("a match counts for the set that was enrolled at the time of the match")
    func matchOfAnotherSet() throws {
        try link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        willSee(SensorEvent(.matched, enrolled: ObservedSensor.set(["thumb"])))
        #expect(try link.perform(FindItems.password("bound")).items.count == 1)
        // Enrolled after the device observed the set, before the match.
        willSee(SensorEvent(.matched, enrolled: ObservedSensor.set(["thumb", "stranger"])))
        #expect(throws: DeviceError.item(.notDecodable)) { try link.perform(FindItems.password("bound")) }
    }

    @Test("an unusable sensor does not change the set")
    func unusable() throws {
        try link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        let set = device.presence.currentSet
        for sensorState in [SensorState.unusable(.noBus), .absent] {
            sensor.become(sensorState)
            #expect(device.presence.currentSet == set)
            #expect(throws: DeviceError.authentication(.biometryNotAvailable)) { try link.perform(FindItems.password("bound")) }
        }
        sensor.enrol(["thumb"])
        willSee(SensorEvent(.matched, enrolled: ObservedSensor.set(["thumb"])))
        #expect(try link.perform(FindItems.password("bound")).items.count == 1)
    }

    @Test("matches do not count while a change of the enrolment cannot be stored")
    func unrecorded() throws {
        try link.perform(AddItem.password("any", constraints: [.biometryAny]))
        let use = AuthenticationUse(context: try link.perform(OpenContext()))
        try link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        willSee(SensorEvent(.matched, enrolled: ObservedSensor.set(["thumb"])))
        #expect(try link.perform(FindItems.password("bound", authentication: use)).items.count == 1)
        try file.database.write { connection in
            try connection.execute(
                sql: "CREATE TRIGGER broken BEFORE UPDATE OF enrolment ON device BEGIN SELECT RAISE(ABORT, 'full'); END")
        }
        willSee(SensorEvent(.matched, enrolled: ObservedSensor.set(["thumb", "stranger"])))
        #expect(throws: DeviceError.authentication(.biometryNotAvailable)) { try link.perform(FindItems.password("any")) }
        sensor.enrol(["thumb", "stranger"])
        #expect(device.presence.currentSet == .unknown)
        #expect(try link.perform(ReadMechanisms()).biometry == .none)
        #expect(throws: DeviceError.authentication(.biometryNotAvailable)) { try link.perform(FindItems.password("any")) }
        #expect(throws: DeviceError.self) { try link.perform(FindItems.password("bound", authentication: use)) }
        #expect(throws: DeviceError.self) { try device.restart() }
    }

    @Test("the file contains no finger name, and every device has another tag")
    func tags() throws {
        let tag = try #require(device.state.enrolment)
        #expect(tag.count == 32 && tag == device.state.tag(of: ObservedSensor.set(["thumb"])))
        let other = try ObservedSensorTests()
        #expect(other.device.state.enrolment != tag)
    }

    @Test("a lost sensor leads to the passcode, and the audit trail says why")
    func lost() throws {
        try link.perform(AddItem.password("either", constraints: [.userPresence]))
        willSee(SensorEvent(.lost, obstacle: .inUse))
        person.will(.enter(TestDevice.passcode))
        #expect(try link.perform(FindItems.password("either")).items.count == 1)
        let outcomes = try device.audit.entries(atMost: 10).map(\.outcome)
        #expect(outcomes.contains("sensor lost: another program uses the fingerprint reader"))
        #expect(device.state.biometricFailures.count == 0)
    }

    @Test("a change of the enrolment invalidates an earlier unlock")
    func reuse() throws {
        device.lock()
        try device.unlock(sensor: .matched)
        let context = try link.perform(OpenContext())
        func evaluate() throws {
            _ = try link.perform(
                Evaluate(
                    context: context, subject: .policy(.biometrics), presentation: .silent, mayInteract: true, unlockReuse: 10))
        }
        sensor.enrol(["thumb", "stranger"])
        // No user is at the screen to cancel.
        #expect(throws: DeviceError.authentication(.userCancel)) { try evaluate() }
        device.lock()
        try device.unlock(sensor: .matched)
        #expect(throws: Never.self) { try evaluate() }
    }
}
