import JSONText

/// The texts of one target in one language: an Application Resource Bundle (ARB).
///
/// An ARB file is one JSON object. `@@locale` is its language. Each other member is a text under its key. In the file of the source
/// language, a member `@key` describes the purpose of the text of `key`.
package struct Catalog: Sendable {
    /// The language of the texts.
    package let language: Language
    /// The texts by key.
    package let messages: [String: Message]
    /// The keys in the order of the file.
    package let keys: [String]
    /// The descriptions for translators, by key.
    package let descriptions: [String: String]

    /// Reads a catalog.
    ///
    /// - Throws: ``CatalogError`` for malformed JSON, a wrong language, or a text that is not a ``Message``.
    package init(_ text: String, language: Language) throws(CatalogError) {
        let document: JSONDocument
        do {
            document = try JSONText.parse(text.utf8)
        } catch {
            throw CatalogError(language: language, key: nil, reason: "\(error)")
        }
        guard let members = document.root.members else {
            throw CatalogError(language: language, key: nil, reason: "the file is not a JSON object")
        }
        var messages: [String: Message] = [:]
        var keys: [String] = []
        var descriptions: [String: String] = [:]
        for member in members {
            let name = member.name
            if name == "@@locale" {
                guard member.value.string == language.tag else {
                    throw CatalogError(language: language, key: name, reason: "expected \(language.tag)")
                }
            } else if name.hasPrefix("@") {
                guard let description = member.value["description"]?.string else {
                    throw CatalogError(language: language, key: name, reason: "expected an object with a description")
                }
                descriptions[String(name.dropFirst())] = description
            } else {
                guard let text = member.value.string else {
                    throw CatalogError(language: language, key: name, reason: "expected a string")
                }
                do {
                    messages[name] = try Message(text)
                } catch {
                    throw CatalogError(language: language, key: name, reason: "\(error)")
                }
                keys.append(name)
            }
        }
        guard document.root["@@locale"] != nil else {
            throw CatalogError(language: language, key: "@@locale", reason: "the member is missing")
        }
        self.language = language
        self.messages = messages
        self.keys = keys
        self.descriptions = descriptions
    }

    init(language: Language, messages: [String: Message], keys: [String], descriptions: [String: String]) {
        self.language = language
        self.messages = messages
        self.keys = keys
        self.descriptions = descriptions
    }
}

/// The reason why a file is not a catalog.
package struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The language of the file.
    package let language: Language
    /// The key of the wrong text, if one is.
    package let key: String?
    /// The reason in words.
    package let reason: String

    package var description: String { "\(language.tag).arb\(key.map { ": \($0)" } ?? ""): \(reason)" }
}

/// A text of a catalog, with its arguments. Each target has an enumeration whose cases are the keys of texts without arguments, and a
/// structure with a function for each other text.
package protocol CatalogText: Sendable {
    /// The key in the catalog.
    var key: String { get }
    /// The arguments by name.
    var arguments: [String: TextArgument] { get }
}

extension CatalogText where Self: RawRepresentable<String> {
    /// The raw value.
    package var key: String { rawValue }
    /// A text without arguments.
    package var arguments: [String: TextArgument] { [:] }
}

/// An argument of a text.
package enum TextArgument: Sendable, Hashable {
    /// A whole number, shown in the reader's digits. It can select a plural.
    case number(Int)
    /// Text of a user or another party, such as a name. Its direction is that of its first strong character (UAX #9, FSI).
    case name(String)
    /// Text that is always written from left to right, such as a code or an address (UAX #9, LRI).
    case code(String)
    /// Text of the reader's language that is already complete.
    case words(String)
    /// A time in seconds since the Unix epoch, shown in the reader's zone and form.
    case moment(Int64)
    /// Another text of the catalog, by its key. It has no arguments.
    case text(key: String)
    /// Alternatives, joined as the reader's language does: a, b or c.
    case anyOf([TextArgument])
}

/// A part of a text: words, or the value of an argument.
package struct TextPiece: Sendable, Hashable {
    /// The words, or the value as the reader sees it.
    package let text: String
    /// The argument; nil for words.
    package let argument: TextArgument?

    /// The text for a place without markup. Names and codes are isolated, so that their direction does not move the words around them.
    var isolated: String {
        switch argument {
        case .name: Isolation.isolated(text)
        case .code: Isolation.isolated(text, .leftToRight)
        default: text
        }
    }
}

/// The catalogs of one target.
package struct Catalogs: Sendable {
    /// The catalogs by language; ``Language/pseudo`` is made from English.
    package let byLanguage: [Language: Catalog]

    /// Reads the catalogs.
    ///
    /// - Parameters:
    ///   - languages: The languages to read.
    ///   - file: Returns the file of a language, or nil if it is missing.
    /// - Throws: ``CatalogError`` for a missing or malformed file.
    package init(of languages: [Language] = Language.offered, _ file: (Language) -> String?) throws(CatalogError) {
        var found: [Language: Catalog] = [:]
        for language in languages {
            guard let text = file(language) else {
                throw CatalogError(language: language, key: nil, reason: "the file is missing")
            }
            found[language] = try Catalog(text, language: language)
        }
        found[.pseudo] = found[.english]?.pseudo
        byLanguage = found
    }

    /// Reads the catalogs that are part of the program. A missing or malformed one ends the program; the tests read each of them.
    ///
    /// - Parameter file: Returns the file of a language by its tag, or nil if it is missing: the function of a target of catalogs.
    package init(embedded file: (String) -> UnsafePointer<CChar>?) {
        do {
            try self.init { file($0.tag).map { String(cString: $0) } }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns a text in the reader's language. The tests hold every catalog to the keys; a missing text would be English, then the key.
    package func string(_ text: some CatalogText, for reader: ReaderFormat) -> String {
        pieces(of: text, for: reader).map(\.isolated).joined()
    }

    /// Returns a text in the reader's language as its parts, for a place that marks arguments up.
    package func pieces(of text: some CatalogText, for reader: ReaderFormat) -> [TextPiece] {
        pieces(key: text.key, text.arguments, for: reader)
    }

    private func pieces(key: String, _ arguments: [String: TextArgument], for reader: ReaderFormat) -> [TextPiece] {
        let message = byLanguage[reader.language]?.messages[key] ?? byLanguage[.english]?.messages[key]
        return message?.pieces(arguments.mapValues { resolved($0, for: reader) }, for: reader) ?? [
            TextPiece(text: key, argument: nil)
        ]
    }

    /// Returns the argument with the texts that it names in words.
    private func resolved(_ argument: TextArgument, for reader: ReaderFormat) -> TextArgument {
        switch argument {
        case .text(let key): .words(pieces(key: key, [:], for: reader).map(\.isolated).joined())
        case .anyOf(let alternatives): .anyOf(alternatives.map { resolved($0, for: reader) })
        default: argument
        }
    }
}

extension Message {
    /// Returns the text with the arguments. Names and codes are isolated, so that their direction does not move the words around them.
    package func string(_ arguments: [String: TextArgument], for reader: ReaderFormat) -> String {
        pieces(arguments, for: reader).map(\.isolated).joined()
    }

    /// Returns the text as its parts.
    func pieces(_ arguments: [String: TextArgument], for reader: ReaderFormat) -> [TextPiece] {
        Self.pieces(parts, arguments, count: nil, for: reader)
    }

    private static func pieces(_ parts: [Part], _ arguments: [String: TextArgument], count: Int?, for reader: ReaderFormat)
        -> [TextPiece]
    {
        parts.flatMap { part -> [TextPiece] in
            switch part {
            case .text(let words): return [TextPiece(text: words, argument: nil)]
            case .count: return [TextPiece(text: count.map(reader.number) ?? "", argument: nil)]
            case .argument(let name):
                return arguments[name].map { [TextPiece(text: shown($0, for: reader), argument: $0)] } ?? []
            case .plural(let name, let exact, let branches):
                guard case .number(let number)? = arguments[name] else { return [] }
                let branch = exact[number] ?? branches[reader.plurals.category(of: number)] ?? branches[.other] ?? []
                return pieces(branch, arguments, count: number, for: reader)
            }
        }
    }

    private static func shown(_ argument: TextArgument, for reader: ReaderFormat) -> String {
        switch argument {
        case .number(let number): reader.number(number)
        case .name(let text), .code(let text), .words(let text), .text(let text): text
        case .moment(let seconds): reader.date(seconds, .moment)
        case .anyOf(let alternatives):
            reader.anyOf(alternatives.map { TextPiece(text: shown($0, for: reader), argument: $0).isolated })
        }
    }
}

/// Isolates text from the direction of its surroundings (UAX #9, section 2.4).
///
/// In HTML the element `bdi` does the same for a name on its own; these characters are for text within a sentence, and for plain text.
package enum Isolation {
    /// Returns the text between an isolate's start and end. The text itself cannot end the isolate or override the direction.
    ///
    /// - Parameter direction: The direction of the text; nil takes that of its first strong character.
    package static func isolated(_ text: String, _ direction: Language.Direction? = nil) -> String {
        let start =
            switch direction {
            case nil: "\u{2068}"
            case .leftToRight: "\u{2066}"
            case .rightToLeft: "\u{2067}"
            }
        return start + String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isDirectionControl })) + "\u{2069}"
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an embedding, an override, an isolate or the end of one: U+202A to U+202E and U+2066 to U+2069.
    fileprivate var isDirectionControl: Bool {
        ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    }
}
