import DeviceBroker
import DeviceProtocol
import DeviceSimulator
import Testing

@testable import DeviceServices

@Suite("A request to the system") struct SystemRequestTests {
    @Test("is rejected on a device without system services, and answered with them")
    func withoutServices() throws {
        let device = try DeviceSimulator()
        let context = try device.link.perform(OpenContext())
        #expect(try device.link.perform(ReadIdentityStore(context: context)).isEnabled == false)
        device.detachServices()
        #expect(throws: DeviceError.unavailable("the device has no services for this request")) {
            try device.link.perform(ReadIdentityStore(context: context))
        }
        // The broker's own requests still work.
        #expect(throws: Never.self) { try device.link.perform(ReadMechanisms()) }
    }

    @Test("requires an open context of the same process")
    func contexts() throws {
        let device = try DeviceSimulator()
        let context = try device.link.perform(OpenContext())
        try device.link.perform(CloseContext(context: context))
        #expect(throws: DeviceError.authentication(.invalidContext)) {
            try device.link.perform(ReadIdentityStore(context: context))
        }
        let other = try DeviceSimulator()
        let foreign = try other.link.perform(OpenContext())
        #expect(throws: DeviceError.authentication(.invalidContext)) {
            try device.link.perform(ReadIdentityStore(context: foreign))
        }
    }

    @Test(
        "is rejected if its bytes are truncated or followed by others",
        arguments: [RequestKind.performAuthorization, .openWebAuthentication])
    func bytes(kind: RequestKind) throws {
        let device = try DeviceSimulator()
        let context = try device.link.perform(OpenContext())
        var whole = WireWriter()
        whole.number(RequestMessage.version)
        whole.value(kind)
        if kind == .performAuthorization {
            whole.value(PerformAuthorization(context: context, subjects: [.password]))
        } else {
            whole.value(
                OpenWebAuthentication(
                    context: context, address: "https://example.com", callback: .customScheme("x"), isEphemeral: true))
        }
        for length in 2..<whole.bytes.count {
            #expect(try Self.isBadRequest(device.link.exchange(Array(whole.bytes.prefix(length)))), "\(length)")
        }
        #expect(try Self.isBadRequest(device.link.exchange(whole.bytes + [0])))
        #expect(try !Self.isBadRequest(device.link.exchange(whole.bytes)))
    }

    private static func isBadRequest(_ reply: [UInt8]) throws -> Bool {
        if case .rejection(.badRequest) = try DeviceReply(message: reply) { true } else { false }
    }
}
