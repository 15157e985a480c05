internal import JSONText

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

/// A component on its own, or a list of them, as `swcutil match` takes it: for trying patterns without a file.
public struct ComponentList: Sendable {
    /// The components in their order.
    public let components: [LinkComponent]

    let matcher: ComponentMatcher
    private let places: TextPlaces

    /// Reads a component or an array of components. What has the wrong type is passed over, as in a file.
    ///
    /// - Throws: as ``AssociationFile/init(_:)``; also for JSON that is neither an object nor an array.
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
        places = TextPlaces(content)
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

    /// Line and column of a place.
    public func position(of place: SourcePlace) -> SourcePosition { places.position(at: place.bytes.lowerBound) }

    /// What the first component that matches says of a link.
    public func decision(for url: LinkURL) -> LinkDecision { matcher.decision(for: url) }

    /// How the components come to decide about a link.
    public func explain(_ url: LinkURL) -> LinkExplanation { LinkExplanation(self, url) }
}
