import DeviceProtocol
import GRDB
import Testing

@testable import DeviceBroker

@Suite("Keys with an app password", .timeLimit(.minutes(20))) struct KeyPasswordTests {
    let device: TestDevice
    let link: BrokerLink
    let digest: Octets32

    init() throws {
        device = try TestDevice()
        link = device.link()
        digest = try #require(Octets32([UInt8](repeating: 5, count: 32)))
    }

    private func use(_ password: String?, _ interface: AuthenticationUse.Interface = .fail) throws -> AuthenticationUse {
        let context = try link.perform(OpenContext())
        if let password { _ = try link.perform(SetCredential(context: context, password: Array(password.utf8))) }
        return AuthenticationUse(context: context, interface: interface)
    }

    private func request(_ constraints: Set<AccessConstraint>, isKept: Bool, _ password: String?) throws -> CreateKey {
        let control = try #require(
            AccessControl(
                accessibility: .whenUnlocked, constraints: constraints, isForPrivateKey: true, needsApplicationPassword: true))
        let item = isKept ? ItemPlace(attributes: ItemAttributes(), accessGroup: nil) : nil
        return CreateKey(accessControl: control, item: item, authentication: try use(password))
    }

    @Test("only the right app password makes a key usable", arguments: [true, false])
    func password(isKept: Bool) throws {
        #expect(throws: DeviceError.authentication(.notInteractive)) {
            try link.perform(request([], isKept: isKept, nil))
        }
        let key = try link.perform(try request([], isKept: isKept, "app-pass"))
        for (wrong, rejection) in [("another", DeviceError.item(.applicationPassword)), (nil, .authentication(.notInteractive))] {
            #expect(throws: rejection) {
                try link.perform(Sign(key: key.reference, digest: digest, authentication: use(wrong)))
            }
            #expect(throws: rejection) {
                try link.perform(Exchange(key: key.reference, peer: key.publicKey, authentication: use(wrong)))
            }
        }
        _ = try link.perform(Sign(key: key.reference, digest: digest, authentication: use("app-pass")))
        _ = try link.perform(Exchange(key: key.reference, peer: key.publicKey, authentication: use("app-pass")))
        #expect(device.person.prompts.isEmpty)
    }

    @Test("user presence is required too, and is checked first")
    func person() throws {
        let key = try link.perform(try request([.userPresence], isKept: true, "app-pass"))
        device.person.will(.cancel)
        #expect(throws: DeviceError.authentication(.userCancel)) {
            try link.perform(Sign(key: key.reference, digest: digest, authentication: use("another", .allow)))
        }
        device.sensor.see(.matched)
        device.person.will(.wait)
        _ = try link.perform(Sign(key: key.reference, digest: digest, authentication: use("app-pass", .allow)))
        device.sensor.see(.matched)
        device.person.will(.wait, .typePassword("app-pass"))
        _ = try link.perform(Sign(key: key.reference, digest: digest, authentication: use(nil, .allow)))
    }

    @Test("each key is stored with its own salt, and none without a password")
    func file() throws {
        _ = try link.perform(try request([], isKept: true, "app-pass"))
        let plain = AccessControl(accessibility: .whenUnlocked)
        _ = try link.perform(CreateKey(accessControl: plain, item: ItemPlace(attributes: ItemAttributes(), accessGroup: nil)))
        let salts = try device.device.keychain.read { connection in
            try Row.fetchAll(connection, sql: "SELECT length(key_salt) AS length FROM items ORDER BY number").map {
                $0["length"] as Int?
            }
        }
        #expect(salts == [16, nil])
    }
}
