/// Why a text is no table of passwords, and where. It never quotes the text, which holds passwords.
package struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// Over 32 MiB.
        case tooLarge
        /// Over 100,000 below the header.
        case tooManyRecords
        /// Over 64 in one record.
        case tooManyFields
        /// Over 64 KiB.
        case fieldTooLong
        case notUTF8
        /// A quote within a field that does not begin with one.
        case strayQuote
        /// A quoted field that does not end.
        case openQuote
        /// Something other than a comma or line end behind a closing quote.
        case textAfterQuote
        /// A carriage return without a line feed, outside quotes.
        case strayCarriageReturn
        /// A record with another number of fields than the header.
        case fieldCount(expected: Int, found: Int)
        /// Nothing at all, not even a header.
        case empty
        /// A header that lacks this column.
        case missingColumn(String)
        /// A header that has this column twice.
        case repeatedColumn(String)
    }

    package let reason: Reason
    /// From 1.
    package let line: Int
    /// In characters, from 1.
    package let column: Int

    init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    init(_ reason: Reason, at field: CSVText.Field) {
        self.init(reason, line: field.line, column: field.column)
    }

    /// A line for the person.
    package var description: String { "line \(line), column \(column): \(words)" }

    private var words: String {
        switch reason {
        case .tooLarge: "the file is larger than 32 MiB"
        case .tooManyRecords: "the file holds more than 100,000 entries"
        case .tooManyFields: "the line has more than 64 fields"
        case .fieldTooLong: "the field is longer than 64 KiB"
        case .notUTF8: "the field is not UTF-8"
        case .strayQuote: "a quote stands in a field that is not quoted; quote the field, and double the quote"
        case .openQuote: "the quoted field does not end"
        case .textAfterQuote: "text stands behind the closing quote; a quote within a field is written twice"
        case .strayCarriageReturn: "a carriage return stands without a line feed"
        case .fieldCount(let expected, let found): "the line has \(found) fields, the header has \(expected)"
        case .empty: "the file is empty"
        case .missingColumn(let name): "the header has no column \(name)"
        case .repeatedColumn(let name): "the header has the column \(name) twice"
        }
    }
}
