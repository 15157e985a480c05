import DeviceProtocol
import FoundationEssentials
import TestKit
import Testing

@testable import PasswordManager

@Suite("Records in bytes")
struct RecordBytesTests {
    @Test("an encoded record is decoded again", arguments: 0..<4)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let record = try RandomRecords.any(&random)
            #expect(try CredentialRecord(message: record.message) == record)
        }
    }

    @Test("damaged bytes are rejected, or are the encoding of what they decode to", arguments: 0..<4)
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: 50 + seed)
        for _ in 0..<2_000 {
            var bytes = try RandomRecords.any(&random).message
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            default: bytes.append(UInt8.random(in: 0...255, using: &random))
            }
            guard let record = try? CredentialRecord(message: bytes) else { continue }
            #expect(record.message == bytes)
        }
    }

    @Test("a record that is not in normal form is rejected")
    func normalForm() throws {
        var record = try CredentialRecord(id: id("ann"), password: PrivateText("one"), at: at(0), by: device())
        try record.setPassword(PrivateText("two"), at: at(1), by: device())
        #expect(try CredentialRecord(message: record.message) == record)
        record.versions.reverse()
        #expect(throws: WireError.self) { try CredentialRecord(message: record.message) }
        record.versions = [record.versions[0], record.versions[0]]
        #expect(throws: WireError.self) { try CredentialRecord(message: record.message) }
        record.versions = [record.versions[0]]
        #expect(throws: Never.self) { try CredentialRecord(message: record.message) }
        record.deleted = record.versions[0].stamp
        #expect(throws: WireError.self) { try CredentialRecord(message: record.message) }
    }

    @Test("another version is rejected")
    func otherVersion() throws {
        var bytes = try CredentialRecord(id: id("ann"), password: PrivateText("one"), at: at(0), by: device()).message
        #expect(throws: Never.self) { try CredentialRecord(message: bytes) }
        bytes[0] = 2
        #expect(throws: WireError(.unknownValue, at: 0)) { try CredentialRecord(message: bytes) }
    }

    /// Encodes candidates and a key as a pending upgrade, also if no upgrade can have them.
    private func upgrade(_ candidates: [String], _ key: String) -> [UInt8] {
        var writer = WireWriter()
        writer.list(candidates.map { PrivateText($0) })
        writer.text(key)
        return writer.bytes
    }

    @Test("a pending upgrade is its candidates, newest first, and its key; without candidates it is for Sign in with Apple")
    func upgrades() throws {
        for count in 0...PendingUpgrade.maximumCandidates {
            let candidates = (0..<count).map { "p\($0)" }
            let bytes = upgrade(candidates, "key")
            let read = try PendingUpgrade(message: bytes)
            #expect(read.candidates.map(\.exposed) == candidates && read.idempotencyKey == "key")
            #expect((read.target == .signInWithApple) == candidates.isEmpty)
            #expect(read.message == bytes)
        }
    }

    @Test("a pending upgrade with too many, empty or repeated candidates, or without a key, is rejected")
    func rejectedUpgrades() {
        let many = upgrade((0...PendingUpgrade.maximumCandidates).map { "p\($0)" }, "key")
        #expect(throws: WireError(.tooLong, at: 0)) { try PendingUpgrade(message: many) }
        for bytes in [upgrade([""], "key"), upgrade(["one", "one"], "key"), upgrade(["one"], ""), upgrade([], "")] {
            #expect(throws: WireError(.rejectedValue, at: 0)) { try PendingUpgrade(message: bytes) }
        }
    }

    @Test("the mark of an item is parsed, and nothing else is a mark")
    func marks() throws {
        var record = try CredentialRecord(id: id("ann"), password: PrivateText("one"), at: at(0.25), by: device("Ann's phone"))
        func isReadBack() throws {
            let mark = try #require(LoginMark(record))
            #expect(LoginMark(text: mark.text) == mark)
        }
        try isReadBack()
        record.markUsed(at: at(7), by: try device())
        try isReadBack()
        record.delete(at: at(9), by: try device())
        try isReadBack()
        for text in [
            "", "1", "1 2 3 4", "1 2 3 4 ", "1 2 3 x d", "1 -5 3 4 d", "x 2 3 4 d", "1 - x 4 d", "1 2 3 999999999999999999 d",
            "deleted", "deleted 1 d",
            "deleted 1 2 ", "deleted x 2 d", "deleted 1 x d", "+1 2 3 4 d",
        ] { #expect(LoginMark(text: text) == nil, "\(text)") }
        for text in ["1 2 3 4 d", "1 - 3 4 a b", "deleted 1 2 d", "deleted 1 2 a b"] {
            let mark = LoginMark(text: text)
            #expect(mark?.text == text)
        }
    }

    @Test("a comment is a mark only in the one exact form", arguments: 0..<2)
    func anyMark(seed: UInt64) {
        var random = SeededGenerator(seed: 700 + seed)
        let parts = ["deleted", " ", " ", "-", "0", "17", "007", "phone", "9999999999999999999"]
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...10, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }
            .joined()
            guard let mark = LoginMark(text: text) else { continue }
            #expect(LoginMark(text: mark.text) == mark)
        }
    }
}
