internal import FoundationEssentials

/// The date of an HTTP answer (RFC 9110, section 5.6.7), in the one form that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// The time, or nil where the text is something else.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, bytes[3...4].elementsEqual(", ".utf8), bytes[25...].elementsEqual(" GMT".utf8),
            [7, 11, 16].allSatisfy({ bytes[$0] == UInt8(ascii: " ") }), [19, 22].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }),
            let month = months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
            let day = number(bytes[5..<7]), (1...31).contains(day), let year = number(bytes[12..<16]), year >= 1970,
            let hour = number(bytes[17..<19]), hour < 24, let minute = number(bytes[20..<22]), minute < 60,
            let second = number(bytes[23..<25]), second <= 60
        else { return nil }
        let seconds = (days(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// The days from 1970 to a day of the Gregorian calendar, months from 0.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let before = year - 1
        let years = (year - 1_970) * 365 + (before / 4 - before / 100 + before / 400) - 477
        return years + daysBefore[month] + (isLeap && month > 1 ? 1 : 0) + day - 1
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
}
