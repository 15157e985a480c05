import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Consent to Face ID") struct FaceConsentTests {
    private func evaluate(
        _ policy: AuthenticationPolicy, _ device: TestDevice, as app: App = TestDevice.faceApp, mayInteract: Bool = true,
        unlockReuse: UInt16 = 0
    ) throws {
        let link = device.link(app)
        let context = try link.perform(OpenContext())
        _ = try link.perform(
            Evaluate(
                context: context, subject: .policy(policy), presentation: .reason("go on"), mayInteract: mayInteract,
                unlockReuse: unlockReuse))
    }

    private func preflight(_ policy: AuthenticationPolicy, _ device: TestDevice, as app: App = TestDevice.faceApp) throws {
        let link = device.link(app)
        _ = try link.perform(Preflight(context: link.perform(OpenContext()), subject: .policy(policy)))
    }

    private func questions(_ device: TestDevice) -> [Prompt.Question?] { device.person.prompts.map(\.question) }

    private static let asking = TestDevice.faceApp.faceUsage.map { Prompt.Question.faceConsent($0) }
    private static let rejected = DeviceError.authentication(.biometryNotAvailable)

    @Test("an app's first use of Face ID prompts for consent once, and not again after a restart")
    func given() throws {
        let files = try DeviceFiles()
        do {
            let device = try TestDevice(biometry: .face, files: files)
            try device.device.setPasscode(SecretBytes(utf8: TestDevice.passcode))
            try preflight(.biometrics, device)
            for _ in 1...2 { device.sensor.see(.matched) }
            device.person.will(.answerFace(isGranted: true), .wait, .wait)
            for _ in 1...2 { try evaluate(.biometrics, device) }
            #expect(questions(device) == [Self.asking, .biometry(.face), .biometry(.face)])
            #expect(try device.device.audit.entries(atMost: 9).map(\.outcome) == ["matched", "matched", "face allowed"])
        }
        let again = try TestDevice(biometry: .face, files: files)
        try again.unlock()
        again.sensor.see(.matched)
        again.person.will(.wait)
        try evaluate(.biometrics, again)
        #expect(questions(again) == [.biometry(.face)])
    }

    @Test("without consent, biometry is unavailable to the app, and the passcode still works")
    func rejected() throws {
        let device = try TestDevice(biometry: .face)
        device.person.will(.answerFace(isGranted: false), .enter(TestDevice.passcode))
        #expect(throws: Self.rejected) { try evaluate(.biometrics, device) }
        #expect(throws: Self.rejected) { try preflight(.biometrics, device) }
        try preflight(.owner, device)
        try evaluate(.owner, device)
        #expect(questions(device) == [Self.asking, .passcode])
        #expect(try device.link(TestDevice.faceApp).perform(ReadMechanisms()).isRejected)
        #expect(try device.device.presence.faceConsents() == [FaceConsent(app: TestDevice.faceApp.identifier, isGranted: false)])
        try device.device.presence.setFaceConsent(FaceConsent(app: TestDevice.faceApp.identifier, isGranted: true))
        device.sensor.see(.matched)
        device.person.will(.wait)
        try evaluate(.biometrics, device)
    }

    @Test("a denial during a question leads to the passcode if that is sufficient")
    func passcodeInstead() throws {
        let device = try TestDevice(biometry: .face)
        device.person.will(.answerFace(isGranted: false), .enter(TestDevice.passcode))
        try evaluate(.owner, device)
        #expect(questions(device) == [Self.asking, .passcode])
    }

    @Test("Face ID is unavailable without a prompt to an app without a usage description")
    func noUsage() throws {
        let device = try TestDevice(biometry: .face)
        #expect(throws: Self.rejected) { try preflight(.biometrics, device, as: TestDevice.app) }
        #expect(throws: Self.rejected) { try evaluate(.biometrics, device, as: TestDevice.app) }
        try device.device.presence.setFaceConsent(FaceConsent(app: TestDevice.app.identifier, isGranted: true))
        #expect(throws: Self.rejected) { try evaluate(.biometrics, device, as: TestDevice.app) }
        #expect(device.person.prompts.isEmpty)
    }

    @Test("an unanswered consent prompt is repeated at the next use")
    func unanswered() throws {
        let device = try TestDevice(biometry: .face)
        for _ in 1...2 {
            device.person.will(.cancel)
            #expect(throws: DeviceError.authentication(.userCancel)) { try evaluate(.biometrics, device) }
        }
        device.person.will(.then { device.device.lock() })
        #expect(throws: DeviceError.authentication(.systemCancel)) { try evaluate(.biometrics, device) }
        #expect(questions(device) == [Self.asking, Self.asking, Self.asking])
        #expect(try device.device.presence.faceConsents().isEmpty)
    }

    @Test("the consent prompt requires that prompts are allowed and that Face ID would be used next")
    func notAsked() throws {
        let device = try TestDevice(biometry: .face)
        #expect(throws: DeviceError.authentication(.notInteractive)) { try evaluate(.biometrics, device, mayInteract: false) }
        let bare = try TestDevice(biometry: .face, isEnrolled: false)
        bare.person.will(.enter(TestDevice.passcode))
        try evaluate(.owner, bare)
        let fingers = try TestDevice()
        fingers.sensor.see(.matched)
        fingers.person.will(.wait)
        try evaluate(.biometrics, fingers, as: TestDevice.app)
        #expect(device.person.prompts.isEmpty && questions(bare) == [.passcode] && questions(fingers) == [.biometry(.fingerprint)])
    }

    @Test("an unlock by face is not evidence for an app that may not use Face ID")
    func reuse() throws {
        let device = try TestDevice(biometry: .face)
        try device.device.presence.setFaceConsent(FaceConsent(app: TestDevice.faceApp.identifier, isGranted: true))
        device.device.lock()
        try device.device.unlock(sensor: .matched)
        try evaluate(.biometrics, device, unlockReuse: 60)
        let other = App(identifier: TestDevice.group("TEAM.com.example.other"), faceUsage: TestDevice.faceApp.faceUsage)
        device.person.will(.answerFace(isGranted: true))
        try evaluate(.biometrics, device, as: other, unlockReuse: 60)
        #expect(questions(device) == [Self.asking])
        #expect(throws: Self.rejected) { try evaluate(.biometrics, device, as: TestDevice.app, unlockReuse: 60) }
        #expect(device.person.prompts.count == 1)
    }

    @Test("the system's own operations use Face ID without the app's consent")
    func system() throws {
        let device = try TestDevice(biometry: .face)
        device.sensor.see(.matched)
        device.person.will(.wait)
        let inquiry = PresenceInquiry(
            caller: Caller(app: TestDevice.app, process: ProcessIdentity(processID: 1, userID: 1, startTime: 1)),
            purpose: .usePassword, presentation: .reason("fill in"), mayInteract: true)
        _ = try device.device.presence.obtain(.either, for: inquiry)
        #expect(questions(device) == [.biometry(.face)])
    }
}
