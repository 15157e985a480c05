import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Keys and the lock") struct KeyLockTests {
    /// The places of a key.
    enum Place: String, CaseIterable, Sendable {
        case item, sealed, right
    }

    let device: TestDevice
    let link: BrokerLink
    let digest: Octets32

    init() throws {
        device = try TestDevice()
        link = device.link()
        digest = try #require(Octets32([UInt8](repeating: 5, count: 32)))
    }

    private func key(_ place: Place, _ accessibility: Accessibility) throws -> KeyReference {
        if place == .right {
            let identifier = try #require(RightIdentifier(rawValue: "sign-in"))
            _ = try link.perform(SaveRight(identifier: identifier, requirement: .userPresence, secret: [1, 2, 3]))
            return .right(identifier)
        }
        let control = try #require(AccessControl(accessibility: accessibility, constraints: [], isForPrivateKey: true))
        let item = place == .item ? ItemPlace(attributes: ItemAttributes(), accessGroup: nil) : nil
        return try link.perform(CreateKey(accessControl: control, item: item)).reference
    }

    private func authorized(_ key: KeyReference) throws -> AuthenticationUse {
        guard case .right(let identifier) = key else { return AuthenticationUse() }
        let context = try link.perform(OpenContext())
        device.sensor.see(.matched)
        device.person.will(.wait)
        _ = try link.perform(Evaluate(context: context, subject: .right(identifier), presentation: .reason("sign in")))
        return AuthenticationUse(context: context)
    }

    @Test("keys are unusable while their class is closed, with any evidence", arguments: Place.allCases)
    func closed(place: Place) throws {
        let key = try key(place, .whenUnlocked)
        let use = try authorized(key)
        let sign = Sign(key: key, digest: digest, authentication: use)
        let exchange = Exchange(key: key, peer: try publicKey(), authentication: use)
        _ = try link.perform(sign)
        device.device.lock()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try link.perform(sign) }
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try link.perform(exchange) }
        if case .right(let identifier) = key, let context = use.context {
            #expect(throws: DeviceError.item(.interactionNotAllowed)) {
                try link.perform(ReadRightSecret(identifier: identifier, context: context))
            }
        }
        try device.unlock()
        _ = try link.perform(sign)
        _ = try link.perform(exchange)
    }

    @Test("keys of the class after first unlock work while the device is locked, but not before", arguments: [Place.item, .sealed])
    func firstUnlock(place: Place) throws {
        let sign = Sign(key: try key(place, .afterFirstUnlock), digest: digest)
        device.device.lock()
        _ = try link.perform(sign)
        try device.device.restart()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try link.perform(sign) }
        try device.unlock()
        _ = try link.perform(sign)
    }

    @Test("keys are not created for a closed class", arguments: Place.allCases)
    func making(place: Place) throws {
        device.device.lock()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try key(place, .whenUnlocked) }
        if place != .right { #expect(throws: Never.self) { try key(place, .afterFirstUnlock) } }
    }

    @Test("removing the passcode permanently removes keys that require one", arguments: [Place.item, .sealed])
    func passcode(place: Place) throws {
        let sign = Sign(key: try key(place, .whenPasscodeSetThisDeviceOnly), digest: digest)
        _ = try link.perform(sign)
        try device.device.removePasscode(SecretBytes(utf8: TestDevice.passcode))
        #expect(throws: DeviceError.self) { try link.perform(sign) }
        #expect(throws: DeviceError.item(.passcodeNotSet)) { try key(place, .whenPasscodeSetThisDeviceOnly) }
        try device.device.setPasscode(SecretBytes(utf8: "1357"))
        #expect(throws: DeviceError.self) { try link.perform(sign) }
    }

    private func publicKey() throws -> P256PublicKey {
        let control = AccessControl(accessibility: .always)
        return try link.perform(CreateKey(accessControl: control, item: nil)).publicKey
    }
}
