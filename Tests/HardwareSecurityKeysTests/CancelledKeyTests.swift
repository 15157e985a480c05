import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Testing

@testable import HardwareSecurityKeys

@Suite("Keys that ignore a cancellation", .timeLimit(.minutes(10))) struct CancelledKeyTests {
    private static let fewAttempts = HardwareSecurityKey.CancellationAttempts(count: 2, interval: .milliseconds(1))

    @Test("a key that is silent or ignores the cancellation holds neither its request nor the next one", arguments: [true, false])
    func ignored(isSilent: Bool) throws {
        let key = TransportKey()
        key.behaviour.waits = true
        key.behaviour.ignoresCancellation = true
        key.behaviour.isSilent = isSilent
        let cancellation = PromptCancellationToken()
        key.behaviour.whenWaiting = { cancellation.cancel() }
        var parts = key.parts
        parts.cancellation = Self.fewAttempts
        let hardware = HardwareSecurityKey(.only, parts: parts)
        let order = try key.order()
        #expect(rejection { _ = try hardware.sign(order, pin: nil, until: cancellation) } == .cancelled)
        // The thread of the first request still waits for the key.
        key.behaviour.waits = false
        key.behaviour.isSilent = false
        #expect(rejection { _ = try hardware.sign(order, pin: nil, until: PromptCancellationToken()) } == .noCredential)
        key.remove()
    }

    @Test("a key that sends keepalives without end does not hold a cancelled request")
    func flooding() throws {
        let cancellation = PromptCancellationToken()
        let key = FloodingKey { cancellation.cancel() }
        let parts = HardwareSecurityKey.Parts(
            connected: { [path = key.path] in [path] }, prepare: { FloodingKey.replaceFiles(of: $0) },
            cancellation: Self.fewAttempts)
        let order = try TransportKey().order()
        #expect(
            rejection { _ = try HardwareSecurityKey(.only, parts: parts).sign(order, pin: nil, until: cancellation) } == .cancelled)
        key.remove()
    }

    @Test("after a cancellation, the second command of a request is not sent")
    func secondCommand() {
        let key = TransportKey()
        key.behaviour.options["rk"] = false
        let cancellation = PromptCancellationToken()
        key.behaviour.response = { command, response in
            if command == .makeCredential { cancellation.cancel() }
            return response
        }
        #expect(rejection { _ = try key.create(residentKey: .preferred, until: cancellation) } == .cancelled)
        #expect(key.names.isEmpty)
    }
}
