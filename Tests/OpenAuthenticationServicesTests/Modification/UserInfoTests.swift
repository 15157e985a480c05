import DeviceProtocol
import Foundation
import Testing

@testable import OpenAuthenticationServices

@Suite("User info for an extension", .timeLimit(.minutes(20))) struct UserInfoTests {
    @Test("user info arrives unchanged")
    func roundTrip() throws {
        let sent = try UserInfo.carrying(["name": "Anna", "number": 7, "list": ["a", "b"]])
        let dictionary = try #require(sent?.dictionary as? [String: Any])
        #expect(dictionary["name"] as? String == "Anna" && dictionary["number"] as? Int == 7)
        #expect(dictionary["list"] as? [String] == ["a", "b"])
        #expect(try UserInfo.carrying(nil) == nil)
    }

    /// A binary property list whose dictionary contains an array that contains the next one twice, and so on: 2^60 values in a few
    /// hundred bytes.
    private static var doubled: [UInt8] {
        let depth: UInt8 = 60
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        func begin() { offsets.append(UInt8(bytes.count)) }
        begin()
        bytes += [0xD1, 1, 2]
        begin()
        bytes += [0x51, UInt8(ascii: "k")]
        for number in 0..<depth {
            begin()
            bytes += [0xA2, number + 3, number + 3]
        }
        begin()
        bytes += [0x09]
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(offsets.count)] + [0, 0, 0, 0, 0, 0, 0, 0]
        return bytes + [0, 0, 0, 0, 0, 0, 0, table]
    }

    @Test("a binary property list is rejected, because a few bytes can represent too many values to read")
    func binary() throws {
        #expect(Self.doubled.count < 400)
        #expect(try #require(UserInfo(Self.doubled)).dictionary == nil)
    }
}
