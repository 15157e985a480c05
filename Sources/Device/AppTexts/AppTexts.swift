import Texts

/// The texts of an app in the language of the device, from the app's catalogs.
///
/// A catalog is an Application Resource Bundle (ARB): a JSON object with a text for each key. A text is a message of ICU
/// MessageFormat with `{name}` and `{name, plural, …}`.
public struct AppTexts: Sendable {
    /// An argument of a text.
    public enum Argument: Hashable, Sendable {
        /// A whole number, shown in the digits of the language. It can select a plural.
        case number(Int)
        /// Text of a user or another party. It does not change the direction of the words around it.
        case name(String)
        /// Text that is always written from left to right, such as a code, a password or an address.
        case code(String)
        /// A time in seconds since the Unix epoch, shown in the form of the language with the name of its zone, which is UTC.
        case moment(Int64)
    }

    private let catalogs: Catalogs
    private let format: ReaderFormat

    /// Reads the catalogs of the language and of English.
    ///
    /// - Parameters:
    ///   - language: The language of the device, as a BCP 47 tag; in a server, the value of the request's `Accept-Language`. Nil, and a
    ///     language without a catalog, select English.
    ///   - catalog: Returns the catalog of a language by its tag, such as `pt-BR`; nil if the app lacks it. English is required.
    /// - Throws: If the catalog of English is missing or one of the two is malformed, with the key and the reason.
    public init(_ language: String?, catalog: (String) -> String?) throws {
        // Pseudo-English is made from English.
        let offered = Language.allCases.filter { $0 == .pseudo || catalog($0.tag) != nil }
        let reader = LanguageChoice(acceptLanguage: language).reader(configured: .english, offered: offered)
        let read = Set([.english, reader.language]).subtracting([.pseudo])
        catalogs = try Catalogs(of: Array(read)) { catalog($0.tag) }
        format = ReaderFormat(reader)
    }

    /// Reads catalogs that are part of the program, as ``init(_:catalog:)`` does. A missing or malformed one ends the program, so the
    /// tests of the app should read each of them.
    ///
    /// - Parameter catalog: The C function of a target of catalogs.
    public init(_ language: String?, embedded catalog: (String) -> UnsafePointer<CChar>?) {
        do {
            try self.init(language) { catalog($0).map { String(cString: $0) } }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The language of the texts, as a BCP 47 tag.
    public var language: String { format.language.tag }

    /// Returns a text. A key without a text in the language gives the English text; an unknown key gives the key.
    public func string(_ key: String, _ arguments: [String: Argument] = [:]) -> String {
        catalogs.string(KeyedText(key: key, arguments: arguments.mapValues(\.argument)), for: format)
    }
}

private struct KeyedText: CatalogText {
    let key: String
    let arguments: [String: TextArgument]
}

extension AppTexts.Argument {
    fileprivate var argument: TextArgument {
        switch self {
        case .number(let number): .number(number)
        case .name(let text): .name(text)
        case .code(let text): .code(text)
        case .moment(let seconds): .moment(seconds)
        }
    }
}
