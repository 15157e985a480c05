import DeviceProtocol
import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("A record of a credential")
struct CredentialRecordTests {
    private func record(_ password: String = "first", at now: Date = at(0)) throws -> CredentialRecord {
        try CredentialRecord(id: id("ann"), password: PrivateText(password), title: "Shop", at: now, by: device())
    }

    @Test("a changed password goes to the history, newest first")
    func history() throws {
        var record = try record()
        try record.setPassword(PrivateText("second"), at: at(1), by: device())
        try record.setPassword(PrivateText("third"), at: at(2), by: device())
        let credential = try #require(record.credential(on: device()))
        #expect(credential.password.exposed == "third")
        #expect(credential.history.map(\.password.exposed) == ["second", "first"])
        #expect(credential.createdAt == at(0))
        #expect(credential.changedAt == at(2))
    }

    @Test("saving the same password again changes nothing")
    func same() throws {
        var record = try record()
        let before = record
        try record.setPassword(PrivateText("first"), at: at(1), by: device())
        #expect(record == before)
    }

    @Test("at most ten earlier passwords are stored")
    func boundedHistory() throws {
        var record = try record()
        for number in 1...30 { try record.setPassword(PrivateText("p\(number)"), at: at(Double(number)), by: device()) }
        #expect(record.credential(on: try device())?.history.map(\.password.exposed) == (20...29).reversed().map { "p\($0)" })
    }

    @Test("a deletion removes passwords, notes and history")
    func deletion() throws {
        var record = try record()
        try record.setNotes(PrivateText("mother's maiden name"), at: at(1), by: device())
        record.delete(at: at(2), by: try device())
        #expect(record.isDeleted)
        #expect(record.credential(on: try device()) == nil)
        #expect(record.summary == nil)
        #expect(record.notes == nil)
        try record.setPassword(PrivateText("again"), at: at(3), by: device())
        #expect(record.credential(on: try device())?.history == [])
        #expect(record.credential(on: try device())?.createdAt == at(3))
    }

    @Test("after a deletion, only a new password changes the record")
    func afterDeletion() throws {
        var record = try record()
        record.delete(at: at(2), by: try device())
        let before = record
        record.markUsed(at: at(3), by: try device())
        try record.setTitle("x", at: at(3), by: device())
        try record.setNotes(PrivateText("x"), at: at(3), by: device())
        record.delete(at: at(3), by: try device())
        record.beginUpgrade(try #require(PendingUpgrade(.signInWithApple, idempotencyKey: "k")), at: at(3), by: try device())
        try record.completeUpgrade(with: PrivateText("x"), at: at(3), by: device())
        #expect(record == before)
    }

    @Test("content that is too long or empty is rejected, and the longest is accepted")
    func limits() throws {
        var record = try record()
        #expect(throws: CredentialContentError.passwordEmpty) { try record.setPassword(PrivateText(""), at: at(1), by: device()) }
        let longest = PrivateText(String(repeating: "x", count: SavedCredential.maximumPasswordLength))
        #expect(throws: CredentialContentError.passwordTooLong) {
            try record.setPassword(PrivateText(longest.exposed + "x"), at: at(1), by: device())
        }
        try record.setPassword(longest, at: at(1), by: device())
        #expect(throws: CredentialContentError.titleTooLong) {
            try record.setTitle(String(repeating: "é", count: 513), at: at(1), by: device())
        }
        try record.setTitle(String(repeating: "é", count: 512), at: at(1), by: device())
        #expect(throws: CredentialContentError.notesTooLong) {
            try record.setNotes(PrivateText(String(repeating: "x", count: 16_385)), at: at(1), by: device())
        }
        try record.setNotes(PrivateText(String(repeating: "x", count: 16_384)), at: at(1), by: device())
    }

    @Test("candidates for the same key are kept, eight at most")
    func severalCandidates() throws {
        var record = try record()
        func begin(_ candidate: String, _ key: String = "key") throws -> PendingUpgrade? {
            let upgrade = try #require(PendingUpgrade(.password(PrivateText(candidate)), idempotencyKey: key))
            record.beginUpgrade(upgrade, at: at(1), by: try device())
            let read = try CredentialRecord(message: record.message)
            #expect(read == record)
            return read.credential(on: try device())?.pendingUpgrade
        }
        _ = try begin("1")
        #expect(try begin("2")?.candidates.map(\.exposed) == ["2", "1"])
        #expect(try begin("1")?.candidates.map(\.exposed) == ["1", "2"])
        for candidate in 3...8 { _ = try begin("\(candidate)") }
        #expect(try begin("9")?.candidates.map(\.exposed) == ["8", "7", "6", "5", "4", "3", "1", "2"])
        #expect(try begin("10", "another")?.candidates.map(\.exposed) == ["10"])
        #expect(PendingUpgrade(.signInWithApple, earlierCandidates: [PrivateText("1")], idempotencyKey: "k") == nil)
        #expect(PendingUpgrade(.password(PrivateText("1")), earlierCandidates: [PrivateText("1")], idempotencyKey: "k") == nil)
    }

    @Test("a pending upgrade keeps the password, and its completion replaces both in one step")
    func upgrade() throws {
        var record = try record()
        let upgrade = try #require(PendingUpgrade(.password(PrivateText("strong")), idempotencyKey: "key-1"))
        record.beginUpgrade(upgrade, at: at(1), by: try device())
        #expect(record.credential(on: try device())?.password.exposed == "first")
        #expect(record.credential(on: try device())?.pendingUpgrade == upgrade)
        #expect(record.credential(on: try device("tablet"))?.pendingUpgrade == nil)
        try record.completeUpgrade(with: PrivateText("stronger"), at: at(2), by: device())
        #expect(record.credential(on: try device())?.password.exposed == "stronger")
        #expect(record.credential(on: try device())?.pendingUpgrade == nil)
        #expect(record.credential(on: try device())?.history.map(\.password.exposed) == ["first"])
    }

    @Test("an abandoned upgrade keeps the password")
    func abandonedUpgrade() throws {
        var record = try record()
        record.beginUpgrade(try #require(PendingUpgrade(.signInWithApple, idempotencyKey: "k")), at: at(1), by: try device())
        record.endUpgrade(at: at(2), by: try device())
        #expect(record.credential(on: try device())?.password.exposed == "first")
        #expect(record.credential(on: try device())?.pendingUpgrade == nil)
    }

    @Test(
        "an upgrade needs a key and a candidate of valid length",
        arguments: [(0, 1, false), (1, 1, true), (129, 1, false), (128, 1, true), (1, 0, false)])
    func upgradeLimits(key: Int, candidate: Int, isTaken: Bool) {
        let upgrade = PendingUpgrade(
            .password(PrivateText(String(repeating: "p", count: candidate))), idempotencyKey: String(repeating: "k", count: key))
        #expect((upgrade != nil) == isTaken)
    }

    @Test("a device whose clock is behind writes later stamps than those it has seen")
    func clockBehind() throws {
        var record = try record(at: at(1_000))
        try record.setPassword(PrivateText("later"), at: at(0), by: device("tablet"))
        #expect(record.credential(on: try device())?.password.exposed == "later")
        record.delete(at: at(0), by: try device("tablet"))
        #expect(record.isDeleted)
    }

    @Test(
        "a stamp is between the years 1970 and 9999",
        arguments: [(-1, false), (0, true), (253_402_300_799_999, true), (253_402_300_800_000, false)])
    func stampRange(milliseconds: Int64, isTaken: Bool) throws {
        #expect((VersionStamp(milliseconds: milliseconds, device: try device()) != nil) == isTaken)
    }

    @Test("a clock out of range counts as the nearest limit", arguments: [-1e300, -5, 1e300, Double.infinity, Double.nan])
    func wildClock(seconds: Double) throws {
        let stamp = VersionStamp(now: Date(timeIntervalSince1970: seconds), device: try device(), after: nil)
        #expect(VersionStamp(milliseconds: stamp.milliseconds, device: try device()) != nil)
        let after = VersionStamp(now: Date(timeIntervalSince1970: seconds), device: try device(), after: stamp)
        #expect(after >= stamp)
    }

    @Test("equivalent encodings of a user name are one account, and different names are two")
    func composedUser() throws {
        #expect(try id("re\u{301}mi") == id("r\u{E9}mi"))
        #expect(try Array(id("re\u{301}mi").user.utf8) == Array("r\u{E9}mi".utf8))
        #expect(try id("remi") != id("r\u{E9}mi"))
        #expect(CredentialID(server: try host("example.com"), user: "a\u{0}b") == nil)
        #expect(CredentialID(server: try host("example.com"), user: "a\nb") == nil)
        #expect(CredentialID(server: try host("example.com"), user: "a b") != nil)
        #expect(CredentialID(server: try host("example.com"), user: String(repeating: "x", count: 1_025)) == nil)
        #expect(CredentialID(server: try host("example.com"), user: String(repeating: "x", count: 1_024)) != nil)
    }

    @Test("different encodings of a password are different passwords")
    func passwordBytes() {
        #expect(PrivateText("e\u{301}") != PrivateText("\u{E9}"))
        #expect(PrivateText("\u{E9}") == PrivateText("\u{E9}"))
    }
}
