/// A table in the format of RFC 4180, with the position of every field.
///
/// Lines end with CR LF or LF. A byte order mark and empty lines are ignored. Every record must have as many fields as the first
/// one. Nothing is repaired: a quote in an unquoted field, and text after a closing quote, are errors.
struct CSVText {
    /// A field with its position.
    struct Field: Equatable {
        let text: String
        /// The line and the column in Unicode scalars, both from 1.
        let line: Int
        let column: Int
    }

    /// The limits of the parser. The messages of ``CSVError`` name the default ones.
    struct Limits {
        /// The maximum size in bytes: 32 MiB.
        var length = 32 << 20
        /// The maximum number of records, including the header.
        var records = 100_001
        var fields = 64
        /// The maximum length of a field in UTF-8 bytes.
        var fieldLength = 65_536
    }

    private(set) var records: [[Field]] = []

    /// Parses a table.
    ///
    /// - Throws: ``CSVError`` with line and column if the text is malformed or exceeds the limits.
    init(_ bytes: some Collection<UInt8>, limits: Limits = Limits()) throws(CSVError) {
        guard bytes.count <= limits.length else { throw CSVError(.tooLarge, line: 1, column: 1) }
        var reader = CSVReader(Array(bytes), limits)
        while let record = try reader.nextRecord() {
            guard records.count < limits.records else { throw CSVError(.tooManyRecords, at: record[0]) }
            if let first = records.first, first.count != record.count {
                throw CSVError(.fieldCount(expected: first.count, found: record.count), at: record[0])
            }
            records.append(record)
        }
    }
}

/// Reads one record after the other, in linear time.
private struct CSVReader {
    private let bytes: [UInt8]
    private let limits: CSVText.Limits
    private var position = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8], _ limits: CSVText.Limits) {
        self.bytes = bytes
        self.limits = limits
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func nextRecord() throws(CSVError) -> [CSVText.Field]? {
        while let byte = peek, byte == Self.lineFeed || byte == Self.carriageReturn { try endLine() }
        guard peek != nil else { return nil }
        var fields: [CSVText.Field] = []
        while true {
            guard fields.count < limits.fields else { throw CSVError(.tooManyFields, line: line, column: column) }
            fields.append(peek == Self.quote ? try quotedField() : try plainField())
            guard peek == Self.comma else { break }
            advance()
        }
        if peek != nil { try endLine() }
        return fields
    }

    private mutating func plainField() throws(CSVError) -> CSVText.Field {
        let (startLine, startColumn) = (line, column)
        var text: [UInt8] = []
        while let byte = peek, byte != Self.comma, byte != Self.lineFeed, byte != Self.carriageReturn {
            guard byte != Self.quote else { throw CSVError(.strayQuote, line: line, column: column) }
            text.append(byte)
            advance()
        }
        return try field(text, startLine, startColumn)
    }

    private mutating func quotedField() throws(CSVError) -> CSVText.Field {
        let (startLine, startColumn) = (line, column)
        advance()
        var text: [UInt8] = []
        while true {
            guard let byte = peek else { throw CSVError(.openQuote, line: startLine, column: startColumn) }
            advance()
            if byte == Self.quote {
                guard peek == Self.quote else { break }
                advance()
            }
            text.append(byte)
        }
        if let byte = peek, byte != Self.comma, byte != Self.lineFeed, byte != Self.carriageReturn {
            throw CSVError(.textAfterQuote, line: line, column: column)
        }
        return try field(text, startLine, startColumn)
    }

    private func field(_ bytes: [UInt8], _ line: Int, _ column: Int) throws(CSVError) -> CSVText.Field {
        guard bytes.count <= limits.fieldLength else { throw CSVError(.fieldTooLong, line: line, column: column) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CSVError(.notUTF8, line: line, column: column) }
        return CSVText.Field(text: text, line: line, column: column)
    }

    private mutating func endLine() throws(CSVError) {
        if peek == Self.carriageReturn {
            guard position + 1 < bytes.count, bytes[position + 1] == Self.lineFeed else {
                throw CSVError(.strayCarriageReturn, line: line, column: column)
            }
            advance()
        }
        advance()
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func advance() {
        let byte = bytes[position]
        position += 1
        if byte == Self.lineFeed {
            line += 1
            column = 1
        } else if position == bytes.count || bytes[position] & 0b1100_0000 != 0b1000_0000 {
            // A character ends where the next byte begins another one.
            column += 1
        }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

/// The reason why a text is not a table of passwords, and the position. It never quotes the text, which contains passwords.
package struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// More than 32 MiB.
        case tooLarge
        /// More than 100,000 records after the header.
        case tooManyRecords
        /// More than 64 fields in one record.
        case tooManyFields
        /// More than 64 KiB in one field.
        case fieldTooLong
        case notUTF8
        /// A quote in an unquoted field.
        case strayQuote
        /// A quoted field without a closing quote.
        case openQuote
        /// Text other than a comma or line end after a closing quote.
        case textAfterQuote
        /// A carriage return without a line feed, outside quotes.
        case strayCarriageReturn
        /// A record whose number of fields differs from that of the header.
        case fieldCount(expected: Int, found: Int)
        /// An empty file, without a header.
        case empty
        /// A header without this column.
        case missingColumn(String)
        /// A header with this column twice.
        case repeatedColumn(String)
    }

    package let reason: Reason
    /// The line, from 1.
    package let line: Int
    /// The column in Unicode scalars, from 1.
    package let column: Int

    init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }

    init(_ reason: Reason, at field: CSVText.Field) {
        self.init(reason, line: field.line, column: field.column)
    }

    /// A line for the user.
    package var description: String { "line \(line), column \(column): \(words)" }

    private var words: String {
        switch reason {
        case .tooLarge: "the file is larger than 32 MiB"
        case .tooManyRecords: "the file has more than 100,000 entries"
        case .tooManyFields: "the line has more than 64 fields"
        case .fieldTooLong: "the field is longer than 64 KiB"
        case .notUTF8: "the field is not UTF-8"
        case .strayQuote: "an unquoted field contains a quote; quote the field and double the quote"
        case .openQuote: "the closing quote of the field is missing"
        case .textAfterQuote: "text follows the closing quote; write a quote within a field twice"
        case .strayCarriageReturn: "a carriage return is not followed by a line feed"
        case .fieldCount(let expected, let found): "the line has \(found) fields, the header has \(expected)"
        case .empty: "the file is empty"
        case .missingColumn(let name): "the header has no column \(name)"
        case .repeatedColumn(let name): "the header has the column \(name) twice"
        }
    }
}
