/// Reads the tags and texts of an HTML page in order, as the tokenizer of the HTML standard (13.2.5) does.
///
/// Reads every byte a fixed number of times, counted in ``work``. Passes bytes that are not UTF-8 unchanged.
struct TagReader {
    /// A tag. Ranges are positions in the page.
    struct Tag {
        /// The lower-case name.
        let name: String
        let isEnd: Bool
        let isSelfClosing: Bool
        /// The first attribute of each name: the lower-case name, and the value as written without quotes.
        let attributes: [(name: String, value: Range<Int>)]
        /// The position of its `<`.
        let position: Int
    }

    enum Token {
        case text(Range<Int>)
        case tag(Tag)
    }

    private let page: [UInt8]
    private var position = 0
    /// The number of bytes read, including repeated reads.
    private(set) var work = WorkMeter()

    init(_ page: [UInt8]) {
        self.page = page
    }

    /// Returns the next text or tag. Skips comments, declarations and incomplete tags. Returns nil at the end.
    mutating func next() -> Token? {
        while let here = byte(0) {
            guard here == .lessThan else { return .text(text()) }
            let next = byte(1)
            if next.isLetter { return tag(isEnd: false) }
            if next == .slash, byte(2).isLetter { return tag(isEnd: true) }
            if next == .slash, byte(2) == .greaterThan {
                position += 3
            } else if next == .slash, byte(2) != nil {
                passDeclaration()
            } else if next == .exclamation, byte(2) == .hyphen, byte(3) == .hyphen {
                passComment()
            } else if next == .exclamation || next == .question {
                passDeclaration()
            } else {
                // A single "<" is text.
                position += 1
                return .text(position - 1..<position)
            }
        }
        return nil
    }

    /// Returns the text of an element without tags, and advances past its end tag. Call this directly after its start tag.
    mutating func textOfElement(_ name: String) -> Range<Int> {
        let name = Array(name.utf8)
        let start = position
        let isScript = name.elementsEqual("script".utf8)
        var (isEscaped, isDoublyEscaped) = (false, false)
        while let here = byte(0) {
            if isScript, here == .lessThan, byte(1) == .exclamation, byte(2) == .hyphen, byte(3) == .hyphen {
                // The two hyphens may also be those of the end.
                (isEscaped, position) = (true, position + 2)
            } else if isScript, here == .hyphen, byte(1) == .hyphen, byte(2) == .greaterThan {
                (isEscaped, isDoublyEscaped, position) = (false, false, position + 3)
            } else if isScript, isEscaped, here == .lessThan, isName(name, at: position + 1) {
                (isDoublyEscaped, position) = (true, position + 1)
            } else if here == .lessThan, byte(1) == .slash, isName(name, at: position + 2) {
                guard isDoublyEscaped else {
                    let end = position
                    _ = tag(isEnd: true)
                    return start..<end
                }
                (isDoublyEscaped, position) = (false, position + 1)
            } else {
                position += 1
            }
        }
        return start..<page.count
    }

    private mutating func byte(_ offset: Int) -> UInt8? {
        work.add(1)
        return position + offset < page.count ? page[position + offset] : nil
    }

    private mutating func text() -> Range<Int> {
        let start = position
        while let here = byte(0), here != .lessThan { position += 1 }
        return start..<position
    }

    /// Skips to the next `>`.
    private mutating func passDeclaration() {
        while let here = byte(0), here != .greaterThan { position += 1 }
        position = min(position + 1, page.count)
    }

    private mutating func passComment() {
        position += 4
        if byte(0) == .greaterThan { return position += 1 }
        if byte(0) == .hyphen, byte(1) == .greaterThan { return position += 2 }
        while let here = byte(0) {
            if here == .hyphen, byte(1) == .hyphen {
                if byte(2) == .greaterThan { return position += 3 }
                if byte(2) == .exclamation, byte(3) == .greaterThan { return position += 4 }
            }
            position += 1
        }
    }

    /// Returns whether the complete name of an element is at this position.
    private mutating func isName(_ name: [UInt8], at start: Int) -> Bool {
        guard start + name.count < page.count else { return false }
        work.add(name.count)
        for index in name.indices where page[start + index].lowercased != name[index] { return false }
        let next = page[start + name.count]
        return next.isSpace || next == .slash || next == .greaterThan
    }

    /// Reads a tag from its `<` and first letter. Returns nil if the page ends within it.
    private mutating func tag(isEnd: Bool) -> Token? {
        let start = position
        position += isEnd ? 2 : 1
        let name = lowercased { $0.isSpace || $0 == .slash || $0 == .greaterThan }
        var attributes: [(name: String, value: Range<Int>)] = []
        var names: Set<String> = []
        var isSelfClosing = false
        while true {
            while let here = byte(0), here.isSpace || here == .slash {
                isSelfClosing = here == .slash && byte(1) == .greaterThan
                position += 1
            }
            guard let here = byte(0) else { return nil }
            if here == .greaterThan {
                position += 1
                break
            }
            // A name may begin with "=".
            if here == .equals { position += 1 }
            let rest = lowercased { $0.isSpace || $0 == .slash || $0 == .greaterThan || $0 == .equals }
            let attribute = here == .equals ? "=" + rest : rest
            while let here = byte(0), here.isSpace { position += 1 }
            var value = position..<position
            if byte(0) == .equals {
                position += 1
                guard let written = self.value() else { return nil }
                value = written
            }
            if names.insert(attribute).inserted { attributes.append((attribute, value)) }
        }
        return .tag(Tag(name: name, isEnd: isEnd, isSelfClosing: isSelfClosing, attributes: attributes, position: start))
    }

    /// Reads the value after `=`. Returns nil if the page ends within it.
    private mutating func value() -> Range<Int>? {
        while let here = byte(0), here.isSpace { position += 1 }
        guard let first = byte(0) else { return nil }
        if first == .greaterThan { return position..<position }
        if first == .quote || first == .apostrophe {
            position += 1
            let start = position
            while let here = byte(0), here != first { position += 1 }
            guard byte(0) != nil else { return nil }
            position += 1
            return start..<position - 1
        }
        let start = position
        while let here = byte(0), !here.isSpace, here != .greaterThan { position += 1 }
        return start..<position
    }

    private mutating func lowercased(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while let here = byte(0), !isEnd(here) { position += 1 }
        return String(decoding: page[start..<position].map(\.lowercased), as: UTF8.self)
    }
}

extension UInt8 {
    static let lessThan = UInt8(ascii: "<")
    static let greaterThan = UInt8(ascii: ">")
    static let slash = UInt8(ascii: "/")
    static let exclamation = UInt8(ascii: "!")
    static let question = UInt8(ascii: "?")
    static let hyphen = UInt8(ascii: "-")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")

    /// Whether the byte is ASCII whitespace as defined by the HTML standard.
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    /// Whether the byte is an ASCII letter.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// The lower-case letter of an upper-case ASCII letter. Other bytes are unchanged.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension UInt8? {
    /// Whether the byte exists and is an ASCII letter.
    var isLetter: Bool { self?.isLetter ?? false }
}
