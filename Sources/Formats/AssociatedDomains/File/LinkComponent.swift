internal import JSONText

/// A component: patterns that a link must all match. Also used for `defaults`, which may contain the same members.
public struct LinkComponent: Sendable {
    /// A pattern for the query.
    public enum Query: Sendable {
        /// A pattern for the query.
        case whole(String)
        /// A pattern for the value of each named item.
        case items(Items)
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

    /// The items of a query, in order. Each is made when it is reached.
    public struct Items: Sequence, Sendable {
        fileprivate let members: JSONMembers

        /// Iterates over the items from the first.
        public func makeIterator() -> AnyIterator<Item> {
            var members = members.makeIterator()
            return AnyIterator {
                // A component with another value has a void query.
                guard let member = members.next(), let pattern = member.value.string else { return nil }
                return Item(
                    name: Located(member.name, at: member.nameNode.place), pattern: Located(pattern, at: member.value.place))
            }
        }
    }

    /// The members that affect matching, and the comment.
    struct Key: OptionSet, Sendable {
        let rawValue: UInt8
        static let path = Key(rawValue: 1)
        static let query = Key(rawValue: 2)
        static let fragment = Key(rawValue: 4)
        static let exclude = Key(rawValue: 8)
        static let caseSensitive = Key(rawValue: 16)
        static let percentEncoded = Key(rawValue: 32)
        static let comment = Key(rawValue: 64)

        /// The names, in the order of the keys.
        static let texts = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment"]

        /// The names with the kinds of their values.
        static let names = JSONNames(
            zip(texts, [[.string], [.string, .object], [.string], [.boolean], [.boolean], [.boolean], JSONKind.allCases]))

        /// The key of a name. Nil if it is unknown.
        static func named(_ name: String) -> Key? {
            texts.firstIndex(of: name).map { Key(rawValue: 1 << $0) }
        }

        /// The position of a single key's name.
        var position: Int { rawValue.trailingZeroBitCount }
    }

    /// The members that are present, including those of the wrong type and those of defaults. They hide the corresponding defaults.
    private(set) var present: Key

    /// Whether each member is known and has a value of the right type.
    let isExpected: Bool

    /// The object, or the string of a legacy path. A component is a view of its text: its values are made when they are asked for.
    private let node: JSONNode
    private var members: JSONKnownMembers
    private let hasComment: Bool
    /// Whether a predicate of the query, which may be inherited, is not a string.
    private var hasVoidQuery: Bool

    /// - Parameter node: an object, or the string of a legacy path, whose text `NOT ` excludes.
    init(_ node: JSONNode) {
        self.node = node
        members = node.members(named: Key.names)
        isExpected = members.isExpected
        present = node.kind == .string ? [.path, .exclude] : Key(rawValue: members.names)
        hasComment = present.contains(.comment)
        hasVoidQuery = members[Key.query.position]?.members?.contains { $0.value.kind != .string } ?? false
    }

    /// The position of the component.
    public var place: SourceRange { node.place }

    /// The pattern for the path, `/`. For a legacy path, the text after `NOT `.
    public var path: Located<String>? {
        guard let text = located(.path, \.string) else { return nil }
        return excludesByPrefix == true ? Located(String(text.value.dropFirst(Self.negation.count)), at: text.place) : text
    }

    /// The pattern for the query, `?`.
    public var query: Located<Query>? {
        guard let value = value(.query) else { return nil }
        if let whole = value.string { return Located(.whole(whole), at: value.place) }
        guard let members = value.members else { return nil }
        return Located(hasVoidQuery ? .void : .items(Items(members: members)), at: value.place)
    }

    /// The position of the query, at which it is the same in every component that inherits it.
    var queryPlace: SourceRange? { value(.query)?.place }

    /// The pattern for the fragment, `#`.
    public var fragment: Located<String>? { located(.fragment, \.string) }

    /// Whether a match prevents the link from opening the app.
    public var exclude: Located<Bool>? { excludesByPrefix.map { Located($0, at: place) } ?? located(.exclude, \.flag) }

    /// Whether the comparison is case-sensitive.
    public var caseSensitive: Located<Bool>? { located(.caseSensitive, \.flag) }

    /// Whether the link is compared in its encoded form.
    public var percentEncoded: Located<Bool>? { located(.percentEncoded, \.flag) }

    /// A comment for readers of the file.
    public var comment: String? { hasComment ? value(.comment)?.string : nil }

    /// Returns the component with missing members taken from `defaults`.
    func completed(by defaults: LinkComponent?) -> LinkComponent {
        guard let defaults else { return self }
        var result = self
        if !present.contains(.query) { result.hasVoidQuery = defaults.hasVoidQuery }
        result.members.fill(from: defaults.members)
        result.present.formUnion(defaults.present)
        return result
    }

    /// Whether a legacy path begins with `NOT `. Nil for the other form.
    private var excludesByPrefix: Bool? { node.kind == .string ? node.string?.utf8.starts(with: Self.negation.utf8) : nil }

    private static let negation = "NOT "

    private func located<Value>(_ key: Key, _ value: (JSONNode) -> Value?) -> Located<Value>? {
        guard let node = self.value(key), let value = value(node) else { return nil }
        return Located(value, at: node.place)
    }

    private func value(_ key: Key) -> JSONNode? {
        node.kind == .string && (key == .path || key == .exclude) ? node : members[key.position]
    }
}

extension JSONNode {
    /// A boolean, or a number, which Apple's JSON readers treat as a boolean.
    fileprivate var flag: Bool? { boolean ?? number.map { $0.double != 0 } }
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
