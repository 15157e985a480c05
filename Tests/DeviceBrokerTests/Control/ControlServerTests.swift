import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Control socket") struct ControlServerTests {
    let fixture: RunningFixture

    init() throws {
        fixture = try RunningFixture()
    }

    @Test("only the owner can access the control socket, the apps' sockets and the key")
    func permissions() throws {
        defer { try? fixture.running.stop() }
        let app = try fixture.running.launch(TestDevice.app)
        for path in [fixture.path, app.socket, fixture.files.path + "/host.key", fixture.files.path + "/keychain"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(path)")
        }
    }

    @Test("the passcode can be set, changed and removed")
    func passcode() throws {
        defer { try? fixture.running.stop() }
        let owner = try fixture.owner()
        let (old, new) = (SecretBytes(utf8: "2468"), SecretBytes(utf8: "1357"))
        #expect(throws: DeviceError.item(.passcodeNotSet)) { try owner.perform(.lock) }
        try owner.perform(.setPasscode(old))
        #expect(try fixture.status()?.mechanisms.hasPasscode == true)
        try owner.perform(.lock)
        #expect(try fixture.status()?.phase == .locked)
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try owner.perform(.unlock(passcode: new)) }
        try owner.perform(.unlock(passcode: old))
        try owner.perform(.changePasscode(from: old, to: new))
        try owner.perform(.restart)
        #expect(try fixture.status()?.phase == .beforeFirstUnlock)
        try owner.perform(.unlock(passcode: new))
        try owner.perform(.removePasscode(new))
        #expect(try fixture.status()?.mechanisms.hasPasscode == false)
    }

    @Test("enrolling and removing invalidates what is bound to the set, and names persist across starts")
    func enrolment() throws {
        try fixture.setUp()
        let app = try fixture.app()
        try app.perform(AddItem.password(constraints: [.biometryCurrentSet]))
        let other = try #require(TemplateName(rawValue: "other"))
        #expect(throws: DeviceError.item(.duplicate)) { try fixture.owner().perform(.enrol(RunningFixture.face)) }
        #expect(try app.perform(FindItems.password(returning: .attributes)).items.count == 1)
        try fixture.owner().perform(.enrol(other))
        #expect(throws: DeviceError.item(.notFound)) { try app.perform(FindItems.password(returning: .attributes)) }

        try app.perform(AddItem.password(constraints: [.biometryCurrentSet]))
        try fixture.owner().perform(.remove(RunningFixture.face))
        #expect(throws: DeviceError.item(.notFound)) { try fixture.owner().perform(.remove(RunningFixture.face)) }
        #expect(throws: DeviceError.item(.notFound)) { try app.perform(FindItems.password(returning: .attributes)) }
        #expect(try fixture.status()?.templates == [other])
    }

    @Test("without a sensor, enrolling and reporting fail")
    func noSensor() throws {
        defer { try? fixture.running.stop() }
        let blind = try RunningFixture(biometry: .none)
        defer { try? blind.running.stop() }
        for request in [ControlRequest.enrol(RunningFixture.face), .see(.matched)] {
            #expect(throws: DeviceError.authentication(.biometryNotAvailable)) { try blind.owner().perform(request) }
        }
    }

    @Test("the sensor unlocks the lock screen, five failed matches lock it out, and the passcode resets it")
    func lockScreen() throws {
        defer { try? fixture.running.stop() }
        try fixture.setUp()
        let owner = try fixture.owner()
        try owner.perform(.lock)
        try owner.perform(.see(.matched))
        #expect(try fixture.status()?.phase == .unlocked)
        try owner.perform(.lock)
        for number in 1...5 {
            let failure: AuthenticationFailure = number == 5 ? .biometryLockout : .authenticationFailed
            #expect(throws: DeviceError.authentication(failure)) { try owner.perform(.see(.notMatched)) }
        }
        #expect(throws: DeviceError.authentication(.biometryLockout)) { try owner.perform(.see(.matched)) }
        #expect(try fixture.status()?.biometricFailures == 5)
        try owner.perform(.resetLockout(passcode: RunningFixture.passcode))
        try owner.perform(.see(.matched))
        #expect(try fixture.status()?.phase == .unlocked)
    }

    @Test("the status contains the delay of passcode attempts")
    func wait() throws {
        defer { try? fixture.running.stop() }
        try fixture.setUp()
        let owner = try fixture.owner()
        for _ in 1...5 { _ = try? owner.perform(.unlock(passcode: SecretBytes(utf8: "0"))) }
        #expect(try fixture.status()?.passcodeWait == 60)
        fixture.clock.advance(by: 59.5)
        #expect(try fixture.status()?.passcodeWait == 1)
    }

    @Test("an app is launched once, with the groups of the first launch")
    func launching() throws {
        defer { try? fixture.running.stop() }
        let owner = try fixture.owner()
        let first = try owner.perform(.launch(TestDevice.app))
        #expect(try owner.perform(.launch(TestDevice.app)) == first)
        let greedy = App(identifier: TestDevice.app.identifier, accessGroups: [TestDevice.group("TEAM.other")])
        #expect {
            try owner.perform(.launch(greedy))
        } throws: { error in
            if case DeviceError.badRequest = error { true } else { false }
        }
        #expect(try fixture.status()?.apps.map(\.app) == [TestDevice.app])
    }

    @Test("sockets identify the apps")
    func identity() throws {
        defer { try? fixture.running.stop() }
        try fixture.app().perform(AddItem.password())
        let other = try fixture.app(TestDevice.otherApp)
        #expect(throws: DeviceError.item(.notFound)) { try other.perform(FindItems.password()) }
        #expect(throws: DeviceError.item(.missingEntitlement)) {
            try other.perform(FindItems.password(group: TestDevice.app.identifier))
        }
    }

    @Test("malformed requests are rejected, and the connection stays open")
    func garbage() throws {
        defer { try? fixture.running.stop() }
        let raw = try UnixConnection(path: fixture.path)
        for bytes: [UInt8] in [[], [1], [1, 250], [9, 1], ControlRequest.status.message + [0], LinkGreeting(link: 1).message] {
            try raw.send(bytes)
            guard case .rejection(.badRequest) = try DeviceReply(message: try raw.receive()) else {
                Issue.record("\(bytes) was not rejected")
                continue
            }
        }
        try raw.send(ControlRequest.status.message)
        guard case .answer = try DeviceReply(message: try raw.receive()) else {
            Issue.record("the connection was closed")
            return
        }
    }

    @Test("a request while a response is pending closes the connection")
    func impatience() throws {
        defer { try? fixture.running.stop() }
        let raw = try UnixConnection(path: fixture.path)
        try raw.send(ControlRequest.nextPrompt.message)
        try raw.send(ControlRequest.status.message)
        #expect(throws: UnixConnection.Failure.closed) { try raw.receive() }
        #expect(try fixture.status() != nil)
    }

    @Test("an app's request is rejected on the control socket, and an owner's request on an app's socket")
    func confusion() throws {
        defer { try? fixture.running.stop() }
        #expect {
            try SocketLink(path: fixture.path).perform(ReadMechanisms())
        } throws: { error in
            if case DeviceError.badRequest = error { true } else { false }
        }
        let owner = try ControlLink(path: fixture.running.launch(TestDevice.app).socket)
        #expect {
            try owner.perform(.status)
        } throws: { error in
            if case DeviceError.unavailable = error { true } else { false }
        }
    }
}
