import AssociatedDomains
import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceServices

@Suite("What was begun and never confirmed") struct PendingUpgradeResolutionTests {
    struct Row: Sendable {
        var target = PendingUpgrade.Target.password(PrivateText("candidate"))
        var candidate = PasswordStanding.refused
        var stored = PasswordStanding.signsIn
        var usesApple = false
        /// In seconds.
        var age = 0.0
        let settlement: UpgradeSettlement
        /// What is saved afterwards; nil: nothing.
        let saved: String?
        var isPending: Bool { settlement.isPending }
    }

    static let rows = [
        Row(candidate: .signsIn, settlement: .completed, saved: "candidate"),
        Row(candidate: .signsIn, stored: .refused, age: 100_000, settlement: .completed, saved: "candidate"),
        Row(candidate: .refused, age: 899, settlement: .notYet, saved: "old"),
        Row(candidate: .refused, age: 900, settlement: .abandoned, saved: "old"),
        Row(candidate: .refused, stored: .refused, age: 900, settlement: .abandoned, saved: "old"),
        Row(candidate: .unknown, age: 100_000, settlement: .open, saved: "old"),
        Row(target: .signInWithApple, stored: .signsIn, usesApple: true, age: 899, settlement: .notYet, saved: "old"),
        Row(target: .signInWithApple, stored: .signsIn, usesApple: true, age: 900, settlement: .abandoned, saved: "old"),
        Row(target: .signInWithApple, stored: .refused, usesApple: true, settlement: .converted, saved: nil),
        // A password that is refused, and nothing else that would be taken.
        Row(target: .signInWithApple, stored: .refused, usesApple: false, age: 899, settlement: .notYet, saved: "old"),
        Row(target: .signInWithApple, stored: .refused, usesApple: false, age: 900, settlement: .abandoned, saved: "old"),
        Row(target: .signInWithApple, stored: .unknown, usesApple: true, age: 100_000, settlement: .open, saved: "old"),
    ]

    @Test("is settled by what the server says, and left in doubt", arguments: rows.indices)
    func table(index: Int) throws {
        let row = Self.rows[index]
        let (store, id) = try Self.store(row.target)
        let resolution = PendingUpgradeResolution(
            store: store, probe: SaidProbe(says: ["candidate": row.candidate, "old": row.stored]),
            usesApple: { _ in row.usesApple },
            now: { Date(timeIntervalSince1970: 2_000 + row.age) })
        #expect(try resolution.pending() == [id])
        #expect(try resolution.resolve(id) == row.settlement)
        #expect(try store.credential(id)?.password.exposed == row.saved)
        #expect(try (store.credential(id)?.pendingUpgrade != nil) == row.isPending)
        // Doing it again settles nothing else.
        #expect(try resolution.resolve(id) == (row.isPending ? row.settlement : .nothing))
    }

    struct Announced: Sendable {
        /// What the server says of the three that were announced one after the other.
        let standings: [PasswordStanding]
        let settlement: UpgradeSettlement
        let saved: String
    }

    static let announced = [
        Announced(standings: [.signsIn, .refused, .refused], settlement: .completed, saved: "first"),
        Announced(standings: [.refused, .signsIn, .refused], settlement: .completed, saved: "second"),
        // One that was taken in between signs in for a while beside the last.
        Announced(standings: [.signsIn, .signsIn, .signsIn], settlement: .completed, saved: "third"),
        Announced(standings: [.signsIn, .refused, .unknown], settlement: .open, saved: "old"),
        Announced(standings: [.refused, .refused, .refused], settlement: .abandoned, saved: "old"),
    ]

    @Test(
        "of several passwords that were announced under one key the one is saved that the server took",
        arguments: announced.indices)
    func severalCandidates(index: Int) throws {
        let row = Self.announced[index]
        let names = ["first", "second", "third"]
        let (store, id) = try Self.store(.password(PrivateText(names[0])))
        for name in names.dropFirst() {
            let upgrade = try #require(PendingUpgrade(.password(PrivateText(name)), idempotencyKey: "key"))
            #expect(try store.beginUpgrade(upgrade, of: id, at: Date(timeIntervalSince1970: 2_000)))
        }
        var says = Dictionary(uniqueKeysWithValues: zip(names, row.standings))
        says["old"] = .refused
        let resolution = PendingUpgradeResolution(
            store: store, probe: SaidProbe(says: says), usesApple: { _ in false }, now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.resolve(id) == row.settlement)
        #expect(try store.credential(id)?.password.exposed == row.saved)
    }

    @Test("removes no password that another device has set meanwhile")
    func concurrent() throws {
        let (store, id) = try Self.store(.signInWithApple)
        let other = InMemoryCredentialStore(device: try #require(DeviceName(rawValue: "other")), records: try store.records())
        // The other device's clock is behind.
        try other.save(PrivateText("stronger"), as: id, at: Date(timeIntervalSince1970: 1_500))
        let resolution = PendingUpgradeResolution(
            store: store, probe: SaidProbe(says: ["old": .refused]), usesApple: { _ in true },
            now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.resolve(id) == .converted)
        #expect(try store.credential(id) == nil)
        try store.synchronize(with: other)
        #expect(try store.credential(id)?.password == PrivateText("stronger"))
        #expect(try other.credential(id)?.password == PrivateText("stronger"))
    }

    @Test("leaves credentials alone with which nothing was begun")
    func nothing() throws {
        let (store, id) = try Self.store(nil)
        let resolution = PendingUpgradeResolution(
            store: store, probe: NoUpgradeProbe(), usesApple: { _ in true }, now: { Date(timeIntervalSince1970: 9_000) })
        #expect(try resolution.pending().isEmpty)
        #expect(try resolution.resolve(id) == .nothing)
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

/// A server that says so much.
struct SaidProbe: UpgradeProbe {
    let says: [String: PasswordStanding]

    func standing(of password: PrivateText, for id: CredentialID) -> PasswordStanding { says[password.exposed] ?? .unknown }
}
