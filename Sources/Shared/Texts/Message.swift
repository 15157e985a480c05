/// A text with named arguments and plurals, in the syntax of ICU MessageFormat.
///
/// The accepted part of the syntax is text, `{name}` and `{name, plural, one {# item} other {# items}}` with `=0` for exact numbers. In a
/// branch `#` is the number. A plural does not contain a plural. As in ICU, `''` is an apostrophe, and an apostrophe before `{`, `}` or `#`
/// begins text in which they have no meaning; it ends at the next apostrophe.
package struct Message: Sendable, Hashable {
    let parts: [Part]

    indirect enum Part: Sendable, Hashable {
        case text(String)
        case argument(String)
        /// The number of the surrounding plural.
        case count
        case plural(String, exact: [Int: [Part]], branches: [PluralCategory: [Part]])
    }

    /// The kind of an argument, as its uses in the message show.
    package enum ArgumentKind: String, Sendable, Hashable {
        case simple, plural
    }

    /// Parses a message.
    ///
    /// - Throws: ``MessageError`` for the first error.
    package init(_ text: String) throws(MessageError) {
        var parser = MessageParser(text)
        parts = try parser.message()
    }

    init(parts: [Part]) {
        self.parts = parts
    }

    /// The arguments by name. An argument that selects a plural has that kind, even where the message also shows it.
    package var arguments: [String: ArgumentKind] {
        var found: [String: ArgumentKind] = [:]
        Self.visit(parts) { part in
            switch part {
            case .argument(let name): found[name] = found[name] ?? .simple
            case .plural(let name, _, _): found[name] = .plural
            case .text, .count: break
            }
        }
        return found
    }

    /// The categories that each plural has a branch for.
    package var branches: [Set<PluralCategory>] {
        var found: [Set<PluralCategory>] = []
        Self.visit(parts) { part in
            if case .plural(_, _, let branches) = part { found.append(Set(branches.keys)) }
        }
        return found
    }

    private static func visit(_ parts: [Part], _ body: (Part) -> Void) {
        for part in parts {
            body(part)
            guard case .plural(_, let exact, let branches) = part else { continue }
            for branch in exact.values { visit(branch, body) }
            for branch in branches.values { visit(branch, body) }
        }
    }
}

/// The reason why a text is not a ``Message``, with its position.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// A brace has no counterpart.
        case unbalancedBrace = "unbalanced-brace"
        /// The name of an argument is not a letter and then letters or digits.
        case invalidName = "invalid-name"
        /// A format other than `plural`.
        case unsupportedFormat = "unsupported-format"
        /// A branch is not a category of CLDR or `=` and a number.
        case invalidBranch = "invalid-branch"
        /// A branch occurs twice.
        case duplicateBranch = "duplicate-branch"
        /// A plural lacks the branch `other`.
        case missingOther = "missing-other"
        /// A plural in a plural.
        case nestedPlural = "nested-plural"
        /// Quoted text has no closing apostrophe.
        case unclosedQuotation = "unclosed-quotation"
    }

    /// The kind of error.
    package let code: Code
    /// The position, in Unicode scalars from the start.
    package let offset: Int

    package var description: String { "\(code.rawValue) at character \(offset + 1)" }
}

/// Reads a message from left to right.
private struct MessageParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func message() throws(MessageError) -> [Message.Part] {
        let parts = try parts(inPlural: false)
        guard index == scalars.count else { throw error(.unbalancedBrace) }
        return parts
    }

    /// Reads to the end, or to the closing brace of the branch.
    private mutating func parts(inPlural: Bool) throws(MessageError) -> [Message.Part] {
        var parts: [Message.Part] = []
        var text = ""
        func flushed() -> [Message.Part] { text.isEmpty ? parts : parts + [.text(text)] }
        while let scalar = peek, scalar != "}" {
            switch scalar {
            case "{":
                parts = flushed()
                text = ""
                parts.append(try argument(inPlural: inPlural))
            case "#" where inPlural:
                parts = flushed() + [.count]
                text = ""
                index += 1
            case "'":
                text.unicodeScalars.append(contentsOf: try quotation())
            default:
                text.unicodeScalars.append(scalar)
                index += 1
            }
        }
        return flushed()
    }

    /// Reads an apostrophe and the text that it quotes.
    private mutating func quotation() throws(MessageError) -> [Unicode.Scalar] {
        let start = index
        index += 1
        if peek == "'" {
            index += 1
            return ["'"]
        }
        guard let next = peek, "{}#".unicodeScalars.contains(next) else { return ["'"] }
        var quoted: [Unicode.Scalar] = []
        while let scalar = peek {
            index += 1
            guard scalar == "'" else {
                quoted.append(scalar)
                continue
            }
            if peek != "'" { return quoted }
            quoted.append("'")
            index += 1
        }
        throw MessageError(code: .unclosedQuotation, offset: start)
    }

    private mutating func argument(inPlural: Bool) throws(MessageError) -> Message.Part {
        index += 1
        let name = try name()
        if peek == "}" {
            index += 1
            return .argument(name)
        }
        let format = index + 1
        guard peek == "," else { throw error(peek == nil ? .unbalancedBrace : .invalidName) }
        index += 1
        guard word() == "plural", peek == "," else { throw MessageError(code: .unsupportedFormat, offset: format) }
        index += 1
        if inPlural { throw MessageError(code: .nestedPlural, offset: format) }
        return try plural(name)
    }

    private mutating func plural(_ name: String) throws(MessageError) -> Message.Part {
        var exact: [Int: [Message.Part]] = [:]
        var branches: [PluralCategory: [Message.Part]] = [:]
        while true {
            skipSpaces()
            if peek == "}" { break }
            let start = index
            let selector = word()
            guard peek == "{" else { throw error(peek == nil ? .unbalancedBrace : .invalidBranch) }
            index += 1
            let content = try parts(inPlural: true)
            guard peek == "}" else { throw error(.unbalancedBrace) }
            index += 1
            let isNew: Bool
            if let category = PluralCategory(rawValue: selector) {
                isNew = branches.updateValue(content, forKey: category) == nil
            } else if let number = Self.exactNumber(selector) {
                isNew = exact.updateValue(content, forKey: number) == nil
            } else {
                throw MessageError(code: .invalidBranch, offset: start)
            }
            if !isNew { throw MessageError(code: .duplicateBranch, offset: start) }
        }
        guard branches[.other] != nil else { throw error(.missingOther) }
        index += 1
        return .plural(name, exact: exact, branches: branches)
    }

    private static func exactNumber(_ selector: String) -> Int? {
        guard selector.first == "=", selector.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(selector.dropFirst())
    }

    private mutating func name() throws(MessageError) -> String {
        skipSpaces()
        let start = index
        let name = word()
        guard let first = name.unicodeScalars.first, first.isASCIILetter,
            name.unicodeScalars.allSatisfy({ $0.isASCIILetter || ("0"..."9").contains($0) })
        else { throw MessageError(code: peek == nil && name.isEmpty ? .unbalancedBrace : .invalidName, offset: start) }
        return name
    }

    /// Reads up to a space or a character of the syntax, and the spaces around.
    private mutating func word() -> String {
        skipSpaces()
        var word = ""
        while let scalar = peek, !scalar.properties.isWhitespace, !",{}#'".unicodeScalars.contains(scalar) {
            word.unicodeScalars.append(scalar)
            index += 1
        }
        skipSpaces()
        return word
    }

    private mutating func skipSpaces() {
        while let scalar = peek, scalar.properties.isWhitespace { index += 1 }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func error(_ code: MessageError.Code) -> MessageError { MessageError(code: code, offset: index) }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
