import AssociatedDomains
import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceServices

/// What a server took counts from the moment at which it did, whenever that is saved or found out.
@Suite("An upgrade that is saved long after the server had done it") struct LateAnswerTests {
    /// When the devices meet: the one that upgraded, and the other, on which the person has changed the password since.
    enum Meeting: CaseIterable, Sendable { case before, after }

    @Test("takes no newer password's place, whether the device has heard of that one or not", arguments: Meeting.allCases)
    func overtaken(meeting: Meeting) throws {
        let server = ModelServer(password: ModelDevice.old)
        let (one, other) = (try ModelDevice(server, name: "one"), try ModelDevice(server, name: "other"))
        try one.disk.synchronize(with: other.disk)
        // Noted, and then locked: the answer cannot be saved.
        let store = LockingStore(inner: one.disk, after: 1)
        let desk = one.desk(ModelExtension(server), store: store)
        #expect(desk.upgrade(one.id, to: .strongPassword) == .done(nil))
        #expect(one.saved?.password.exposed == ModelDevice.old)
        server.wait(2_000)
        #expect(server.change("candidate one 1", key: "by hand", to: "newer") == .done)
        try other.disk.save(PrivateText("newer"), as: other.id, at: Date(timeIntervalSince1970: 10_000 + server.now))
        server.wait(2_000)
        if meeting == .before { try one.disk.synchronize(with: other.disk) }
        store.unlock()
        #expect(desk.resolvePending() == [one.id: meeting == .before ? .abandoned : .completed])
        try one.disk.synchronize(with: other.disk)
        for device in [one, other] {
            #expect(device.saved?.password == PrivateText("newer") && device.canSignIn)
            #expect(device.saved?.pendingUpgrade == nil)
        }
    }

    @Test("is the password after all where the server takes no other, whatever the clock of the other device said")
    func prevails() throws {
        let server = ModelServer(password: ModelDevice.old)
        let (one, other) = (try ModelDevice(server, name: "one"), try ModelDevice(server, name: "other"))
        try one.disk.synchronize(with: other.disk)
        let store = LockingStore(inner: one.disk, after: 1)
        let desk = one.desk(ModelExtension(server), store: store)
        #expect(desk.upgrade(one.id, to: .strongPassword) == .done(nil))
        // Saved before, by a clock that is far ahead; the account never had it.
        try other.disk.save(PrivateText("mistyped"), as: other.id, at: Date(timeIntervalSince1970: 90_000))
        try one.disk.synchronize(with: other.disk)
        server.wait(2_000)
        store.unlock()
        #expect(desk.resolvePending() == [one.id: .completed])
        try one.disk.synchronize(with: other.disk)
        #expect(one.canSignIn && other.canSignIn)
        #expect(other.saved?.password == PrivateText("candidate one 1"))
    }

    @Test(
        "counts from when it was begun where the answer was lost, so that what another device saved since stays",
        arguments: [true, false])
    func former(hasMet: Bool) throws {
        let (store, id) = try Self.store("one")
        let other = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "other")), records: try store.records())
        // The server took the candidate, and then this; for some minutes both sign in.
        try other.save(PrivateText("newer"), as: id, at: Date(timeIntervalSince1970: 2_100))
        if hasMet { try store.synchronize(with: other) }
        let both = try Self.resolution(store, ["candidate": .signsIn, "newer": .signsIn, "old": .refused]).resolve(id)
        #expect(both == (hasMet ? .open : .completed))
        try store.synchronize(with: other)
        #expect(try store.credential(id)?.password == PrivateText("newer"))
        #expect(try other.credential(id)?.password == PrivateText("newer"))
        let later = try Self.resolution(store, ["candidate": .refused, "newer": .signsIn]).resolve(id)
        #expect(later == (hasMet ? .abandoned : .nothing))
        #expect(try store.credential(id)?.password == PrivateText("newer"))
    }

    @Test("is found out to be the password where the one that was saved since is refused, and not where nobody says")
    func saidByServer() throws {
        for (standing, settlement) in [(PasswordStanding.refused, UpgradeSettlement.completed), (.unknown, .open)] {
            let (store, id) = try Self.store("one")
            try store.save(PrivateText("newer"), as: id, at: Date(timeIntervalSince1970: 2_100))
            #expect(try Self.resolution(store, ["candidate": .signsIn, "newer": standing]).resolve(id) == settlement)
            #expect(try store.credential(id)?.password.exposed == (settlement == .completed ? "candidate" : "newer"))
            #expect(try (store.credential(id)?.pendingUpgrade == nil) == (settlement == .completed))
        }
    }

    private static func resolution(
        _ store: any CredentialStore, _ says: [String: PasswordStanding]
    ) -> PendingUpgradeResolution {
        PendingUpgradeResolution(
            store: store, probe: SaidProbe(says: says), usesApple: { _ in false }, now: { Date(timeIntervalSince1970: 3_000) })
    }

    /// With something begun at 2,000.
    private static func store(_ name: String) throws -> (InMemoryCredentialStore, CredentialID) {
        let store = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: name)))
        let id = try #require(CredentialID(server: try DomainName("example.com"), user: "jane"))
        try store.save(PrivateText("old"), as: id, at: Date(timeIntervalSince1970: 1_000))
        let upgrade = try #require(PendingUpgrade(.password(PrivateText("candidate")), idempotencyKey: "key"))
        try #require(try store.beginUpgrade(upgrade, of: id, at: Date(timeIntervalSince1970: 2_000)))
        return (store, id)
    }
}
