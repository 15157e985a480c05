import AssociatedDomains
import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceServices

@Suite("An upgrade that was started and not confirmed") struct PendingUpgradeResolutionTests {
    struct Row: Sendable {
        var target = PendingUpgrade.Target.password(PrivateText("candidate"))
        /// The user's answer; nil for none.
        var word: WorkingCredential?
        var usesApple = false
        /// In seconds.
        var age = 0.0
        let settlement: UpgradeSettlement
        /// The saved password afterwards; nil for none.
        let saved: String?
        var history: [String] = []
    }

    private static let month = 30.0 * 86_400
    private static let (old, candidate) = (PrivateText("old"), PrivateText("candidate"))

    static let rows = [
        Row(settlement: .open, saved: "old"),
        Row(age: month - 1, settlement: .open, saved: "old"),
        // An unresolved upgrade ends, and no password is lost.
        Row(age: month, settlement: .abandoned, saved: "old", history: ["candidate"]),
        Row(word: .signsIn(with: candidate), settlement: .completed, saved: "candidate", history: ["old"]),
        Row(word: .signsIn(with: candidate), age: 100_000, settlement: .completed, saved: "candidate", history: ["old"]),
        Row(word: .signsIn(with: old), age: 899, settlement: .notYet, saved: "old"),
        Row(word: .signsIn(with: old), age: 900, settlement: .abandoned, saved: "old", history: ["candidate"]),
        Row(word: .signsIn(with: PrivateText("another")), settlement: .open, saved: "old"),
        Row(word: .nothing, settlement: .abandoned, saved: "old", history: ["candidate"]),
        Row(word: .usesApple, usesApple: true, settlement: .open, saved: "old"),
        Row(target: .signInWithApple, usesApple: true, settlement: .open, saved: "old"),
        Row(target: .signInWithApple, usesApple: true, age: month, settlement: .abandoned, saved: "old"),
        Row(target: .signInWithApple, word: .signsIn(with: old), usesApple: true, age: 899, settlement: .notYet, saved: "old"),
        Row(target: .signInWithApple, word: .signsIn(with: old), usesApple: true, age: 900, settlement: .abandoned, saved: "old"),
        Row(target: .signInWithApple, word: .usesApple, usesApple: true, settlement: .converted, saved: nil),
        // No other credential would sign in.
        Row(target: .signInWithApple, word: .usesApple, usesApple: false, age: 900, settlement: .open, saved: "old"),
        Row(target: .signInWithApple, word: .nothing, usesApple: true, settlement: .abandoned, saved: "old"),
    ]

    @Test("is resolved by the user's answer, or ends after thirty days", arguments: rows.indices)
    func table(index: Int) throws {
        let row = Self.rows[index]
        let (store, id) = try Self.store(row.target)
        let resolution = PendingUpgradeResolution(
            store: store, usesApple: { _ in row.usesApple }, now: { Date(timeIntervalSince1970: 2_000 + row.age) })
        #expect(try resolution.pending() == [id])
        #expect(try resolution.resolve(id, row.word) == row.settlement)
        #expect(try store.credential(id)?.password.exposed == row.saved)
        #expect(try (store.credential(id)?.history ?? []).map(\.password.exposed) == row.history)
        #expect(try (store.credential(id)?.pendingUpgrade != nil) == row.settlement.isPending)
        // Repeating the answer resolves nothing else.
        #expect(try resolution.resolve(id, row.word) == (row.settlement.isPending ? row.settlement : .nothing))
    }

    @Test("with several announced passwords is resolved by the user's choice", arguments: 0..<4)
    func severalCandidates(place: Int) throws {
        let names = ["first", "second", "third"]
        let (store, id) = try Self.store(.password(PrivateText(names[0])))
        for name in names.dropFirst() {
            let upgrade = try #require(PendingUpgrade(.password(PrivateText(name)), idempotencyKey: "key"))
            #expect(try store.beginUpgrade(upgrade, of: id, at: Date(timeIntervalSince1970: 2_000)))
        }
        let resolution = PendingUpgradeResolution(
            store: store, usesApple: { _ in false }, now: { Date(timeIntervalSince1970: 9_000) })
        guard names.indices.contains(place) else {
            #expect(try resolution.resolve(id, .nothing) == .abandoned)
            #expect(Set(try #require(try store.credential(id)).history.map(\.password.exposed)) == Set(names))
            return
        }
        #expect(try resolution.resolve(id, .signsIn(with: PrivateText(names[place]))) == .completed)
        #expect(try store.credential(id)?.password.exposed == names[place])
    }

    @Test("is resolved by a password that was saved since, here or on another device", arguments: ["candidate", "newer"])
    func savedSince(password: String) throws {
        for isElsewhere in [false, true] {
            let (store, id) = try Self.store(.password(Self.candidate))
            let other = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "other")), records: try store.records())
            try (isElsewhere ? other : store).save(PrivateText(password), as: id, at: Date(timeIntervalSince1970: 3_000))
            try store.synchronize(with: other)
            let resolution = PendingUpgradeResolution(
                store: store, usesApple: { _ in true }, now: { Date(timeIntervalSince1970: 4_000) })
            #expect(try resolution.resolve(id) == (password == "candidate" ? .completed : .abandoned))
            try store.synchronize(with: other)
            for store in [store, other] {
                let saved = try #require(try store.credential(id))
                #expect(saved.password.exposed == password)
                #expect(Set(saved.history.map(\.password.exposed)) == Set(["old", "candidate"]).subtracting([password]))
            }
        }
    }

    @Test("that is abandoned does not replace a password from another device, known here or not")
    func abandonedBelow() throws {
        let (store, id) = try Self.store(.password(Self.candidate))
        let other = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "other")), records: try store.records())
        // The clock of the other device is behind.
        try other.save(PrivateText("newer"), as: id, at: Date(timeIntervalSince1970: 1_500))
        let resolution = PendingUpgradeResolution(
            store: store, usesApple: { _ in true }, now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.resolve(id, .nothing) == .abandoned)
        try store.synchronize(with: other)
        for store in [store, other] {
            let saved = try #require(try store.credential(id))
            #expect(saved.password.exposed == "newer" && saved.history.map(\.password.exposed) == ["old", "candidate"])
        }
    }

    @Test("that converted the account removes no password that another device has set since")
    func concurrent() throws {
        let (store, id) = try Self.store(.signInWithApple)
        let other = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "other")), records: try store.records())
        // The clock of the other device is behind.
        try other.save(PrivateText("stronger"), as: id, at: Date(timeIntervalSince1970: 1_500))
        let resolution = PendingUpgradeResolution(
            store: store, usesApple: { _ in true }, now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.resolve(id, .usesApple) == .converted)
        #expect(try store.credential(id) == nil)
        try store.synchronize(with: other)
        #expect(try store.credential(id)?.password == PrivateText("stronger"))
        #expect(try other.credential(id)?.password == PrivateText("stronger"))
    }

    @Test("does not exist for other credentials")
    func nothing() throws {
        let (store, id) = try Self.store(nil)
        let resolution = PendingUpgradeResolution(
            store: store, usesApple: { _ in true }, now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.pending().isEmpty)
        #expect(try resolution.resolve(id, .usesApple) == .nothing)
        #expect(try store.credential(id) != nil)
    }

    private static func store(_ target: PendingUpgrade.Target?) throws -> (InMemoryCredentialStore, CredentialID) {
        let store = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "one")))
        let id = try #require(CredentialID(server: try DomainName("example.com"), user: "jane"))
        try store.save(PrivateText("old"), as: id, at: Date(timeIntervalSince1970: 1_000))
        if let target {
            let upgrade = try #require(PendingUpgrade(target, idempotencyKey: "key"))
            try #require(try store.beginUpgrade(upgrade, of: id, at: Date(timeIntervalSince1970: 2_000)))
        }
        return (store, id)
    }
}
