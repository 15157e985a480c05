internal import JSONText

/// A component on its own, or a list of them, as `swcutil match` takes it: for trying patterns without a file.
public struct ComponentList: Sendable {
    /// The components in their order.
    public let components: [LinkComponent]

    let matcher: ComponentMatcher
    private let places: TextPlaces

    /// Reads a component or an array of components. What has the wrong type is passed over, as in a file.
    ///
    /// - Throws: as ``AssociationFile/init(_:)``; also for JSON that is neither an object nor an array.
    public init(_ text: some Collection<UInt8>) throws(AssociationFileError) {
        let (content, _) = try FileContent.unwrapped(text)
        let root: JSONNode
        do {
            root = try JSONText.parse(
                content, limits: JSONLimits(maximumBytes: AssociationFile.maximumBytes, maximumDepth: AssociationFile.maximumDepth)
            ).root
        } catch {
            throw AssociationFileError(error, in: content)
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
            throw AssociationFileError(
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
