internal import Foundation
internal import Secrets

/// A header field, folded (RFC 5322 section 2.2.3).
///
/// Values come from types that cannot contain a line end. The initializer checks this again, so that a field cannot have a CR or LF outside
/// its folds.
struct MailHeader: Sendable {
    let name: StaticString

    /// The value with its folds.
    let value: String

    /// Joins the parts with spaces. Folds before a part that would end after column 76.
    private init(_ name: StaticString, parts: [some StringProtocol]) {
        self.name = name
        var value = ""
        var column = name.utf8CodeUnitCount + 1
        for (index, part) in parts.enumerated() {
            precondition(!part.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }, "the types of values exclude line ends")
            if index > 0, column + 1 + part.utf8.count > 76 {
                value += "\r\n"
                column = 0
            }
            value += " \(part)"
            column += 1 + part.utf8.count
        }
        self.value = String(value.dropFirst())
    }

    /// The encoded field with its line end.
    var bytes: [UInt8] { Array("\(name): \(value)".utf8) + Self.crlf }

    static let crlf: [UInt8] = [0x0D, 0x0A]
}

extension MailHeader {
    /// Creates a field with an ASCII value in a specific syntax.
    static func token(_ name: StaticString, _ value: String) -> MailHeader { MailHeader(name, parts: value.split(separator: " ")) }

    /// Creates a field of unstructured text. Text that is not ASCII becomes encoded-words (RFC 2047 section 2).
    static func text(_ name: StaticString, _ text: String) -> MailHeader { MailHeader(name, parts: words(text)) }

    /// Creates a field with a display name and one address.
    static func address(_ name: StaticString, _ address: MailAddress, name display: MailLine?) -> MailHeader {
        guard let display = display?.text else { return MailHeader(name, parts: [address.text]) }
        let isPlain = display.utf8.allSatisfy { $0.isASCIIByte } && !display.contains("=?")
        let phrase = isPlain ? ["\"" + display.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""] : words(display)
        return MailHeader(name, parts: phrase + ["<\(address.text)>"])
    }

    /// Creates the field `Date` in UTC (RFC 5322 section 3.3).
    static func date(_ date: Date) -> MailHeader {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        func digits(_ part: Int?, _ count: Int = 2) -> String {
            let text = String(part ?? 0)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][((parts.weekday ?? 1) - 1) % 7]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[((parts.month ?? 1) - 1) % 12]
        let time = "\(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
        return token("Date", "\(day), \(digits(parts.day)) \(month) \(digits(parts.year, 4)) \(time) +0000")
    }

    /// Returns the words of a text, or its encoded-words. Text that a reader could parse as an encoded-word is encoded too.
    private static func words(_ text: String) -> [String] {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard !isPlain || text.contains("=?") || text.contains("  ") else { return text.split(separator: " ").map(String.init) }
        var words: [String] = []
        var chunk: [UInt8] = []
        // A line with encoded-words has at most 76 characters, and no word splits a character. 45 bytes become 72 characters with the
        // delimiters; 36 bytes become 60, beside the name of the field.
        for scalar in text.unicodeScalars {
            if chunk.count + UTF8.width(scalar) > (words.isEmpty ? 36 : 45) {
                words.append(encodedWord(chunk))
                chunk = []
            }
            chunk += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return words + [encodedWord(chunk)]
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Base64.standard.encodePadded(bytes))?=" }
}
