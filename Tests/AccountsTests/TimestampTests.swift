import FoundationEssentials
import Testing

@testable import Accounts

@Suite("Times and durations")
struct TimestampTests {
    @Test(
        "a time is formatted as in RFC 3339, with milliseconds",
        arguments: [
            (Int64(0), "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"), (999, "1970-01-01T00:00:00.999Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (1_795_252_000_123, "2026-11-21T09:06:40.123Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
            (32_503_679_999_999, "2999-12-31T23:59:59.999Z"),
        ])
    func description(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test("a time is formatted as Foundation does, from 1583 to 9999")
    func likeFoundation() {
        let style = Date.ISO8601FormatStyle()
        // Four months and some hours apart, so that all days of the month and of leap years occur.
        let wrong = stride(from: Int64(-12_212_553_600), through: 253_402_300_799, by: 10_547_861).filter { second in
            let text = Date(timeIntervalSince1970: Double(second)).formatted(style)
            return Timestamp(seconds: second).description != "\(text.dropLast()).000Z"
        }
        #expect(wrong.isEmpty)
    }

    @Test("formatting keeps every millisecond", arguments: [Int64(0), 1_795_252_000, 1_800_000_000, 4_102_444_799])
    func everyMillisecond(second: Int64) {
        let wrong = (Int64(0)..<1_000).filter { millisecond in
            let digits = String(millisecond + 1_000).dropFirst()
            return !Timestamp(milliseconds: second * 1_000 + millisecond).description.hasSuffix(".\(digits)Z")
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        "seconds since the epoch are rounded down",
        arguments: [
            (Int64(0), Int64(0)), (999, 0), (1_000, 1), (1_795_252_000_999, 1_795_252_000), (-1, -1), (-1_000, -1), (-1_001, -2),
        ])
    func seconds(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test("times and durations add up")
    func arithmetic() {
        let moment = Timestamp(seconds: 100)
        #expect(moment + .milliseconds(1) == Timestamp(milliseconds: 100_001))
        #expect(moment - .seconds(1) == Timestamp(seconds: 99))
        #expect(moment + .seconds(1) - moment == .seconds(1))
        #expect(moment - (moment + .milliseconds(1)) == .milliseconds(-1))
        #expect(moment < moment + .milliseconds(1))
    }

    @Test(
        "milliseconds are truncated towards zero, or rounded up on request",
        arguments: [
            (Duration.zero, Int64(0), Int64(0)), (.microseconds(1), 0, 1), (.microseconds(999), 0, 1), (.microseconds(1_000), 1, 1),
            (.microseconds(1_001), 1, 2), (.seconds(3), 3_000, 3_000), (.microseconds(-1_500), -1, -1),
        ])
    func milliseconds(duration: Duration, down: Int64, up: Int64) {
        #expect(duration.wholeMilliseconds == down)
        #expect(duration.roundedUpToMilliseconds == .milliseconds(up))
    }
}
