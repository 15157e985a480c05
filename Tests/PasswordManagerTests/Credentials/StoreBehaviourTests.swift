import DeviceProtocol
import DeviceSimulator
import FoundationEssentials
import Testing

@testable import PasswordManager

/// The stores with equal behaviour.
enum StoreKind: String, CaseIterable {
    case memory, keychain

    func make(_ name: String = "phone") throws -> any CredentialStore {
        switch self {
        case .memory: return InMemoryCredentialStore(device: try device(name))
        case .keychain: return try KeychainBench(name).store
        }
    }
}

/// A simulated device whose caller is the system.
struct KeychainBench {
    let simulator: DeviceSimulator
    let link: any DeviceLink
    let group: AccessGroup
    let store: KeychainCredentialStore

    init(_ name: String = "phone") throws {
        let group = try #require(AccessGroup(rawValue: "TEAM.com.example.system"))
        let simulator = try DeviceSimulator(app: group.rawValue)
        let link = simulator.run { CurrentDevice.link }
        self.simulator = simulator
        self.link = link
        self.group = group
        store = KeychainCredentialStore(
            device: try device(name), link: SimulatorKeeper(simulator: simulator, link: link), group: group)
    }

    /// Keeps the device alive as long as its link.
    private struct SimulatorKeeper: DeviceLink {
        let simulator: DeviceSimulator
        let link: any DeviceLink

        func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] { try link.exchange(message) }
    }
}

@Suite("Every store of credentials")
struct StoreBehaviourTests {
    @Test("a new store is empty", arguments: StoreKind.allCases)
    func empty(kind: StoreKind) throws {
        let store = try kind.make()
        #expect(try store.summaries() == [])
        #expect(try store.records() == [])
        #expect(try store.record(id("ann")) == nil)
    }

    @Test("a saved credential is found, read and listed", arguments: StoreKind.allCases)
    func saving(kind: StoreKind) throws {
        let store = try kind.make()
        #expect(try store.save(PrivateText("one"), as: id("ann"), title: "Shop", at: at(1.5)) == nil)
        #expect(try store.save(PrivateText("two"), as: id("", "a.example"), at: at(2)) == nil)
        let opened = try #require(try store.credential(id("ann")))
        #expect(opened.password.exposed == "one")
        #expect(opened.title == "Shop")
        #expect(opened.createdAt == at(1.5))
        #expect(try store.summaries() == store.records().compactMap(\.summary))
        #expect(try store.summaries().map(\.id) == [id("", "a.example"), id("ann")])
        #expect(try store.credential(id("ANN")) == nil)
        #expect(try store.credential(id("ann", "www.example.com")) == nil)
    }

    @Test("a rejected password keeps the saved one", arguments: StoreKind.allCases)
    func rejected(kind: StoreKind) throws {
        let store = try kind.make()
        #expect(try store.save(PrivateText(""), as: id("ann"), at: at(1)) == .passwordEmpty)
        #expect(try store.records() == [])
        #expect(try store.save(PrivateText("one"), as: id("ann"), at: at(1)) == nil)
        let long = PrivateText(String(repeating: "x", count: 4_097))
        #expect(try store.save(long, as: id("ann"), at: at(2)) == .passwordTooLong)
        #expect(try store.credential(id("ann"))?.password.exposed == "one")
    }

    @Test("use, change and deletion are listed", arguments: StoreKind.allCases)
    func changing(kind: StoreKind) throws {
        let store = try kind.make()
        try store.save(PrivateText("one"), as: id("ann"), at: at(1))
        try store.markUsed(id("ann"), at: at(2))
        #expect(try store.summaries().map(\.lastUsedAt) == [at(2)])
        try store.save(PrivateText("two"), as: id("ann"), at: at(3))
        #expect(try store.summaries().map(\.changedAt) == [at(3)])
        #expect(try store.credential(id("ann"))?.history.map(\.password.exposed) == ["one"])
        try store.delete(id("ann"), at: at(4))
        #expect(try store.summaries() == [])
        #expect(try store.credential(id("ann")) == nil)
        #expect(try store.records().map(\.isDeleted) == [true])
        try store.delete(id("bob"), at: at(4))
        #expect(try store.records().count == 1)
        try store.save(PrivateText("three"), as: id("ann"), title: "Again", at: at(5))
        #expect(try store.credential(id("ann"))?.title == "Again")
        #expect(try store.credential(id("ann"))?.history == [])
    }

    @Test("an upgrade is recorded in advance, completed in one step, or abandoned", arguments: StoreKind.allCases)
    func upgrading(kind: StoreKind) throws {
        let store = try kind.make()
        let upgrade = try #require(PendingUpgrade(.password(PrivateText("candidate")), idempotencyKey: "k1"))
        #expect(try !store.beginUpgrade(upgrade, of: id("ann"), at: at(0)))
        try store.save(PrivateText("weak"), as: id("ann"), at: at(1))
        #expect(try store.beginUpgrade(upgrade, of: id("ann"), at: at(2)))
        #expect(try store.credential(id("ann"))?.pendingUpgrade == upgrade)
        try store.abandonUpgrade(of: id("ann"), at: at(3))
        #expect(try store.credential(id("ann"))?.pendingUpgrade == nil)
        #expect(try store.beginUpgrade(upgrade, of: id("ann"), at: at(4)))
        #expect(try store.completeUpgrade(of: id("ann"), with: PrivateText("candidate"), at: at(5)))
        #expect(try store.credential(id("ann"))?.password.exposed == "candidate")
        #expect(try store.credential(id("ann"))?.pendingUpgrade == nil)
        #expect(try !store.completeUpgrade(of: id("bob"), with: PrivateText("x"), at: at(6)))
        #expect(try !store.completeUpgrade(of: id("ann"), with: PrivateText(""), at: at(6)))
    }

    @Test("a change that returns another credential's record writes nothing", arguments: StoreKind.allCases)
    func foreignRecord(kind: StoreKind) throws {
        let store = try kind.make()
        try store.save(PrivateText("one"), as: id("ann"), at: at(1))
        let bob = try CredentialRecord(id: id("bob"), password: PrivateText("x"), at: at(1), by: device())
        try store.change(id("ann")) { _ in bob }
        #expect(try store.summaries().map(\.id) == [id("ann")])
        #expect(try store.credential(id("ann"))?.password.exposed == "one")
    }

    @Test("two devices are equal after they synchronize", arguments: StoreKind.allCases, StoreKind.allCases)
    func synchronizing(left: StoreKind, right: StoreKind) throws {
        let (phone, tablet) = (try left.make("phone"), try right.make("tablet"))
        try phone.save(PrivateText("one"), as: id("ann"), at: at(1))
        try tablet.save(PrivateText("two"), as: id("bob"), at: at(1))
        try phone.synchronize(with: tablet)
        try phone.save(PrivateText("from the phone"), as: id("ann"), at: at(5))
        try tablet.save(PrivateText("from the tablet"), as: id("ann"), at: at(6))
        try phone.delete(id("bob"), at: at(7))
        try tablet.synchronize(with: phone)
        #expect(try phone.records() == tablet.records())
        #expect(try phone.credential(id("ann"))?.password.exposed == "from the tablet")
        #expect(try phone.credential(id("ann"))?.history.first?.password.exposed == "from the phone")
        #expect(try tablet.credential(id("bob")) == nil)
    }

    @Test("concurrent writers lose nothing", arguments: StoreKind.allCases)
    func concurrently(kind: StoreKind) async throws {
        let store = try kind.make()
        let target = try id("ann")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try store.save(PrivateText("p\(number)"), as: target, at: at(Double(number)))
                }
            }
            try await group.waitForAll()
        }
        let credential = try #require(try store.credential(target))
        #expect(Set(credential.history.map(\.password.exposed) + [credential.password.exposed]).count == 8)
    }
}
