import DeviceProtocol
import Testing

@testable import DeviceBroker

@Suite("Saved rights") struct RightTests {
    let device: TestDevice
    let link: BrokerLink
    let identifier: RightIdentifier

    init() throws {
        device = try TestDevice()
        link = device.link()
        identifier = try #require(RightIdentifier(rawValue: "sign-in"))
    }

    @Test("a saved right is returned unchanged, and cannot be saved again")
    func saving() throws {
        let saved = try link.perform(SaveRight(identifier: identifier, requirement: .biometry, secret: [1, 2, 3]))
        #expect(try link.perform(ReadRight(identifier: identifier)) == saved)
        #expect(throws: DeviceError.item(.duplicate)) {
            try link.perform(SaveRight(identifier: identifier, requirement: .userPresence, secret: nil))
        }
        #expect(throws: DeviceError.item(.notFound)) {
            try device.link(TestDevice.otherApp).perform(ReadRight(identifier: identifier))
        }
    }

    @Test("the secret and key of a right require an authorized context, and never prompt")
    func authorization() throws {
        _ = try link.perform(SaveRight(identifier: identifier, requirement: .userPresence, secret: [1, 2, 3]))
        let context = try link.perform(OpenContext())
        let digest = try #require(Octets32([UInt8](repeating: 5, count: 32)))
        let sign = Sign(key: .right(identifier), digest: digest, authentication: AuthenticationUse(context: context))
        #expect(throws: DeviceError.authentication(.notInteractive)) { try link.perform(sign) }
        #expect(throws: DeviceError.authentication(.notInteractive)) {
            try link.perform(ReadRightSecret(identifier: identifier, context: context))
        }
        #expect(device.person.prompts.isEmpty)
        device.sensor.see(.matched)
        device.person.will(.wait)
        _ = try link.perform(Evaluate(context: context, subject: .right(identifier), presentation: .reason("sign in")))
        _ = try link.perform(sign)
        #expect(try link.perform(ReadRightSecret(identifier: identifier, context: context)).bytes == [1, 2, 3])
        #expect(device.person.prompts.map(\.purpose) == [.authorizeRight])
    }

    @Test("rights are removed one by one, or all of an app together")
    func removal() throws {
        let second = try #require(RightIdentifier(rawValue: "second"))
        let other = device.link(TestDevice.otherApp)
        for right in [identifier, second] {
            _ = try link.perform(SaveRight(identifier: right, requirement: .userPresence, secret: nil))
        }
        _ = try other.perform(SaveRight(identifier: identifier, requirement: .userPresence, secret: nil))
        _ = try link.perform(RemoveRight(identifier: identifier))
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(RemoveRight(identifier: identifier)) }
        _ = try link.perform(RemoveAllRights())
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(ReadRight(identifier: second)) }
        #expect(try other.perform(ReadRight(identifier: identifier)).requirement == .userPresence)
    }

    @Test("enrolling a face removes rights that are bound to the current set")
    func enrolment() throws {
        _ = try link.perform(SaveRight(identifier: identifier, requirement: .biometryCurrentSet, secret: [1]))
        try device.device.enrolmentChanged()
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(ReadRight(identifier: identifier)) }
    }
}
