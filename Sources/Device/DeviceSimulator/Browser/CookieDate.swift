import Foundation

extension Date {
    /// Parses the value of `Expires` in a cookie (RFC 6265bis, section 5.1.1), which accepts more forms than HTTP dates.
    ///
    /// Returns nil without a time, a day, a month or a year, and for a date that does not exist or is before 1601.
    init?(cookieDate text: String) {
        var time: [Int]?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.utf8.split(whereSeparator: Self.isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = Self.number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = Self.month(token) {
                month = found
            } else if year == nil, let found = Self.number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1_900 }
        if (0...69).contains(year) { year += 2_000 }
        guard year >= 1_601, time[0] <= 23, time[1] <= 59, time[2] <= 59 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            calendar: calendar, timeZone: .gmt, year: year, month: month, day: day, hour: time[0], minute: time[1],
            second: time[2])
        guard components.isValidDate, let date = components.date else { return nil }
        self = date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses hours, minutes and seconds, with anything but a digit behind them.
    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, isNumber(parts[0]), isNumber(parts[1]), let hour = number(parts[0], digits: 1...2),
            let minute = number(parts[1], digits: 1...2), let second = number(parts[2], digits: 1...2)
        else { return nil }
        return [hour, minute, second]
    }

    private static func isNumber(_ token: Substring.UTF8View) -> Bool { token.allSatisfy { (0x30...0x39).contains($0) } }

    /// Parses the digits at the start of a token; nil for another number of them.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix { (0x30...0x39).contains($0) }
        return digits.contains(number.count) ? Int(String(Substring(number))) : nil
    }

    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(Substring(token.prefix(3))).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
