/// A component: patterns that a link must match, all of them. Also what `defaults` holds, where everything may stand that a
/// component has.
public struct LinkComponent: Sendable {
    /// A pattern for the query.
    public enum Query: Sendable {
        /// One pattern for the whole query.
        case whole(String)
        /// A pattern for the value of each named item.
        case items([Item])
        /// A dictionary with a predicate that is no string, which Apple's matcher discards as a whole: anything matches.
        case void
    }

    /// A named item of the query.
    public struct Item: Sendable {
        /// The name; no pattern.
        public let name: Placed<String>
        /// The pattern for its value.
        public let pattern: Placed<String>
    }

    /// The members that decide.
    struct Key: OptionSet, Sendable {
        let rawValue: UInt8
        static let path = Key(rawValue: 1)
        static let query = Key(rawValue: 2)
        static let fragment = Key(rawValue: 4)
        static let exclude = Key(rawValue: 8)
        static let caseSensitive = Key(rawValue: 16)
        static let percentEncoded = Key(rawValue: 32)
    }

    /// Where the component stands.
    public let place: SourcePlace

    /// The pattern for the path, `/`; of a legacy path what follows `NOT `.
    public internal(set) var path: Placed<String>?

    /// The pattern for the query, `?`.
    public internal(set) var query: Placed<Query>?

    /// The pattern for the fragment, `#`.
    public internal(set) var fragment: Placed<String>?

    /// Whether a match keeps the link out of the app.
    public internal(set) var exclude: Placed<Bool>?

    /// Whether capital and small letters differ.
    public internal(set) var caseSensitive: Placed<Bool>?

    /// Whether the link is compared as it is written, rather than decoded.
    public internal(set) var percentEncoded: Placed<Bool>?

    /// A remark for people.
    public internal(set) var comment: String?

    /// What is present, of the right type or not: it hides what defaults say of the same.
    var present: Key = []

    init(at place: SourcePlace) {
        self.place = place
    }

    /// The component in which a missing member is taken from `defaults`.
    func completed(by defaults: LinkComponent?) -> LinkComponent {
        guard let defaults else { return self }
        var result = self
        if !present.contains(.path) { result.path = defaults.path }
        if !present.contains(.query) { result.query = defaults.query }
        if !present.contains(.fragment) { result.fragment = defaults.fragment }
        if !present.contains(.exclude) { result.exclude = defaults.exclude }
        if !present.contains(.caseSensitive) { result.caseSensitive = defaults.caseSensitive }
        if !present.contains(.percentEncoded) { result.percentEncoded = defaults.percentEncoded }
        result.present.formUnion(defaults.present)
        return result
    }
}
