/// Writes values as UTF-8.
struct JSONWriter {
    let layout: JSONLayout
    let escaping: JSONEscaping
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    init(layout: JSONLayout, escaping: JSONEscaping) {
        self.layout = layout
        self.escaping = escaping
        // Most responses fit, and the array then never grows.
        bytes.reserveCapacity(1_024)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: put("null")
        case .boolean(let value): put(value ? "true" : "false")
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): writeQuoted(string)
        case .array(let elements):
            writeContainer("[", "]", elements) { writer, element in writer.write(element) }
        case .object(let object):
            writeContainer("{", "}", object.members) { writer, member in
                writer.writeQuoted(member.name)
                writer.put(writer.layout == .pretty ? ": " : ":")
                writer.write(member.value)
            }
        }
    }

    private mutating func writeContainer<Item>(
        _ opening: StaticString, _ closing: StaticString, _ items: [Item], _ writeItem: (inout JSONWriter, Item) -> Void
    ) {
        put(opening)
        depth += 1
        for (position, item) in items.enumerated() {
            if position > 0 { put(",") }
            beginLine()
            writeItem(&self, item)
        }
        depth -= 1
        if !items.isEmpty { beginLine() }
        put(closing)
    }

    private mutating func beginLine() {
        guard layout == .pretty else { return }
        bytes.append(.lineFeed)
        bytes.append(contentsOf: repeatElement(.space, count: depth * 2))
    }

    private mutating func writeQuoted(_ string: String) {
        bytes.append(.quote)
        defer { bytes.append(.quote) }
        // Almost every string is copied as a whole.
        var string = string
        let escaping = escaping
        let isCopied = string.withUTF8 { utf8 in
            guard utf8.allSatisfy({ Self.isPlain($0, escaping) }) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        guard !isCopied else { return }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": put("\\\"")
            case "\\": put("\\\\")
            case "\n": put("\\n")
            case "\r": put("\\r")
            case "\t": put("\\t")
            case "\u{8}": put("\\b")
            case "\u{C}": put("\\f")
            case "\u{0}"..."\u{1F}": writeEscape(scalar)
            case "<", ">", "&", "\u{2028}", "\u{2029}":
                if escaping == .embeddable { writeEscape(scalar) } else { bytes.append(contentsOf: scalar.utf8) }
            // Appending a single byte is far cheaper than appending a collection of one.
            case _ where scalar.isASCII: bytes.append(UInt8(ascii: scalar))
            default: bytes.append(contentsOf: scalar.utf8)
            }
        }
    }

    /// Whether the byte of a string is written as it is in every string.
    private static func isPlain(_ byte: UInt8, _ escaping: JSONEscaping) -> Bool {
        switch byte {
        case 0..<0x20, .quote, UInt8(ascii: "\\"): false
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x80...: escaping == .minimal
        default: true
        }
    }

    private mutating func writeEscape(_ scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        put("\\u")
        bytes.append(contentsOf: repeatElement(.zero, count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}
