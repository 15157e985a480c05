import DeviceProtocol
import Foundation
import GRDB
import Testing
import Threads

@testable import DeviceBroker

@Suite("Keychain items") struct ItemTests {
    let device: TestDevice
    let link: BrokerLink

    init() throws {
        device = try TestDevice()
        link = device.link()
    }

    @Test("items are returned as they were added, with the broker's dates")
    func roundTrip() throws {
        try link.perform(AddItem.password())
        let found = try #require(try link.perform(FindItems.password(returning: [.data, .attributes])).items.first)
        #expect(found.data == Array("s3cret-Value".utf8))
        let description = try #require(found.description)
        #expect(description.attributes[.account] == .text("alice"))
        #expect(description.attributes[.creationDate] == .date(device.clock.now))
        #expect(description.accessGroup == TestDevice.app.identifier)
    }

    @Test("a missing account equals an empty one")
    func emptyAccount() throws {
        let bare = AddItem(
            itemClass: .genericPassword, attributes: ItemAttributes(), accessControl: AccessControl(accessibility: .whenUnlocked),
            data: nil)
        try link.perform(bare)
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password("", service: "")) }
    }

    @Test("items are found by attributes without an index")
    func unindexed() throws {
        var attributes = ItemAttributes.account("alice", service: "notes")
        attributes.set(.comment, .text("work"))
        try link.perform(
            AddItem(
                itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .whenUnlocked),
                data: nil))
        var query = ItemQuery.passwords()
        query.attributes.set(.comment, .text("work"))
        #expect(try link.perform(FindItems(query: query, returning: .attributes)).items.count == 1)
        query.attributes.set(.comment, .text("home"))
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems(query: query, returning: .attributes)) }
    }

    @Test("a search for one item finds it behind more items than are read at once")
    func farMatch() throws {
        for first in stride(from: 0, to: 304, by: AddItems.maximumCount) {
            let items = (first..<first + AddItems.maximumCount).map { number in
                var attributes = ItemAttributes.account("user-\(number)", service: "notes")
                attributes.set(.comment, .text("\(number)"))
                return AddItem(
                    itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .whenUnlocked),
                    data: nil)
            }
            try link.perform(AddItems(items))
        }
        var query = ItemQuery.passwords()
        query.attributes.set(.service, .text("notes"))
        query.attributes.set(.comment, .text("303"))
        let found = try link.perform(FindItems(query: query, returning: .attributes)).items
        #expect(found.map { $0.description?.attributes[.account] } == [.text("user-303")])
    }

    @Test("a query by reference compares the attributes too", arguments: [("alice", true), ("bob", false)])
    func referenceAndAttributes(account: String, isFound: Bool) throws {
        let added = try link.perform(AddItem.password("alice"))
        let query = ItemQuery(
            itemClass: .genericPassword, attributes: .account(account, service: "notes"), references: [added.reference])
        let found = try? link.perform(FindItems(query: query, returning: .attributes))
        #expect((found != nil) == isFound)
    }

    @Test("an attribute that the class does not have is rejected")
    func foreignAttribute() throws {
        var attributes = ItemAttributes.account("alice", service: "notes")
        attributes.set(.server, .text("example.com"))
        let request = AddItem(
            itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .whenUnlocked),
            data: nil)
        #expect(throws: DeviceError.item(.noSuchAttribute)) { try link.perform(request) }
    }

    @Test("an update changes all items or none")
    func updates() throws {
        try link.perform(AddItem.password("alice"))
        try link.perform(AddItem.password("bob"))
        device.clock.advance(by: 60)
        try link.perform(UpdateItems(query: .passwords("alice"), changes: ItemChanges(data: Array("new".utf8))))
        let found = try #require(try link.perform(FindItems.password(returning: [.data, .attributes])).items.first)
        #expect(found.data == Array("new".utf8))
        #expect(found.description?.attributes[.modificationDate] == .date(device.clock.now))
        #expect(found.description?.attributes[.creationDate] == .date(device.clock.now - 60))
        // Both would have the same primary key.
        let same = ItemChanges(attributes: .account("carol", service: "notes"))
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(UpdateItems(query: .passwords(), changes: same)) }
        #expect(try link.perform(FindItems.password("bob")).items.count == 1)
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems.password("carol")) }
    }

    @Test("deleted items and their references are not found")
    func deletion() throws {
        let added = try link.perform(AddItem.password())
        try link.perform(DeleteItems(query: .passwords("alice")))
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(DeleteItems(query: .passwords("alice"))) }
        let query = ItemQuery(itemClass: nil, synchronization: .either, references: [added.reference])
        #expect(throws: DeviceError.item(.notFound)) { try link.perform(FindItems(query: query, returning: .attributes)) }
    }

    @Test(
        "a deletion leaves an item that meanwhile took the number of the deleted one, or moved to another group",
        arguments: [
            (
                survivor: "bob",
                change: """
                PRAGMA defer_foreign_keys = ON;
                DELETE FROM items WHERE number = 2;
                UPDATE items SET number = 2 WHERE number = 1;
                UPDATE item_attributes SET item = 2 WHERE item = 1;
                """
            ),
            (
                survivor: "alice",
                change: "UPDATE items SET access_group = (SELECT access_group FROM items WHERE number = 1) WHERE number = 2"
            ),
        ])
    func concurrentChange(survivor: String, change: String) throws {
        let other = device.link(TestDevice.otherApp)
        try other.perform(AddItem.password("bob"))
        try link.perform(AddItem.password("alice"))
        let file = device.device.keychain.file
        let rejection = Inbox<DeviceError?>()
        try file.write { [link] connection in
            let isStarted = WorkerThread.start {
                do throws(DeviceError) {
                    try link.perform(DeleteItems(query: .passwords("alice")))
                    rejection.put(nil)
                } catch {
                    rejection.put(error)
                }
            }
            try #require(isStarted)
            // The deletion has read the item, and waits for this change.
            while file.commits.waitingCount == 0 { usleep(1_000) }
            try connection.execute(sql: change)
        }
        #expect(rejection.take() == DeviceError.item(.notFound))
        #expect(try other.perform(FindItems.password(survivor)).items.count == 1)
    }

    @Test("updates keep the reference")
    func references() throws {
        let added = try link.perform(AddItem.password())
        try link.perform(UpdateItems(query: .passwords("alice"), changes: ItemChanges(attributes: .account("bob", service: "x"))))
        let query = ItemQuery(itemClass: nil, synchronization: .either, references: [added.reference])
        let found = try #require(try link.perform(FindItems(query: query, returning: .attributes)).items.first)
        #expect(found.description?.attributes[.account] == .text("bob"))
    }

    @Test(
        "an item that needs a prompt cannot be synchronized; a this-device-only class can be combined with it",
        arguments: [AddItem.password(constraints: [.userPresence], isSynchronized: true)])
    func notSynchronized(request: AddItem) throws {
        try link.perform(AddItem.password("stays", accessibility: .whenUnlockedThisDeviceOnly, isSynchronized: true))
        #expect {
            try link.perform(request)
        } throws: { error in
            if case DeviceError.badRequest = error { true } else { false }
        }
    }

    @Test("the files contain no name and no value")
    func nothingInClear() throws {
        let shown = ["alice-7f3a", "service-91bc", "value-55de", "TEAM.com.example.notes", "label-0a1b"]
        var attributes = ItemAttributes.account(shown[0], service: shown[1])
        attributes.set(.label, .text(shown[4]))
        try link.perform(
            AddItem(
                itemClass: .genericPassword, attributes: attributes, accessControl: AccessControl(accessibility: .always),
                data: Array(shown[2].utf8)))
        let bytes = try device.bytesOnDisk()
        for text in shown { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) is in a file") }
        #expect(bytes.range(of: Data("genp".utf8)) != nil, "the files were not searched")
    }
}
