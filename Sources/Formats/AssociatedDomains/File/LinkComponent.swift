internal import JSONText

/// A component: patterns that a link must all match. Also used for `defaults`, which may contain the same members.
public struct LinkComponent: Sendable {
    /// A pattern for the query.
    public enum Query: Sendable {
        /// A pattern for the query.
        case whole(String)
        /// A pattern for the value of each named item.
        case items([Item])
        /// A dictionary with a predicate that is not a string. Apple's matcher discards the whole dictionary, so any query
        /// matches.
        case void
    }

    /// A named item of the query.
    public struct Item: Sendable {
        /// The name, which is not a pattern.
        public let name: Located<String>
        /// The pattern for its value.
        public let pattern: Located<String>
    }

    /// The members that affect matching.
    struct Key: OptionSet, Sendable {
        let rawValue: UInt8
        static let path = Key(rawValue: 1)
        static let query = Key(rawValue: 2)
        static let fragment = Key(rawValue: 4)
        static let exclude = Key(rawValue: 8)
        static let caseSensitive = Key(rawValue: 16)
        static let percentEncoded = Key(rawValue: 32)
    }

    /// The position of the component.
    public let place: SourceRange

    /// The pattern for the path, `/`. For a legacy path, the text after `NOT `.
    public internal(set) var path: Located<String>?

    /// The pattern for the query, `?`.
    public internal(set) var query: Located<Query>?

    /// The pattern for the fragment, `#`.
    public internal(set) var fragment: Located<String>?

    /// Whether a match prevents the link from opening the app.
    public internal(set) var exclude: Located<Bool>?

    /// Whether the comparison is case-sensitive.
    public internal(set) var caseSensitive: Located<Bool>?

    /// Whether the link is compared in its encoded form.
    public internal(set) var percentEncoded: Located<Bool>?

    /// A comment for readers of the file.
    public internal(set) var comment: String?

    /// The members that are present, including those of the wrong type. They hide the corresponding defaults.
    var present: Key = []

    init(at place: SourceRange) {
        self.place = place
    }

    /// Returns the component with missing members taken from `defaults`.
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

/// A component or a list of components without a file, as in `swcutil match`.
public struct ComponentList: Sendable {
    /// The components, in order.
    public let components: [LinkComponent]

    let matcher: ComponentMatcher
    private let places: TextPositions

    /// Parses a component or an array of components. Skips values of the wrong type, as in a file.
    ///
    /// - Throws: As ``AssociationFile/init(_:)``, and for JSON that is neither an object nor an array.
    public init(_ text: some Collection<UInt8>) throws(AssociatedDomainsError) {
        let (content, _) = try FileContent.unwrapped(text)
        let root: JSONNode
        do {
            root = try JSONText.parse(
                content, limits: JSONLimits(maximumBytes: AssociationFile.maximumBytes, maximumDepth: AssociationFile.maximumDepth)
            ).root
        } catch {
            throw AssociatedDomainsError(error, in: content)
        }
        places = TextPositions(content)
        var reader = FileReader(places)
        switch root.kind {
        case .object: components = try reader.readComponent(root, "a component").map { [$0] } ?? []
        case .array:
            var list: [LinkComponent] = []
            for element in root.elements.map(Array.init) ?? [] {
                if let component = try reader.readComponent(element, "a component") { list.append(component) }
            }
            components = list
        default:
            throw AssociatedDomainsError(
                .notAnObject, "A component must be an object, not \(root.kind).",
                at: places.position(at: root.sourceRange.lowerBound))
        }
        matcher = ComponentMatcher(components)
    }

    /// Returns the line and column of a place.
    public func position(of place: SourceRange) -> SourcePosition { places.position(at: place.bytes.lowerBound) }

    /// Returns the decision of the first matching component about a link.
    public func decision(for url: LinkURL) -> LinkDecision { matcher.decision(for: url) }

    /// Returns an explanation of the decision about a link.
    public func explain(_ url: LinkURL) -> LinkExplanation { LinkExplanation(self, url) }
}
