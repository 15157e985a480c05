import DeviceProtocol
import DeviceSimulator
import FoundationEssentials
import Synchronization
import Testing

@testable import PasswordManager

@Suite("Credentials in the keychain")
struct KeychainStoreTests {
    private func items(_ bench: KeychainBench, _ forms: ReturnForms = .attributes) throws -> [FoundItem] {
        try bench.link.perform(
            FindItems(query: ItemQuery(itemClass: .internetPassword, synchronization: .either), limit: 100, returning: forms)
        ).items
    }

    private func login(_ user: String = "ann", _ server: String = "example.com") throws -> ItemAttributes {
        var attributes = KeychainShape.naming(try id(user, server))
        attributes.set(.authenticationType, .text("form"))
        attributes.set(.path, .text(""))
        return attributes
    }

    private func put(_ password: String, _ bench: KeychainBench, _ user: String = "ann") throws {
        try bench.link.perform(
            AddItem(
                itemClass: .internetPassword, attributes: login(user), accessControl: AccessControl(accessibility: .whenUnlocked),
                isSynchronized: true, data: Array(password.utf8)))
    }

    private func query(_ attributes: ItemAttributes) -> ItemQuery {
        ItemQuery(itemClass: .internetPassword, attributes: attributes, synchronization: .synchronized)
    }

    @Test("the login is the web form's internet password, and the record is a separate invisible item")
    func shape() throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("one"), as: id("ann"), title: "Shop", at: at(1))
        try bench.store.save(PrivateText("two"), as: id("ann"), at: at(2))
        let items = try items(bench, [.attributes, .data])
        #expect(items.count == 2)
        let item = try #require(items.first(where: KeychainShape.isLogin))
        let description = try #require(item.description)
        #expect(description.attributes[.server] == .text("example.com"))
        #expect(description.attributes[.account] == .text("ann"))
        #expect(description.attributes[.networkProtocol] == .text("htps"))
        #expect(description.attributes[.authenticationType] == .text("form"))
        #expect(description.attributes[.label] == .text("Shop"))
        #expect(description.attributes[.isInvisible] != .flag(true))
        #expect(item.data == Array("two".utf8))
        // As a client of shared web credentials searches for them.
        var form = KeychainShape.naming(try id("ann"))
        form.set(.authenticationType, .text("form"))
        let found = try bench.link.perform(FindItems(query: query(form), limit: 10, returning: .data)).items
        #expect(found.map(\.data) == [Array("two".utf8)])
        let record = try #require(items.first(where: KeychainShape.isRecord)?.description)
        #expect(record.attributes[.isInvisible] == .flag(true))
        #expect(record.attributes[.isNegative] == .flag(false))
        for description in [description, record] {
            #expect(description.isSynchronized)
            #expect(description.accessControl == AccessControl(accessibility: .whenUnlocked))
            #expect(description.accessGroup == bench.group)
        }
    }

    @Test("no attribute contains a password, notes or a candidate")
    func attributesHoldNoSecret() throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("hunter2"), as: id("ann"), at: at(1))
        try bench.store.save(PrivateText("hunter2b"), as: id("ann"), at: at(2))
        let upgrade = try #require(PendingUpgrade(.password(PrivateText("hunter2c")), idempotencyKey: "k"))
        try bench.store.beginUpgrade(upgrade, of: id("ann"), at: at(3))
        let comments = try items(bench).compactMap { $0.description?.attributes }.map { attributes in
            for name in attributes.names { #expect(!"\(String(describing: attributes[name]))".contains("hunter2")) }
            return attributes[.comment]
        }
        // The times and the device name of the former password.
        #expect(
            comments.allSatisfy {
                if case .text(let text)? = $0 { LoginMark(text: text)?.stamp.device.rawValue == "phone" } else { false }
            })
    }

    @Test("a deletion leaves a record without a password, and removes the login")
    func deletion() throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("hunter2"), as: id("ann"), at: at(1))
        try bench.store.delete(id("ann"), at: at(2))
        let items = try items(bench, [.attributes, .data])
        #expect(items.count == 1)
        #expect(items.allSatisfy(KeychainShape.isRecord))
        let data = items.first?.data ?? []
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("example.com"))
        #expect(!text.contains("hunter2"))
    }

    @Test("changes by other parts of the system are detected, kept and synchronized")
    func others() throws {
        let bench = try KeychainBench()
        try put("theirs", bench)
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "theirs")
        #expect(try bench.store.summaries() == bench.store.records().compactMap(\.summary))
        try bench.store.save(PrivateText("ours"), as: id("ann"), at: at(10))
        #expect(try bench.store.credential(id("ann"))?.history.map(\.password.exposed) == ["theirs"])

        try bench.link.perform(UpdateItems(query: query(login()), changes: ItemChanges(data: Array("theirs again".utf8))))
        let changed = try #require(try bench.store.credential(id("ann")))
        #expect(changed.password.exposed == "theirs again")
        #expect(changed.history.map(\.password.exposed) == ["ours", "theirs"])
        #expect(try bench.store.record(id("ann")) == bench.store.record(id("ann")))
        try bench.link.perform(UpdateItems(query: query(login()), changes: ItemChanges(data: Array("ours".utf8))))
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "ours")
        try bench.link.perform(UpdateItems(query: query(login()), changes: ItemChanges(data: Array("theirs".utf8))))
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "theirs")

        let tablet = InMemoryCredentialStore(device: try device("tablet"))
        try tablet.synchronize(with: bench.store)
        try bench.link.perform(DeleteItems(query: query(login())))
        #expect(try bench.store.credential(id("ann")) == nil)
        #expect(try bench.store.summaries() == [])
        try tablet.synchronize(with: bench.store)
        #expect(try tablet.credential(id("ann")) == nil)
        try put("back", bench)
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "back")
        try bench.store.delete(id("ann"), at: at(90))
        #expect(try bench.store.credential(id("ann")) == nil)
        #expect(try items(bench).count == 1)
    }

    @Test("a login that another process removes right after it was saved stays removed")
    func removedAtOnce() throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("one"), as: id("ann"), at: at(1))
        #expect(try bench.store.summaries().count == 1)
        try bench.link.perform(DeleteItems(query: query(login())))
        #expect(try bench.store.credential(id("ann")) == nil)
        #expect(try bench.store.summaries() == [])
        try bench.store.save(PrivateText("two"), as: id("ann"), at: at(2))
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "two")
        #expect(try bench.store.credential(id("ann"))?.history == [])
    }

    @Test("other kinds of items in the group are not touched, even with the same site and user name")
    func foreignItems() throws {
        let bench = try KeychainBench()
        for (name, value) in [(AttributeName.path, "/admin"), (.authenticationType, "dflt"), (.networkProtocol, "ftp ")] {
            var attributes = try login("bob")
            attributes.set(name, .text(value))
            try bench.link.perform(
                AddItem(
                    itemClass: .internetPassword, attributes: attributes,
                    accessControl: AccessControl(accessibility: .whenUnlocked),
                    isSynchronized: true, data: [65]))
        }
        #expect(try bench.store.records() == [])
        #expect(try bench.store.summaries() == [])
        try bench.store.save(PrivateText("one"), as: id("bob"), at: at(1))
        try bench.store.delete(id("bob"), at: at(2))
        #expect(try items(bench).count == 4)
    }

    @Test(
        "a damaged record, and a record of another credential, is reported and stays unchanged; the others are still read",
        arguments: [true, false])
    func damaged(isSwapped: Bool) throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("one"), as: id("ann"), at: at(1))
        try bench.store.save(PrivateText("two"), as: id("bob"), at: at(1))
        let own = try #require(try bench.store.record(id("ann")))
        let other = try #require(try bench.store.record(id("bob")))
        func put(_ data: [UInt8]) throws {
            try bench.link.perform(UpdateItems(query: query(KeychainShape.naming(own)), changes: ItemChanges(data: data)))
        }
        try put(isSwapped ? other.message : [1, 2, 3])
        #expect(throws: CredentialStoreError.damaged(try id("ann"))) { try bench.store.credential(id("ann")) }
        #expect(throws: CredentialStoreError.damaged(try id("ann"))) {
            try bench.store.save(PrivateText("x"), as: id("ann"), at: at(2))
        }
        #expect(try bench.store.contents() == CredentialStoreContents(records: [other], damaged: [id("ann")]))
        #expect(try bench.store.merge([own, other]) == [id("ann")])
        #expect(try bench.store.summaries().count == 2)
        try put(own.message)
        #expect(try bench.store.contents() == CredentialStoreContents(records: [own, other], damaged: []))
    }

    @Test("a locked device returns nothing, and an unlocked one returns everything")
    func locked() throws {
        let bench = try KeychainBench()
        try bench.store.save(PrivateText("one"), as: id("ann"), at: at(1))
        bench.simulator.lock()
        #expect(throws: CredentialStoreError.locked) { try bench.store.credential(id("ann")) }
        #expect(throws: CredentialStoreError.locked) { try bench.store.save(PrivateText("two"), as: id("ann"), at: at(2)) }
        try bench.simulator.unlock(passcode: "2468")
        #expect(try bench.store.credential(id("ann"))?.password.exposed == "one")
    }

    @Test("a concurrent write is detected, and none of it is lost")
    func otherProcess() throws {
        let bench = try KeychainBench()
        let other = KeychainCredentialStore(device: try device("other"), link: bench.link, group: bench.group)
        try bench.store.save(PrivateText("one"), as: id("ann"), at: at(1))
        var calls = 0
        try bench.store.change(id("ann")) { record in
            calls += 1
            if calls == 1 { _ = try? other.save(PrivateText("theirs"), as: id("ann"), at: at(2)) }
            var record = record
            try? record?.setPassword(PrivateText("ours"), at: at(3), by: device())
            return record
        }
        #expect(calls == 2)
        #expect(try bench.store.credential(id("ann"))?.history.map(\.password.exposed) == ["theirs", "one"])
    }

    @Test("if any request or response is lost, every credential is unchanged or completely changed", arguments: 0..<20)
    func crashes(step: Int) throws {
        for losesAnswer in [false, true] {
            let bench = try KeychainBench()
            try bench.store.save(PrivateText("old"), as: id("ann"), at: at(1))
            try bench.store.save(PrivateText("bye"), as: id("cid"), at: at(1))
            try put("foreign", bench, "dan")
            let link = BreakingLink(link: bench.link, after: step, losesAnswer: losesAnswer)
            let store = KeychainCredentialStore(device: try device(), link: link, group: bench.group)
            let upgrade = try #require(PendingUpgrade(.password(PrivateText("strong")), idempotencyKey: "k"))
            var done = 0
            do {
                try store.save(PrivateText("new"), as: id("bob"), at: at(2))
                done = 1
                try store.beginUpgrade(upgrade, of: id("ann"), at: at(3))
                done = 2
                try store.completeUpgrade(of: id("ann"), with: PrivateText("strong"), at: at(4))
                done = 3
                try store.delete(id("cid"), at: at(5))
                done = 4
                try store.delete(id("dan"), at: at(6))
                done = 5
            } catch let error as CredentialStoreError {
                #expect(error == .unavailable("broken"))
            }
            #expect(done == 5 || step < 17)
            let ann = try #require(try bench.store.credential(id("ann")))
            #expect(ann.password.exposed == "old" || (ann.password.exposed == "strong" && ann.pendingUpgrade == nil))
            if ann.password.exposed == "strong" { #expect(ann.history.map(\.password.exposed) == ["old"]) }
            let (bob, cid) = (try bench.store.credential(id("bob")), try bench.store.credential(id("cid")))
            let dan = try bench.store.credential(id("dan"))
            #expect(bob == nil || bob?.password.exposed == "new")
            #expect(cid == nil || cid?.password.exposed == "bye")
            #expect(dan == nil || dan?.password.exposed == "foreign")
            #expect(done < 1 || bob != nil)
            #expect(done < 3 || ann.password.exposed == "strong")
            #expect(done < 4 || cid == nil)
            #expect(done < 5 || dan == nil)
            #expect(try bench.store.records().compactMap(\.summary).map(\.id) == bench.store.summaries().map(\.id))

            // The next change completes an interrupted one.
            try bench.store.markUsed(id("ann"), at: at(50))
            if bob != nil { try bench.store.markUsed(id("bob"), at: at(50)) }
            for item in try items(bench, [.attributes, .data]).filter(KeychainShape.isLogin) {
                guard let target = KeychainShape.id(of: item), target.user == "ann" || target.user == "bob" else { continue }
                let credential = try bench.store.credential(target)
                #expect(String(decoding: item.data ?? [], as: UTF8.self) == credential?.password.exposed)
            }
        }
    }

    @Test("hundreds of credentials are listed and read in messages of valid size")
    func many() throws {
        let bench = try KeychainBench()
        let records = try (0..<300).map {
            try CredentialRecord(
                id: id("user\($0)"), password: PrivateText(String(repeating: "x", count: 4_000)), at: at(0), by: device())
        }
        try bench.store.merge(records)
        #expect(try bench.store.summaries().count == 300)
        #expect(try bench.store.records() == records.sorted { $0.id < $1.id })
    }
}

/// A link that breaks after a number of messages: before the next request arrives, or before its response.
private final class BreakingLink: DeviceLink {
    private let link: any DeviceLink
    private let losesAnswer: Bool
    private let left: Mutex<Int>

    init(link: any DeviceLink, after count: Int, losesAnswer: Bool) {
        self.link = link
        self.losesAnswer = losesAnswer
        left = Mutex(count)
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        let left = left.withLock { left in
            defer { left -= 1 }
            return left
        }
        if left < 0 || (left == 0 && !losesAnswer) { throw .unavailable("broken") }
        let answer = try link.exchange(message)
        guard answer.count <= Frame.maximumLength else { throw .unavailable("too long") }
        if left == 0 { throw .unavailable("broken") }
        return answer
    }
}
