import Accounts
import InternetAddresses
import Testing

@testable import AccountServer

@Suite("Kinds of values")
struct ValueKindTests {
    @Test(
        "a duration is a whole number with a unit",
        arguments: [("500ms", 500), ("30s", 30_000), ("10m", 600_000), ("12h", 43_200_000), ("14d", 1_209_600_000)])
    func durations(text: String, milliseconds: Int) throws {
        let kind = ValueKind<Duration>.duration(.milliseconds(1) ... .seconds(30 * 86_400))
        #expect(try kind.read(.one(text)) == .milliseconds(milliseconds))
        #expect(kind.write(.milliseconds(milliseconds)) == text)
    }

    @Test(
        "any other duration is rejected",
        arguments: [
            "", "10", "m", "10 m", "1h30m", "1.5h", "-1m", "+1m", "01m", "10M", "10min", "\u{661}m", "99999999999999999999d", "31d",
            "0s", "9223372036854775807d",
        ])
    func noDurations(text: String) {
        let kind = ValueKind<Duration>.duration(.milliseconds(1) ... .seconds(30 * 86_400))
        #expect(throws: ValueRejection.self) { try kind.read(.one(text)) }
    }

    @Test(
        "a duration is formatted in the largest unit without a remainder", arguments: [(90, "90s"), (120, "2m"), (86_400, "1d")])
    func durationUnits(seconds: Int, text: String) {
        #expect(ValueKind<Duration>.duration(.seconds(1) ... .seconds(86_400)).write(.seconds(seconds)) == text)
    }

    @Test(
        "a size is a whole number with a unit",
        arguments: [("64KiB", 65_536), ("19MiB", 19_922_944), ("1GiB", 1 << 30), ("512B", 512)])
    func sizes(text: String, bytes: Int) throws {
        let kind = ValueKind<Int>.size(1...(1 << 31))
        #expect(try kind.read(.one(text)) == bytes)
        #expect(kind.write(bytes) == text)
    }

    @Test("a size without its unit or in powers of ten is rejected", arguments: ["65536", "64KB", "64kib", "64K", "0B", "3GiB"])
    func noSizes(text: String) {
        #expect(throws: ValueRejection.self) { try ValueKind<Int>.size(1...(1 << 31)).read(.one(text)) }
    }

    @Test(
        "a whole number is decimal without leading zeros",
        arguments: ["0x10", "1_000", "1:30", "010", "+1", "1.0", "1e3", " 1", "", "\u{661}", "101", "0"])
    func noIntegers(text: String) throws {
        #expect(throws: ValueRejection.self) { try ValueKind<Int>.integer(1...100).read(.one(text)) }
        #expect(try ValueKind<Int>.integer(1...100).read(.one("100")) == 100)
    }

    @Test("only true and false are booleans", arguments: ["yes", "no", "on", "1", "0", "True", "TRUE", ""])
    func noBooleans(text: String) throws {
        #expect(throws: ValueRejection.self) { try ValueKind<Bool>.boolean.read(.one(text)) }
        #expect(try ValueKind<Bool>.boolean.read(.one("true")) && !ValueKind<Bool>.boolean.read(.one("false")))
    }

    @Test(
        "a time is in UTC with seconds",
        arguments: ["2027-01-31", "2027-01-31T00:00:00+00:00", "2027-02-30T00:00:00Z", "2027-01-31T00:00:00.5Z", "tomorrow"])
    func noMoments(text: String) throws {
        #expect(throws: ValueRejection.self) { try ValueKind<Timestamp>.moment.read(.one(text)) }
        let moment = try ValueKind<Timestamp>.moment.read(.one("2027-01-31T00:00:00Z"))
        #expect(moment == Timestamp(seconds: 1_801_353_600))
        #expect(ValueKind<Timestamp>.moment.write(moment) == "2027-01-31T00:00:00Z")
    }

    @Test(
        "a URI cannot insert a line into security.txt",
        arguments: [
            "mailto:", "http://example.com", "mailto:a@example.com\nPolicy: x", "https://example.com/a b", "javascript:alert(1)",
        ])
    func noURIs(text: String) throws {
        let kind = ValueKind<String>.uri(["mailto:", "https://"])
        #expect(throws: ValueRejection.self) { try kind.read(.one(text)) }
        #expect(try kind.read(.one("mailto:a@example.com")) == "mailto:a@example.com")
    }

    @Test("a list reports the invalid entry and rejects duplicates")
    func lists() throws {
        let kind = ValueKind<IPNetwork>.network.distinctList(of: "list")
        #expect(throws: ValueRejection("entry 2: \"10.0.0.1/8\": address has bits set beyond the prefix length at character 10")) {
            try kind.read(.many(["10.0.0.0/8", "10.0.0.1/8"]))
        }
        #expect(throws: ValueRejection("entry 2: the value is in the list twice")) { try kind.read(.many(["::1", "::1"])) }
        #expect(try kind.read(.many([])).isEmpty)
        #expect(throws: ValueRejection.self) { try kind.read(.one("10.0.0.0/8")) }
    }

    @Test("a message quotes a short text without control characters")
    func quoting() {
        #expect(ValueRejection.quoted("a\u{1B}[31mb\nc\u{202E}") == "\"a\u{FFFD}[31mb\u{FFFD}c\u{FFFD}\"")
        #expect(ValueRejection.quoted(String(repeating: "a", count: 100)).count == 65)
    }
}
