import FoundationEssentials
import TestKit
import Testing

@testable import PasswordManager

@Suite("Merging records")
struct MergingTests {
    @Test("of concurrent changes, the later one is the password, and the other goes to the history")
    func concurrentChanges() throws {
        let base = try CredentialRecord(id: id("ann"), password: PrivateText("base"), at: at(0), by: device())
        var (phone, tablet) = (base, base)
        try phone.setPassword(PrivateText("from the phone"), at: at(10), by: device("phone"))
        try tablet.setPassword(PrivateText("from the tablet"), at: at(11), by: device("tablet"))
        let merged = try #require(phone.merged(with: tablet))
        let credential = try #require(merged.credential(on: device()))
        #expect(credential.password.exposed == "from the tablet")
        #expect(credential.history.map(\.password.exposed) == ["from the phone", "base"])
    }

    @Test("for equal times, the device name decides, on both devices")
    func sameMoment() throws {
        let base = try CredentialRecord(id: id("ann"), password: PrivateText("base"), at: at(0), by: device())
        var (phone, tablet) = (base, base)
        try phone.setPassword(PrivateText("p"), at: at(10), by: device("phone"))
        try tablet.setPassword(PrivateText("t"), at: at(10), by: device("tablet"))
        #expect(phone.merged(with: tablet)?.versions.first?.password.exposed == "t")
        #expect(tablet.merged(with: phone)?.versions.first?.password.exposed == "t")
    }

    @Test("a deletion wins over earlier changes and loses to later ones")
    func deletions() throws {
        let base = try CredentialRecord(id: id("ann"), password: PrivateText("base"), at: at(0), by: device())
        var (early, deleted, late) = (base, base, base)
        try early.setPassword(PrivateText("early"), at: at(5), by: device("tablet"))
        deleted.delete(at: at(10), by: try device())
        try late.setPassword(PrivateText("late"), at: at(15), by: device("tablet"))
        #expect(deleted.merged(with: base)?.isDeleted == true)
        #expect(deleted.merged(with: early)?.isDeleted == true)
        #expect(deleted.merged(with: late)?.credential(on: try device())?.password.exposed == "late")
        #expect(deleted.merged(with: late)?.credential(on: try device())?.history == [])
    }

    @Test("records of two credentials do not merge")
    func otherCredential() throws {
        let one = try CredentialRecord(id: id("ann"), password: PrivateText("x"), at: at(0), by: device())
        let other = try CredentialRecord(id: id("bob"), password: PrivateText("x"), at: at(0), by: device())
        #expect(one.merged(with: other) == nil)
        #expect(one.merged(with: one) == one)
    }

    @Test("merging is commutative, associative and idempotent", arguments: 0..<8)
    func laws(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let (a, b, c) = try (RandomRecords.any(&random), RandomRecords.any(&random), RandomRecords.any(&random))
            let ab = try #require(a.merged(with: b))
            #expect(ab == b.merged(with: a))
            #expect(ab.merged(with: c) == (try #require(b.merged(with: c))).merged(with: a))
            #expect(a.merged(with: a) == a)
            #expect(ab.merged(with: b) == ab)
        }
    }

    @Test("devices that change and synchronize in any order converge", arguments: 0..<8)
    func convergence(seed: UInt64) throws {
        var random = SeededGenerator(seed: 1_000 + seed)
        let names = ["a", "b", "c", "d"]
        let stores = try names.map { InMemoryCredentialStore(device: try device($0)) }
        for step in 0..<200 {
            let store = stores[Int.random(in: 0..<4, using: &random)]
            let target = try id(["ann", "bob"][Int.random(in: 0...1, using: &random)])
            let now = at(Double(step) * Double.random(in: 0...2, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: try store.save(PrivateText("p\(step)"), as: target, at: now)
            case 2: try store.markUsed(target, at: now)
            case 3: try store.delete(target, at: now)
            default: try store.merge(stores[Int.random(in: 0..<4, using: &random)].records())
            }
        }
        for left in stores { for right in stores { try left.synchronize(with: right) } }
        for left in stores { for right in stores { try left.synchronize(with: right) } }
        let all = try stores.map { try $0.records() }
        #expect(all.allSatisfy { $0 == all[0] })
        #expect(!all[0].isEmpty)
    }
}

/// Random records of one credential, with few times and devices, so that they collide.
enum RandomRecords {
    static func any(_ random: inout SeededGenerator) throws -> CredentialRecord {
        let devices = try ["a", "b", "c"].map { try device($0) }
        func stamp() throws -> VersionStamp {
            let device = devices[Int.random(in: 0..<devices.count, using: &random)]
            return try #require(VersionStamp(milliseconds: Int64.random(in: 0..<12, using: &random), device: device))
        }
        func maybe<Part>(_ make: () throws -> Part) rethrows -> Part? { Bool.random(using: &random) ? try make() : nil }
        var versions: Set<PasswordVersion> = []
        for _ in 0..<Int.random(in: 0...14, using: &random) {
            versions.insert(
                PasswordVersion(
                    PrivateText("p\(Int.random(in: 0..<3, using: &random))"), stamp: try stamp(),
                    createdMilliseconds: Int64.random(in: 0..<3, using: &random)))
        }
        let title = try maybe { Stamped("t\(Int.random(in: 0..<3, using: &random))", try stamp()) }
        let notes = try maybe { Stamped(PrivateText("n\(Int.random(in: 0..<3, using: &random))"), try stamp()) }
        let used = try maybe { try stamp() }
        let deleted = Int.random(in: 0..<4, using: &random) == 0 ? try stamp() : nil
        var upgrades: [DeviceName: StampedUpgrade] = [:]
        for number in 0..<Int.random(in: 0...20, using: &random) {
            let upgrade = try maybe {
                try #require(
                    PendingUpgrade(
                        Bool.random(using: &random) ? .signInWithApple : .password(PrivateText("c")), idempotencyKey: "k"))
            }
            upgrades[try device("d\(number)")] = StampedUpgrade(upgrade: upgrade, stamp: try stamp())
        }
        return CredentialRecord(
            id: try id("ann"), versions: Array(versions), title: title, notes: notes, used: used, deleted: deleted,
            upgrades: upgrades)
    }
}
