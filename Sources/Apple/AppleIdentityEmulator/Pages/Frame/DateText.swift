import FoundationEssentials
import Markup

/// A moment for people, in UTC: `21 Nov 2026, 12:40:08`, and for machines.
struct DateText {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    var human: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let month = Self.months[max(1, min(12, parts.month ?? 1)) - 1]
        let clock = [parts.hour, parts.minute, parts.second].map { part in
            let digits = String(part ?? 0)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }
        return "\(parts.day ?? 1) \(month) \(parts.year ?? 2000), \(clock.joined(separator: ":"))"
    }

    var html: HTML { time(.datetime(date.formatted(.iso8601))) { human } }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
