import DeviceProtocol
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

/// One message of each kind between a broker and its owner, with the result of decoding and encoding it again.
struct ControlSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Returns the bytes of the decoded message. Throws the errors of decoding.
    let rewritten: @Sendable ([UInt8]) throws -> [UInt8]

    private init<Value: WireValue & Sendable>(_ name: String, _ value: Value) {
        testDescription = name
        bytes = value.message
        rewritten = { try Value(message: $0).message }
    }

    static let all: [ControlSample] = requests + answers

    private static let requests: [ControlSample] = [
        ControlSample("status", ControlRequest.status),
        ControlSample("set passcode", ControlRequest.setPasscode(passcode)),
        ControlSample("change passcode", ControlRequest.changePasscode(from: passcode, to: SecretBytes([]))),
        ControlSample("remove passcode", ControlRequest.removePasscode(passcode)),
        ControlSample("enrol", ControlRequest.enrol(face)),
        ControlSample("remove", ControlRequest.remove(face)),
        ControlSample("lock", ControlRequest.lock),
        ControlSample("unlock", ControlRequest.unlock(passcode: passcode)),
        ControlSample("see", ControlRequest.see(.notMatched)),
        ControlSample("restart", ControlRequest.restart),
        ControlSample("reset lock-out", ControlRequest.resetLockout(passcode: passcode)),
        ControlSample("launch", ControlRequest.launch(TestDevice.app)),
        ControlSample("launch with a face", ControlRequest.launch(TestDevice.faceApp)),
        ControlSample("which apps may use the face", ControlRequest.faceConsents),
        ControlSample("that an app may not", ControlRequest.setFaceConsent(FaceConsent(app: group, isGranted: false))),
        ControlSample("answer whether an app may", ControlRequest.answerPrompt(7, .faceConsent(isGranted: true))),
        ControlSample("uninstall", ControlRequest.uninstall(group)),
        ControlSample("the attestation key", ControlRequest.attestationKey),
        ControlSample("next prompt", ControlRequest.nextPrompt),
        ControlSample("watch prompt", ControlRequest.watchPrompt(7)),
        ControlSample("answer by passcode", ControlRequest.answerPrompt(7, .passcode(passcode))),
        ControlSample("answer by fallback", ControlRequest.answerPrompt(7, .fallback)),
        ControlSample(
            "answer by the app's password", ControlRequest.answerPrompt(7, .applicationPassword(SecretBytes(utf8: "typed")))),
        ControlSample("answer by cancelling", ControlRequest.answerPrompt(7, .cancel)),
        ControlSample("answer by the sensor", ControlRequest.answerPrompt(.max, .sensor(.matched))),
        ControlSample("audit", ControlRequest.audit(limit: 10)),
    ]

    private static let answers: [ControlSample] = [
        ControlSample("done", ControlAnswer.done),
        ControlSample("status", ControlAnswer.status(status)),
        ControlSample("launched", ControlAnswer.launched(launched)),
        ControlSample("prompt", ControlAnswer.prompt(prompt(.biometry(.fingerprint)))),
        ControlSample("prompt for the passcode", ControlAnswer.prompt(prompt(.passcode))),
        ControlSample("prompt for the face", ControlAnswer.prompt(prompt(.faceConsent(made(FaceUsage(rawValue: "why")))))),
        ControlSample("prompt about a password", ControlAnswer.prompt(prompt(.passcode, credential))),
        ControlSample("consents", ControlAnswer.faceConsents([FaceConsent(app: group, isGranted: true)])),
        ControlSample("prompt over", ControlAnswer.promptOver),
        ControlSample("attestation key", ControlAnswer.attestationKey(made(AttestationKeyName([0, 0x0B] + [UInt8](0..<32))))),
        ControlSample(
            "audit",
            ControlAnswer.audit([
                AuditEntry(number: 1, date: 1.5, app: group, processID: 2, purpose: .sign, outcome: "used"),
                AuditEntry(number: 2, date: 0, app: group, processID: -1, purpose: .readItem, outcome: "failed -2"),
            ])),
    ]

    private static let passcode = SecretBytes(utf8: "2468")
    private static let face = made(TemplateName(rawValue: "gesicht ü"))
    private static let group = TestDevice.group("TEAM.app")
    private static let launched = LaunchedApp(app: TestDevice.app, socket: "/run/device/app-1.sock")
    private static let status = DeviceStatus(
        phase: .locked,
        mechanisms: Mechanisms(
            biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: true, biometricState: Octets32([UInt8](0..<32))),
        templates: [face], biometricFailures: 3, passcodeWait: 60, enclave: "software", isHardwareBacked: false, apps: [launched],
        sensorObstacle: "busy", brokerHardening: .broker, enclaveHardening: .enclave)

    private static let credential = PromptCredential(
        account: "alice", site: made(SharedCredentialSite(rawValue: "example.com")))

    private static func prompt(_ question: Prompt.Question, _ credential: PromptCredential? = nil) -> PromptText {
        PromptText(
            number: 1, app: group, processID: 42, purpose: .authorizeRight, question: question,
            presentation: .reason("to \u{1B}[2J"), credential: credential,
            isRepeated: true, isSensorReal: question == .passcode)
    }

    private static func made<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("invalid sample in a test") }
        return value
    }
}

@Suite("Messages between a broker and its owner") struct ControlWireTests {
    @Test("decoding and encoding reproduces the bytes", arguments: ControlSample.all)
    func roundTrip(sample: ControlSample) throws {
        #expect(try sample.rewritten(sample.bytes) == sample.bytes)
    }

    @Test("truncated and extended messages are rejected", arguments: ControlSample.all)
    func length(sample: ControlSample) {
        for length in 0..<sample.bytes.count {
            #expect(throws: WireError.self) { try sample.rewritten(Array(sample.bytes.prefix(length))) }
        }
        #expect(throws: WireError(.trailingBytes, at: sample.bytes.count)) { try sample.rewritten(sample.bytes + [0]) }
    }

    @Test("a message with any byte changed is rejected or reproduced", arguments: ControlSample.all)
    func mutations(sample: ControlSample) {
        for position in sample.bytes.indices {
            for change in [1, 0x80, 0xFF, 0x55] as [UInt8] {
                var bytes = sample.bytes
                bytes[position] ^= change
                if let rewritten = try? sample.rewritten(bytes) { #expect(rewritten == bytes, "byte \(position)") }
            }
        }
    }

    @Test("random bytes are rejected or reproduced", arguments: ControlSample.all)
    func randomBytes(sample: ControlSample) {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let bytes =
                [ControlRequest.version]
                + (0..<Int.random(in: 0..<120, using: &random)).map { _ in UInt8.random(in: 0...18, using: &random) }
            if let rewritten = try? sample.rewritten(bytes) { #expect(rewritten == bytes) }
        }
    }

    @Test("another version is rejected")
    func version() {
        var bytes = ControlRequest.status.message
        #expect(throws: Never.self) { try ControlRequest(message: bytes) }
        bytes[0] += 1
        #expect(throws: WireError(.unknownValue, at: 0)) { try ControlRequest(message: bytes) }
    }

    @Test("an overlong passcode, name or list is rejected")
    func limits() {
        func unlocking(_ length: Int) -> [UInt8] {
            ControlRequest.unlock(passcode: SecretBytes([UInt8](repeating: 48, count: length))).message
        }
        #expect(throws: Never.self) { try ControlRequest(message: unlocking(PasscodeKeeper.maximumLength)) }
        #expect(throws: WireError(.tooLong, at: 2)) { try ControlRequest(message: unlocking(PasscodeKeeper.maximumLength + 1)) }
        #expect(TemplateName(rawValue: String(repeating: "f", count: TemplateName.maximumLength)) != nil)
        #expect(TemplateName(rawValue: String(repeating: "f", count: TemplateName.maximumLength + 1)) == nil)
        #expect(TemplateName(rawValue: "") == nil)
    }

    @Test("hardening measures are encoded once each, in order")
    func measures() throws {
        #expect(throws: WireError.self) { try read(measures: [2, 1]) }
        #expect(throws: WireError.self) { try read(measures: [1, 1]) }
        #expect(throws: WireError.self) { try read(measures: [5]) }
        #expect(try read(measures: [1, 2]) == [.notTraceable, .noCoreFile])
    }

    private func read(measures: [UInt8]) throws -> Set<HardeningMeasure> {
        var writer = WireWriter()
        writer.list(measures) { $0.number($1) }
        return try Measures(message: writer.bytes).set
    }

    private struct Measures: WireRecord {
        let set: Set<HardeningMeasure>

        static let wire = WireForm(Self.init, .field(\.set, .hardening))
    }

    @Test("an app's groups are encoded once each, in order")
    func groups() throws {
        func launching(_ groups: [String]) -> ControlRequest {
            .launch(App(identifier: TestDevice.group("a"), accessGroups: groups.map(TestDevice.group)))
        }
        for groups in [["b", "c"], ["a", "b"], ["b", "a", "c"], []] {
            #expect(try ControlRequest(message: launching(groups).message).message == launching(groups).message)
        }
        #expect(throws: WireError(.rejectedValue, at: 2)) { try ControlRequest(message: launching(["b", "b"]).message) }
        #expect(throws: WireError(.rejectedValue, at: 2)) { try ControlRequest(message: launching(["a", "a"]).message) }
        var own = launching(["b"]).message
        own[own.count - 3] = UInt8(ascii: "a")
        #expect(throws: WireError(.rejectedValue, at: 2)) { try ControlRequest(message: own) }
    }

    @Test("descriptions contain no passcode")
    func redaction() {
        for request in [
            ControlRequest.setPasscode(SecretBytes(utf8: "hush")), .unlock(passcode: SecretBytes(utf8: "hush")),
            .answerPrompt(1, .passcode(SecretBytes(utf8: "hush"))),
        ] {
            var dumped = ""
            dump(request, to: &dumped)
            #expect(!"\(request)\(String(reflecting: request))\(dumped)".contains("hush"))
        }
    }
}
