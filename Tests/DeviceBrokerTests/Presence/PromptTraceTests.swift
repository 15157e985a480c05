import DeviceProtocol
import Testing

@testable import DeviceBroker

@Suite("Traces of a prompt") struct PromptTraceTests {
    let device: TestDevice
    let link: BrokerLink

    init() throws {
        device = try TestDevice()
        link = device.link()
    }

    private func evaluate(_ policy: AuthenticationPolicy = .owner) throws {
        let context = try link.perform(OpenContext())
        _ = try link.perform(Evaluate(context: context, subject: .policy(policy), presentation: .reason("go on")))
    }

    @Test("each prompt of an evaluation adds one entry to the audit trail")
    func audit() throws {
        for report in [SensorReport.notMatched, .notMatched] { device.sensor.see(report) }
        device.person.will(.wait, .wait, .fallback, .enter("1111"), .enter(TestDevice.passcode))
        try evaluate()
        device.person.will(.cancel)
        #expect(throws: DeviceError.authentication(.userCancel)) { try evaluate() }
        let entries = try device.device.audit.entries(atMost: 10)
        #expect(
            entries.reversed().map(\.outcome)
                == ["not matched", "not matched", "fallback", "wrong passcode", "passcode", "cancelled; failed -2"])
        #expect(entries.count == device.person.prompts.count)
    }

    @Test("a failure without a prompt adds one entry to the audit trail")
    func unasked() throws {
        let device = try TestDevice(isEnrolled: false)
        let link = device.link()
        let context = try link.perform(OpenContext())
        #expect(throws: DeviceError.authentication(.biometryNotEnrolled)) {
            try link.perform(Evaluate(context: context, subject: .policy(.biometrics), presentation: .reason("go on")))
        }
        #expect(try device.device.audit.entries(atMost: 10).map(\.outcome) == ["failed -7"])
    }

    @Test("no handler remains registered after a prompt, so that no passcode is retained")
    func watches() throws {
        for _ in 1...5 {
            device.sensor.see(.notMatched)
            device.person.will(.wait, .fallback, .enter(TestDevice.passcode))
            try evaluate()
        }
        #expect(device.person.prompts.count == 15)
        #expect(device.device.state.locking.watchCount == 0)
    }

    private final class Secret: Sendable {}

    @Test("an inbox retains nothing, and accepts no further value")
    func inbox() {
        let inbox = Inbox<Secret>()
        weak var left: Secret?
        do {
            let secret = Secret()
            left = secret
            #expect(inbox.put(secret) && inbox.isFull)
            #expect(!inbox.put(Secret()))
            #expect(inbox.take() === secret)
        }
        #expect(left == nil && !inbox.isFull)
        #expect(!inbox.put(Secret()) && !inbox.isFull)
    }

    @Test("a handler is not called after its end")
    func endedWatch() {
        let cancellation = PromptCancellationToken()
        let called = Inbox<Int>()
        let first = cancellation.onCancel { called.put(1) }
        cancellation.onCancel { called.put(2) }
        first.end()
        #expect(cancellation.watchCount == 1)
        cancellation.cancel()
        #expect(called.take() == 2)
    }
}
