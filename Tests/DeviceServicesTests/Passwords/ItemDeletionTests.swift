import DeviceBroker
import DeviceProtocol
import DeviceServices
import Testing

@testable import DeviceSimulator

@Suite("A deleted item on the devices of an account, after a restart") struct ItemDeletionTests {
    enum Kind: CaseIterable {
        case passkey
        case code
        case appItem
    }

    private let bench = PasswordBench()

    @Test(
        "is deleted on a device that was locked then, whichever device is unlocked first", arguments: Kind.allCases, [true, false])
    func locked(kind: Kind, isPhoneFirst: Bool) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.add(kind)
        tablet.lock()
        try phone.delete(kind)
        try restart(phone, tablet, unlocking: isPhoneFirst ? [phone, tablet] : [tablet, phone])
        for device in [phone, tablet] { #expect(try !device.has(kind)) }
    }

    @Test("is deleted on the others if the process was killed before they learned of it", arguments: Kind.allCases)
    func killed(kind: Kind) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.add(kind)
        phone.isOnline = false
        try phone.delete(kind)
        try restart(phone, tablet, unlocking: [tablet, phone])
        phone.isOnline = true
        for device in [phone, tablet] { #expect(try !device.has(kind)) }
    }

    @Test("remains if it was created again", arguments: Kind.allCases, [true, false])
    func createdAgain(kind: Kind, isLocked: Bool) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.add(kind)
        if isLocked { tablet.lock() }
        try phone.delete(kind)
        for device in [phone, tablet] { device.clock.advance(by: .seconds(1)) }
        if !isLocked { phone.lock() }
        try (isLocked ? phone : tablet).add(kind)
        try restart(phone, tablet, unlocking: [phone, tablet])
        for device in [phone, tablet] { #expect(try device.has(kind)) }
    }

    @Test("remains if another device changed it meanwhile", arguments: Kind.allCases)
    func changed(kind: Kind) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.add(kind)
        tablet.isOnline = false
        try phone.delete(kind)
        tablet.clock.advance(by: .seconds(1))
        try tablet.change(kind)
        try restart(phone, tablet, unlocking: [phone, tablet])
        tablet.isOnline = true
        for device in [phone, tablet] { #expect(try device.has(kind)) }
    }

    @Test("is restored by a device that was away for more than 90 days", arguments: [(89, false), (91, true)])
    func away(days: Int, isRestored: Bool) throws {
        let (phone, tablet) = (try bench.device(), try bench.device())
        try phone.add(.passkey)
        tablet.lock()
        try phone.delete(.passkey)
        for device in [phone, tablet] { device.clock.advance(by: PasswordBench.day * days) }
        try restart(phone, tablet, unlocking: [phone, tablet])
        for device in [phone, tablet] { #expect(try device.has(.passkey) == isRestored) }
    }

    @Test("remains on the devices of an account that its device signs in to later")
    func otherAccount() throws {
        let (phone, other) = (try bench.device(), try bench.device(account: "bert"))
        try phone.add(.appItem)
        try other.add(.appItem)
        try phone.signOutOfAppleAccount()
        try phone.delete(.appItem)
        try phone.signIn(toAppleAccount: "bert", service: "http://127.0.0.1:9")
        for device in [phone, other] { #expect(try device.has(.appItem)) }
    }

    /// Joins a new circle, as the devices do at a start, and unlocks them in order.
    private func restart(_ phone: DeviceSimulator, _ tablet: DeviceSimulator, unlocking devices: [DeviceSimulator]) throws {
        let circle = KeychainCircle()
        for device in [phone, tablet] {
            device.lock()
            device.join(circle)
        }
        for device in devices { try device.unlock(passcode: "2468") }
    }
}

extension DeviceSimulator {
    fileprivate func add(_ kind: ItemDeletionTests.Kind) throws {
        try link(kind).perform(
            AddItem(
                itemClass: .genericPassword, attributes: attributes(kind),
                accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true, data: [1]))
        services.passwords.synchronize()
    }

    fileprivate func change(_ kind: ItemDeletionTests.Kind) throws {
        try link(kind).perform(UpdateItems(query: query(kind), changes: ItemChanges(data: [2])))
        services.passwords.synchronize()
    }

    fileprivate func delete(_ kind: ItemDeletionTests.Kind) throws {
        try link(kind).perform(DeleteItems(query: query(kind)))
        services.passwords.synchronize()
    }

    fileprivate func has(_ kind: ItemDeletionTests.Kind) throws -> Bool {
        do throws(DeviceError) {
            return try !link(kind).find(FindItems(query: query(kind), returning: .data)).isEmpty
        } catch {
            guard error == .item(.notFound) else { throw error }
            return false
        }
    }

    private func query(_ kind: ItemDeletionTests.Kind) -> ItemQuery {
        ItemQuery(itemClass: .genericPassword, attributes: attributes(kind), synchronization: .synchronized)
    }

    /// The attributes of the items as the device and apps write them.
    private func attributes(_ kind: ItemDeletionTests.Kind) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.account, .text("jane"))
        switch kind {
        case .passkey:
            attributes.set(.service, .text("example.com"))
            attributes.set(.description, .text("Passkey"))
        case .code:
            attributes.set(.service, .text("verification code example.com"))
            attributes.set(.description, .text("Verification Code"))
        case .appItem: attributes.set(.service, .text("com.example.app"))
        }
        return attributes
    }

    private func link(_ kind: ItemDeletionTests.Kind) -> any DeviceLink {
        switch kind {
        case .passkey, .code: BrokerLink.system(device.broker)
        case .appItem: ownLink
        }
    }
}
