import Secrets
import Testing

@testable import Accounts

@Suite("The tags of envelope senders")
struct BounceTagTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let id = AccountAddressID(random: SystemRandomBytes())
    private let master = MasterKey.random(SystemRandomBytes())

    private var tags: BounceTags { BounceTags(keys: MasterKeys(current: master)) }

    private func text() throws -> String { try #require(tags.text(for: Self.id, queuedAt: Self.now)) }

    @Test("a tag is accepted in upper and lower case")
    func roundTrip() throws {
        let text = try text()
        let tag = BounceTag(recipient: Self.id, sentAt: Self.now)
        #expect(text.utf8.count == BounceTags.textLength && text == text.lowercased())
        #expect(tags.tag(text, now: Self.now) == tag && tags.tag(text.uppercased(), now: Self.now) == tag)
    }

    @Test("a tag is valid for 14 days from its time")
    func lifetime() throws {
        let text = try text()
        let end = Self.now + BounceTags.lifetime
        #expect(tags.tag(text, now: Timestamp(milliseconds: end.milliseconds - 1)) != nil)
        #expect(tags.tag(text, now: end) == nil)
        #expect(tags.tag(text, now: Timestamp(milliseconds: Self.now.milliseconds - 1)) == nil)
    }

    @Test("no character of a tag can change", arguments: 0..<48)
    func forgery(place: Int) throws {
        var letters = Array(try text().utf8)
        letters[place] = letters[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
        #expect(tags.tag(String(decoding: letters, as: UTF8.self), now: Self.now) == nil)
    }

    @Test("a tag of another length or alphabet is rejected")
    func malformed() throws {
        let text = try text()
        for other in ["", String(text.dropLast()), text + "a", String(text.dropLast()) + "1", String(text.dropLast(2)) + "\u{131}"]
        {
            #expect(tags.tag(other, now: Self.now) == nil)
        }
    }

    @Test("a tag of a previous master key is valid, and one of an unknown key is not")
    func rotation() throws {
        let text = try text()
        let next = MasterKey.random(SystemRandomBytes())
        #expect(BounceTags(keys: MasterKeys(current: next, previous: [master])).tag(text, now: Self.now) != nil)
        #expect(BounceTags(keys: MasterKeys(current: next)).tag(text, now: Self.now) == nil)
    }
}
