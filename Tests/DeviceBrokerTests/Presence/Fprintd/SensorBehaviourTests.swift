import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Device with a sensor", .timeLimit(.minutes(20))) struct SensorBehaviourTests {
    @Test("an enrolled finger is accepted, and an unknown one rejected", arguments: SensorKind.available)
    func fingers(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        let link = try subject.link
        try link.perform(AddItem.password(constraints: [.biometryAny]))
        subject.willTouch(by: "owner")
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        subject.willTouch(by: "mallory", "mallory", "mallory")
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(try subject.device.state.biometricFailures.count == 3)
        subject.willTouch(by: "mallory", "owner")
        #expect(try link.perform(FindItems.password()).items.count == 1)
        #expect(try subject.device.state.biometricFailures.count == 0)
        #expect(subject.person.prompts.allSatisfy { $0.question == .biometry(.fingerprint) })
    }

    @Test("five failed matches lock the sensor out, across restarts, until the passcode", arguments: SensorKind.available)
    func lockout(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        try subject.link.perform(AddItem.password(constraints: [.biometryAny]))
        subject.willTouch(by: "mallory", "mallory", "mallory")
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try subject.link.perform(FindItems.password()) }
        // The broker ends after three failed matches.
        try subject.start()
        try subject.unlock()
        #expect(try subject.device.state.biometricFailures.count == 0)
        subject.willTouch(by: "mallory", "mallory", "mallory")
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try subject.link.perform(FindItems.password()) }
        subject.willTouch(by: "mallory", "mallory")
        #expect(throws: DeviceError.authentication(.biometryLockout)) { try subject.link.perform(FindItems.password()) }
        try subject.start()
        #expect(try subject.link.perform(ReadMechanisms()).isLockedOut)
        try subject.unlock()
        #expect(try !subject.link.perform(ReadMechanisms()).isLockedOut)
        subject.willTouch(by: "owner")
        #expect(try subject.link.perform(FindItems.password()).items.count == 1)
    }

    @Test("enrolling another finger invalidates only what is bound to the set", arguments: SensorKind.available)
    func enrolment(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        let link = try subject.link
        try link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        try link.perform(AddItem.password("any", constraints: [.biometryAny]))
        let before = try link.perform(ReadMechanisms()).biometricState
        #expect(before != nil)
        subject.willTouch(by: "owner")
        #expect(try link.perform(FindItems.password("bound")).items.count == 1)
        #expect(try link.perform(ReadMechanisms()).biometricState == before)
        try subject.enrol("left-thumb")
        #expect(try link.perform(ReadMechanisms()).biometricState != before)
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems.password("bound")) }
        subject.willTouch(by: "guest")
        #expect(try link.perform(FindItems.password("any")).items.count == 1)
    }

    @Test(
        "a finger that was enrolled while no broker was running is noticed",
        arguments: [SensorKind.fprintd].filter(SensorKind.available.contains))
    func enrolmentBetween(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        try subject.link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        try subject.start()
        try subject.unlock()
        // Nothing has changed: the item is still readable.
        #expect(try subject.link.perform(FindItems.password("bound", returning: .attributes)).items.count == 1)
        subject.stop()
        try subject.enrol("left-thumb")
        try subject.start()
        try subject.unlock()
        #expect(throws: DeviceError.item(.notFound)) {
            try subject.link.perform(FindItems.password("bound", returning: .attributes))
        }
    }

    @Test("enrolling a finger invalidates the evidence of a context", arguments: SensorKind.available)
    func contexts(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        let link = try subject.link
        let use = AuthenticationUse(context: try link.perform(OpenContext()))
        try link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        subject.willTouch(by: "owner")
        for _ in 1...2 { #expect(try link.perform(FindItems.password("bound", authentication: use)).items.count == 1) }
        try subject.enrol("left-thumb")
        #expect(throws: DeviceError.self) { try link.perform(FindItems.password("bound", authentication: use)) }
    }

    @Test("removing the last finger makes biometry unavailable", arguments: SensorKind.available)
    func removal(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        let link = try subject.link
        try link.perform(AddItem.password(constraints: [.biometryAny]))
        try subject.remove()
        #expect(throws: DeviceError.authentication(.biometryNotEnrolled)) { try link.perform(FindItems.password()) }
        #expect(try link.perform(ReadMechanisms()).biometricState == nil)
    }

    @Test("another sensor's fingers are another set", arguments: SensorKind.available)
    func otherSensor(kind: SensorKind) throws {
        let subject = try SensorSubject(kind)
        try subject.link.perform(AddItem.password("bound", constraints: [.biometryCurrentSet]))
        // Without any sensor nothing can match, so that nothing is lost.
        try subject.start(with: SimulatedSensor(kind: .none))
        try subject.start()
        try subject.unlock()
        #expect(try subject.link.perform(FindItems.password("bound", returning: .attributes)).items.count == 1)
        let other: any BiometricSensor =
            kind == .simulated ? ObservedSensor() : SimulatedSensor(kind: .fingerprint, templates: ["x"])
        try subject.start(with: other)
        try subject.unlock()
        #expect(throws: DeviceError.item(.notFound)) {
            try subject.link.perform(FindItems.password("bound", returning: .attributes))
        }
    }
}
