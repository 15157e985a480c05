import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Large keychains", .timeLimit(.minutes(20))) struct KeychainSizeTests {
    let device: TestDevice
    let link: BrokerLink
    private static let length = 700_000
    private static let count = 9

    init() throws {
        device = try TestDevice(quota: KeychainQuota(items: 10, bytes: 8 << 20))
        link = device.link()
    }

    private func value(_ number: Int) -> String { String(repeating: "\(number % 10)", count: Self.length) }

    private func fill(_ constraints: Set<AccessConstraint> = []) throws {
        for number in 0..<Self.count {
            try link.perform(AddItem.password("\(number)", data: value(number), constraints: constraints))
        }
    }

    private func everything(after mark: FoundItems.Mark? = nil, _ use: AuthenticationUse = AuthenticationUse()) -> FindItems {
        FindItems(query: .passwords(), limit: 1_000, returning: .data, authentication: use, after: mark)
    }

    @Test("all items are returned in the order in which they were added, in several responses")
    func parts() throws {
        try fill()
        let first = try link.perform(everything())
        #expect(first.items.count == 1 && first.mark != nil)
        let second = try link.perform(everything(after: first.mark))
        #expect(second.items.map(\.data) == [Array(value(1).utf8)])
        #expect(try link.find(everything()).map(\.data) == (0..<Self.count).map { Array(value($0).utf8) })
        #expect(try link.find(FindItems(query: .passwords(), limit: 4, returning: .data)).count == 4)
        // Without values, one response is sufficient.
        let named = try link.perform(FindItems(query: .passwords(), limit: 1_000, returning: .attributes))
        #expect(named.items.count == Self.count && named.mark == nil)
    }

    @Test("one prompt is sufficient for several responses")
    func asked() throws {
        try fill([.userPresence])
        device.sensor.see(.matched)
        device.person.will(.wait)
        #expect(try link.find(everything()).count == Self.count)
        #expect(device.person.prompts.count == 1)
    }

    @Test("a query continues after deletions, and a mark of another app or an invented one is rejected")
    func marks() throws {
        try fill()
        let first = try link.perform(everything())
        let mark = try #require(first.mark)
        try link.perform(DeleteItems(query: .passwords("0")))
        #expect(try link.perform(everything(after: mark)).items.map(\.data) == [Array(value(1).utf8)])
        for (caller, mark) in [(device.link(TestDevice.otherApp), mark), (link, FoundItems.Mark([1, 2, 3]))] {
            #expect(throws: DeviceError.badRequest("the mark is invalid for this app")) {
                try caller.perform(everything(after: mark))
            }
        }
        for number in 1..<Self.count { try link.perform(DeleteItems(query: .passwords("\(number)"))) }
        #expect(try link.perform(everything(after: mark)) == FoundItems([]))
    }

    @Test("the number of a group's items and rights is limited, and deletion frees space")
    func items() throws {
        for number in 0..<8 { try link.perform(AddItem.password("\(number)")) }
        let right = try #require(RightIdentifier(rawValue: "a"))
        try link.perform(SaveRight(identifier: right, requirement: .biometry, secret: nil))
        try link.perform(AddItem.password("8"))
        #expect(throws: DeviceError.item(.quotaExceeded)) { try link.perform(AddItem.password("9")) }
        let other = try #require(RightIdentifier(rawValue: "b"))
        #expect(throws: DeviceError.item(.quotaExceeded)) {
            try link.perform(SaveRight(identifier: other, requirement: .biometry, secret: nil))
        }
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems.password("9")) }
        // Another group has its own limit.
        try device.link(TestDevice.otherApp).perform(AddItem.password("9"))
        try link.perform(RemoveRight(identifier: right))
        try link.perform(AddItem.password("9"))
    }

    private static func attributes(_ account: String, generic length: Int) -> ItemAttributes {
        var attributes = ItemAttributes.account(account, service: "notes")
        attributes.set(.generic, .data(Array(repeating: 1, count: length)))
        return attributes
    }

    private static func item(_ account: String, generic length: Int) -> AddItem {
        AddItem(
            itemClass: .genericPassword, attributes: attributes(account, generic: length),
            accessControl: AccessControl(accessibility: .whenUnlocked), data: nil)
    }

    @Test("attributes count in the size of a group, also when they grow")
    func attributes() throws {
        let device = try TestDevice(quota: KeychainQuota(items: 100, bytes: 2 << 20))
        let link = device.link()
        for number in 0..<2 { try link.perform(Self.item("\(number)", generic: 750_000)) }
        #expect(throws: DeviceError.item(.quotaExceeded)) { try link.perform(Self.item("2", generic: 750_000)) }
        try link.perform(Self.item("2", generic: 1))
        let growth = UpdateItems(
            query: .passwords("2"), changes: ItemChanges(attributes: Self.attributes("2", generic: 750_000)))
        #expect(throws: DeviceError.item(.quotaExceeded)) { try link.perform(growth) }
        try link.perform(DeleteItems(query: .passwords("0")))
        try link.perform(growth)
        // One after the other, because each fills most of a response.
        let found = try link.find(FindItems(query: .passwords(), limit: 10, returning: .attributes))
        let wanted = Self.attributes("2", generic: 750_000)
        #expect(found.map { $0.description?.attributes[.generic] } == [wanted[.generic], wanted[.generic]])
        let query = ItemQuery(itemClass: .genericPassword, attributes: wanted)
        #expect(try link.find(FindItems(query: query, limit: 10, returning: .attributes)).count == 1)
        try link.perform(DeleteItems(query: .passwords()))
        for number in 0..<2 { try link.perform(Self.item("\(number)", generic: 750_000)) }
    }

    @Test("the attributes of one item are limited, however it is stored")
    func longAttributes() throws {
        let broker = device.device.broker
        let group = try #require(TestDevice.app.accessGroups.first)
        func synchronized(_ length: Int) -> SynchronizedItem {
            SynchronizedItem(
                itemClass: .genericPassword,
                description: ItemDescription(
                    attributes: Self.attributes("b", generic: length), accessGroup: group,
                    accessControl: AccessControl(accessibility: .whenUnlocked), isSynchronized: true), data: nil)
        }
        try link.perform(Self.item("a", generic: 1))
        try broker.put(synchronized(1))
        #expect(throws: DeviceError.item(.tooLarge)) { try link.perform(Self.item("c", generic: 800_000)) }
        #expect(throws: DeviceError.item(.tooLarge)) { try link.perform(AddItems([Self.item("c", generic: 800_000)])) }
        let update = UpdateItems(query: .passwords("a"), changes: ItemChanges(attributes: Self.attributes("a", generic: 800_000)))
        #expect(throws: DeviceError.item(.tooLarge)) { try link.perform(update) }
        #expect(throws: DeviceError.item(.tooLarge)) { try broker.put(synchronized(800_000)) }
        try link.perform(DeleteItems(query: ItemQuery(itemClass: .genericPassword, synchronization: .either)))
        #expect(throws: DeviceError.item(.tooLarge)) { try broker.put(synchronized(800_000)) }
        #expect(throws: DeviceError.item(.notFound)) {
            try link.perform(
                FindItems(query: ItemQuery(itemClass: .genericPassword, synchronization: .either), returning: .attributes))
        }
        // The attributes of the longest certificate fit.
        try link.perform(Self.item("a", generic: 3 * (256 << 10) - 1_024))
    }

    @Test("the size of a group's values is limited, also when an item grows")
    func bytes() throws {
        for number in 0..<2 { try link.perform(AddItem.password("\(number)", data: String(repeating: "x", count: 3 << 20))) }
        let long = Array(repeating: UInt8(1), count: 3 << 20)
        #expect(throws: DeviceError.item(.quotaExceeded)) {
            try link.perform(AddItem.password("2", data: String(repeating: "x", count: 3 << 20)))
        }
        try link.perform(AddItem.password("2", data: "short"))
        #expect(throws: DeviceError.item(.quotaExceeded)) {
            try link.perform(UpdateItems(query: .passwords("2"), changes: ItemChanges(data: long)))
        }
        #expect(try link.perform(FindItems.password("2")).items.first?.data == Array("short".utf8))
        try link.perform(DeleteItems(query: .passwords("0")))
        try link.perform(UpdateItems(query: .passwords("2"), changes: ItemChanges(data: long)))
        // A change of more items than fit into memory is rejected as a whole.
        let roomy = try TestDevice(quota: KeychainQuota(items: 100, bytes: 1 << 30))
        for number in 0..<11 { try roomy.link().perform(AddItem.password("\(number)")) }
        #expect(throws: DeviceError.item(.tooLarge)) {
            try roomy.link().perform(UpdateItems(query: .passwords(), changes: ItemChanges(data: long)))
        }
        #expect(try roomy.link().perform(FindItems.password("0")).items.first?.data == Array("s3cret-Value".utf8))
    }
}
