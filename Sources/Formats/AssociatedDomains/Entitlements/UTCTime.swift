/// A time in UTC with a resolution of one second, in the Gregorian calendar. Contains the only calendar arithmetic of this
/// library.
struct UTCTime: Sendable, Hashable {
    /// Seconds since the start of 1970, without leap seconds (POSIX).
    let secondsSince1970: Int64

    /// Creates a time. Clamps it to the years 1 to 9999.
    init(secondsSince1970 seconds: Double) {
        secondsSince1970 = Int64(min(max(seconds.isNaN ? 0 : seconds.rounded(.down), -62_135_596_800), 253_402_300_799))
    }

    /// Parses a time of a property list: `2026-01-02T03:04:05Z`. Returns nil for other formats, and for days and hours that do
    /// not exist.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let form = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == form.count,
            zip(bytes, form).allSatisfy({ byte, expected in expected == UInt8(ascii: "0") ? byte.isDigit : byte == expected })
        else { return nil }
        let fields = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { range in
            bytes[range].reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        guard year > 0, (1...12).contains(month), (1...31).contains(day), fields[3] < 24, fields[4] < 60, fields[5] < 60 else {
            return nil
        }
        let days = Self.days(year, month, day)
        guard Self.date(days) == (year, month, day) else { return nil }
        secondsSince1970 = days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
    }

    /// The time in the format of Apple's tools: `2026-01-02 03:04:05 +0000`.
    var text: String {
        let days = Int64((Double(secondsSince1970) / 86_400).rounded(.down))
        let (year, month, day) = Self.date(days)
        let second = secondsSince1970 - days * 86_400
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2)) "
            + "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2)) +0000"
    }

    /// Returns the days since 1970 of a Gregorian date. Years begin in March, so that the leap day is the last one.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
    }

    /// Returns the date of a number of days since 1970, from the year 1 on.
    private static func date(_ days: Int64) -> (Int64, Int64, Int64) {
        let sinceMarch = days + 719_468
        let (era, dayOfEra) = (sinceMarch / 146_097, sinceMarch % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
