import Foundation

/// The device's time for people, in UTC.
struct ClockText {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    /// `9:41`
    var time: String {
        let parts = Self.calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        return "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// `Saturday 9 May`
    var day: String {
        let parts = Self.calendar.dateComponents([.weekday, .day, .month], from: date)
        return "\(Self.name(Self.weekdays, parts.weekday)) \(parts.day ?? 1) \(Self.name(Self.months, parts.month))"
    }

    /// For machines.
    var machine: String { date.formatted(.iso8601) }

    private static func name(_ names: [String], _ number: Int?) -> String {
        names[max(1, min(names.count, number ?? 1)) - 1]
    }

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
