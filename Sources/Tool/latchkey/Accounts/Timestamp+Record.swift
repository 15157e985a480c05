import Accounts
import Foundation

extension Timestamp {
    /// Reads `2026-11-21T09:06:00Z`, with or without milliseconds, and nothing else.
    init?(recorded text: String) {
        guard text.utf8.count == 20 || text.utf8.count == 24, text.last == "Z" else { return nil }
        guard let date = try? Self.wholeSeconds.parse(text.prefix(19) + "Z") else { return nil }
        // The fraction is read apart from the seconds, since a floating-point number of seconds does not hold every millisecond.
        guard let milliseconds = text.utf8.count == 20 ? 0 : Int64(text.dropFirst(20).dropLast()) else { return nil }
        self.init(milliseconds: Int64(date.timeIntervalSince1970) * 1_000 + milliseconds)
        guard description == text || text.utf8.count == 20 && description == text.dropLast() + ".000Z" else { return nil }
    }

    private static var wholeSeconds: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}
