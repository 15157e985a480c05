import AssociatedDomains
import DeviceProtocol
import DeviceSimulator
import TestKit
import Testing

@testable import PasswordManager

@Suite("Unsaved strong passwords")
struct UnsavedPasswordsTests {
    private func unsaved(_ password: String = "strong", user: String? = "ann", old: String? = nil) throws -> UnsavedPassword {
        try #require(UnsavedPassword(entered(password, user: user, old: old)))
    }

    private func entered(
        _ password: String, user: String? = "ann", old: String? = nil, place: InputPlace? = nil, isConfirmed: Bool = true,
        isGenerated: Bool = true
    ) throws -> EnteredCredential {
        EnteredCredential(
            place: try place ?? .app(app()), user: user, password: PrivateText(password), oldPassword: old.map { PrivateText($0) },
            isConfirmed: isConfirmed, isGenerated: isGenerated)
    }

    @Test("are stored while the device is locked, in one item of this device only, and leave nothing behind")
    func locked() throws {
        let bench = try KeychainBench()
        let stored = KeychainUnsavedPasswords(link: bench.link, group: bench.group)
        #expect(try stored.stored().isEmpty)
        bench.simulator.lock()
        try stored.keep([unsaved()])
        try stored.keep([unsaved(), unsaved("stronger", user: nil, old: "weak")])
        #expect(try stored.stored() == [unsaved(), unsaved("stronger", user: nil, old: "weak")])
        try bench.simulator.unlock(passcode: "2468")
        let query = ItemQuery(itemClass: .genericPassword, synchronization: .either)
        let items = try bench.link.perform(FindItems(query: query, limit: 9, returning: .attributes)).items
        #expect(items.count == 1)
        #expect(items.first?.description?.isSynchronized == false)
        #expect(try bench.store.contents().records.isEmpty)
        bench.simulator.lock()
        try stored.keep([])
        try stored.keep([])
        #expect(try stored.stored().isEmpty)
        try bench.simulator.unlock(passcode: "2468")
        #expect(throws: DeviceError.item(.notFound)) { try bench.link.perform(FindItems(query: query, returning: .attributes)) }
    }

    @Test("are limited to the newest")
    func count() throws {
        let bench = try KeychainBench()
        let stored = KeychainUnsavedPasswords(link: bench.link, group: bench.group)
        try stored.keep((0...KeychainUnsavedPasswords.maximumCount).map { try unsaved("\($0)") })
        let found = try stored.stored()
        #expect(try found.first == unsaved("1"))
        #expect(found.count == KeychainUnsavedPasswords.maximumCount)
    }

    @Test("are only generated passwords that were confirmed in an app")
    func which() throws {
        let limit = SavedCredential.maximumPasswordLength
        #expect(UnsavedPassword(try entered(String(repeating: "x", count: limit))) != nil)
        #expect(UnsavedPassword(try entered(String(repeating: "x", count: limit + 1))) == nil)
        #expect(UnsavedPassword(try entered("")) == nil)
        #expect(UnsavedPassword(try entered("x", isGenerated: false)) == nil)
        #expect(UnsavedPassword(try entered("x", isConfirmed: false)) == nil)
        let back = try unsaved("x", old: "y").entered
        #expect(back == (try entered("x", old: "y")))
    }

    @Test("that are damaged are ignored, and replaced by the next ones")
    func damaged() throws {
        let bench = try KeychainBench()
        let stored = KeychainUnsavedPasswords(link: bench.link, group: bench.group)
        try stored.keep([unsaved()])
        let query = ItemQuery(itemClass: .genericPassword, accessGroup: bench.group)
        let bytes = try #require(try bench.link.perform(FindItems(query: query, returning: .data)).items.first?.data)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var changed = bytes
            changed[Int.random(in: changed.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            if Bool.random(using: &random) { changed.removeLast(Int.random(in: 1...changed.count, using: &random)) }
            try bench.link.perform(UpdateItems(query: query, changes: ItemChanges(data: changed)))
            #expect(try stored.stored().count <= 1)
        }
        try stored.keep([unsaved()])
        #expect(try stored.stored() == [unsaved()])
    }
}
