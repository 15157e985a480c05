/// A parser for XML property lists.
struct XMLPropertyListReader {
    var scanner: XMLScanner
    private var nodes = 0

    init(_ bytes: [UInt8]) {
        scanner = XMLScanner(bytes)
    }

    mutating func read() throws(PropertyListError) -> PropertyListNode {
        try scanner.checkForm()
        try scanner.skipProlog()
        let start = scanner.offset
        let root = try scanner.openingTag()
        guard root.name == "plist" else { throw PropertyListError(.unknownTag, at: start, "the outermost tag must be plist") }
        guard !root.isEmpty else { throw PropertyListError(.unexpected, at: start, "the property list is empty") }
        try scanner.skipSpaceAndComments()
        let node = try value(depth: 0)
        try scanner.skipSpaceAndComments()
        try scanner.closingTag("plist")
        try scanner.skipSpaceAndComments()
        guard scanner.isAtEnd else {
            throw PropertyListError(.unexpected, at: scanner.offset, "content follows the property list")
        }
        return node
    }

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListNode {
        let start = scanner.offset
        nodes += 1
        guard nodes <= PropertyList.maximumNodes else {
            throw PropertyListError(.tooManyValues, at: start, "more than \(PropertyList.maximumNodes) values")
        }
        guard depth <= PropertyList.maximumDepth else {
            throw PropertyListError(.tooDeep, at: start, "nested deeper than \(PropertyList.maximumDepth) levels")
        }
        let tag = try scanner.openingTag()
        return PropertyListNode(offset: start, value: try value(of: tag, at: start, depth: depth))
    }

    private mutating func value(of tag: XMLScanner.Tag, at start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        switch tag.name {
        case "true", "false":
            if !tag.isEmpty { try scanner.closingTag(tag.name) }
            return .boolean(tag.name == "true")
        case "array": return .array(tag.isEmpty ? [] : try array(depth: depth))
        case "dict": return .dictionary(tag.isEmpty ? [] : try dictionary(depth: depth))
        case "string", "integer", "real", "date", "data":
            let text = tag.isEmpty ? "" : try scanner.text(closedBy: tag.name)
            guard let value = PropertyListValue(text, of: tag.name) else {
                throw PropertyListError(.badValue, at: start, "not a valid \(tag.name) value")
            }
            return value
        default: throw PropertyListError(.unknownTag, at: start, "property lists do not have this tag")
        }
    }

    private mutating func array(depth: Int) throws(PropertyListError) -> [PropertyListNode] {
        var elements: [PropertyListNode] = []
        try scanner.skipSpaceAndComments()
        while !scanner.isAtClosingTag {
            elements.append(try value(depth: depth + 1))
            try scanner.skipSpaceAndComments()
        }
        try scanner.closingTag("array")
        return elements
    }

    private mutating func dictionary(depth: Int) throws(PropertyListError) -> [PropertyListMember] {
        var members: [PropertyListMember] = []
        var keys: Set<String> = []
        try scanner.skipSpaceAndComments()
        while !scanner.isAtClosingTag {
            let start = scanner.offset
            let tag = try scanner.openingTag()
            guard tag.name == "key" else { throw PropertyListError(.unexpected, at: start, "a key is expected") }
            let key = tag.isEmpty ? "" : try scanner.text(closedBy: "key")
            guard keys.insert(key).inserted else { throw PropertyListError(.duplicateKey, at: start, "the key occurs twice") }
            try scanner.skipSpaceAndComments()
            guard !scanner.isAtClosingTag else { throw PropertyListError(.unexpected, at: scanner.offset, "the key has no value") }
            members.append(PropertyListMember(key: key, value: try value(depth: depth + 1)))
            try scanner.skipSpaceAndComments()
        }
        try scanner.closingTag("dict")
        return members
    }
}

/// A tokenizer for the XML of property lists.
struct XMLScanner {
    /// An opening tag.
    struct Tag {
        let name: String
        /// Whether the tag closes itself.
        let isEmpty: Bool
    }

    private(set) var offset = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    var isAtClosingTag: Bool { isAt("</") }

    /// Rejects content that is not XML in UTF-8, and names the probable format.
    mutating func checkForm() throws(PropertyListError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
            throw PropertyListError(.unknownForm, at: 0, "the file is UTF-16 or binary; only UTF-8 is supported")
        }
        skipSpace()
        guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset, "the file is empty") }
        guard bytes[offset] == UInt8(ascii: "<") else {
            let seems =
                bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "(")
                ? ": it may be JSON or the old text format" : ""
            throw PropertyListError(.unknownForm, at: offset, "neither XML nor a binary property list\(seems)")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw PropertyListError(.badText, at: firstBadByte, "the text is not UTF-8")
        }
    }

    /// Skips the XML declaration, comments, and a document type that only references Apple's.
    mutating func skipProlog() throws(PropertyListError) {
        if isAt("<?xml") {
            let start = offset
            let declaration = String(decoding: try skipPast("?>", from: start), as: UTF8.self).lowercased()
            guard !declaration.contains("encoding") || declaration.contains("utf-8") else {
                throw PropertyListError(.unknownForm, at: start, "the declared encoding is not UTF-8")
            }
        }
        try skipSpaceAndComments()
        if isAt("<!DOCTYPE") {
            let start = offset
            let type = try skipPast(">", from: start)
            guard type.dropFirst().allSatisfy({ $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "<") }),
                type.starts(with: "<!DOCTYPE plist".utf8)
            else {
                throw PropertyListError(.declaration, at: start, "a document type must only reference Apple's plist definition")
            }
            try skipSpaceAndComments()
        }
    }

    mutating func skipSpaceAndComments() throws(PropertyListError) {
        while true {
            skipSpace()
            guard isAt("<!--") else { return }
            try skipPast("-->", from: offset + 4)
        }
    }

    /// Parses a tag such as `<dict>` or `<true/>`. Only the outermost tag may have an attribute, its version.
    mutating func openingTag() throws(PropertyListError) -> Tag {
        let start = offset
        guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset, "the file ends before a value") }
        guard bytes[offset] == UInt8(ascii: "<") else {
            throw PropertyListError(.unexpected, at: offset, "a value is expected instead of text")
        }
        if isAt("<!") || isAt("<?") {
            throw PropertyListError(.declaration, at: offset, "a value is expected instead of a declaration or instruction")
        }
        offset += 1
        let name = tagName()
        skipSpace()
        if name == "plist", isAt("version=") { try skipVersion() }
        skipSpace()
        let isEmpty = isAt("/>")
        guard isEmpty || isAt(">") else {
            throw isAtEnd
                ? PropertyListError(.unexpectedEnd, at: offset, "the file ends within a tag")
                : PropertyListError(.unknownTag, at: start, "unknown tag, or a tag with attributes")
        }
        offset += isEmpty ? 2 : 1
        return Tag(name: name, isEmpty: isEmpty)
    }

    mutating func closingTag(_ name: String) throws(PropertyListError) {
        guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset, "the file ends before \(name) is closed") }
        guard isAt("</\(name)") else {
            throw PropertyListError(.mismatchedTag, at: offset, "the closing tag of \(name) is expected")
        }
        let start = offset
        offset += 2 + name.utf8.count
        skipSpace()
        guard isAt(">") else { throw PropertyListError(.mismatchedTag, at: start, "the closing tag of \(name) is expected") }
        offset += 1
    }

    /// Parses text up to and including a closing tag. Resolves entities and normalizes line ends to U+000A (XML 1.0 section
    /// 2.11).
    mutating func text(closedBy name: String) throws(PropertyListError) -> String {
        var text: [UInt8] = []
        while !isAtEnd {
            switch bytes[offset] {
            case UInt8(ascii: "<"):
                if isAt("<![CDATA[") {
                    text += try skipPast("]]>", from: offset + 9).dropFirst(9).dropLast(3)
                } else if isAt("<!--") {
                    try skipPast("-->", from: offset + 4)
                } else {
                    try closingTag(name)
                    return String(decoding: text, as: UTF8.self)
                }
            case UInt8(ascii: "&"):
                text += Array(String(try entity()).utf8)
            case 0x0D:
                text.append(0x0A)
                offset += isAt("\r\n") ? 2 : 1
            case let byte where byte < 0x20 && byte != 0x09 && byte != 0x0A:
                throw PropertyListError(.badText, at: offset, "a control character that XML does not permit")
            case let byte:
                text.append(byte)
                offset += 1
            }
        }
        throw PropertyListError(.unexpectedEnd, at: offset, "the file ends before \(name) is closed")
    }

    /// Parses one of the five entities of XML, or a numeric character reference. No other entity can be defined or expanded.
    private mutating func entity() throws(PropertyListError) -> Unicode.Scalar {
        let start = offset
        let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw PropertyListError(.unknownEntity, at: start, "an ampersand must begin an entity") }
        offset = end + 1
        let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard name.hasPrefix("#"), digits.utf8.allSatisfy({ isHexadecimal ? $0.hexadecimalDigit != nil : $0.isDigit }),
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(value), Self.isCharacter(scalar)
        else { throw PropertyListError(.unknownEntity, at: start, "unknown entity or invalid character reference") }
        return scalar
    }

    /// Returns whether the scalar matches the production Char of XML 1.0 section 2.2.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    private mutating func tagName() -> String {
        let start = offset
        while offset < bytes.count, offset - start < 16, bytes[offset].isLetterDigitOrHyphen { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func skipVersion() throws(PropertyListError) {
        guard isAt("version=\"1.0\"") || isAt("version='1.0'") else {
            throw PropertyListError(.unknownForm, at: offset, "only version 1.0 of property lists is supported")
        }
        offset += "version='1.0'".utf8.count
    }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    /// Skips to the end of the next `mark` at or after `place`, and returns the skipped text.
    @discardableResult
    private mutating func skipPast(_ mark: String, from place: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        let mark = Array(mark.utf8)
        let start = offset
        var end = place
        while end + mark.count <= bytes.count {
            if bytes[end..<(end + mark.count)].elementsEqual(mark) {
                offset = end + mark.count
                return bytes[start..<offset]
            }
            end += 1
        }
        throw PropertyListError(.unexpectedEnd, at: start, "the construct is not terminated")
    }

    private func isAt(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

    private var firstBadByte: Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { place += UTF8.width(scalar) }
        return place
    }
}
