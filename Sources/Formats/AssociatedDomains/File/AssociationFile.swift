internal import JSONText

/// An `apple-app-site-association` file: which apps a site trusts with its links, passwords, App Clips and activities.
///
/// Reading is as lenient as Apple's: what has the wrong type is passed over, what has an unknown name is ignored, and both are
/// told by ``lint()``. Refused is only what no reader can make sense of; see ``AssociationFileError``.
public struct AssociationFile: Sendable {
    /// How the JSON was wrapped.
    public enum Wrapping: Sendable, Hashable {
        /// Nothing around it.
        case none
        /// U+FEFF stood in front.
        case byteOrderMark
        /// It came out of a PKCS#7 signature, as iOS 8 demanded. The signature was not verified.
        case signature
    }

    /// Universal links.
    public let applinks: AppLinks?

    /// Apps for passwords and passkeys.
    public let webcredentials: AppList?

    /// App Clips.
    public let appclips: AppList?

    /// Apps for Handoff.
    public let activitycontinuation: AppList?

    /// How the JSON was wrapped. Places are places in the JSON itself.
    public let wrapping: Wrapping

    /// Whether the file names a service at all; else it is perhaps something else.
    public let namesService: Bool

    let places: TextPlaces
    let root: JSONNode
    /// What reading passed over.
    let remarks: [Remark]

    /// The largest file that is read, in bytes; far more than devices take.
    public static let maximumBytes = 1 << 20

    /// The deepest nesting that is read; a well-formed file has 7 levels.
    public static let maximumDepth = 32

    /// The most apps, details, components, predicates, variables and values that a file may hold together.
    public static let maximumEntries = 50_000

    /// Reads a file.
    ///
    /// - Throws: for more than ``maximumBytes``, ``maximumDepth`` or ``maximumEntries``; for what is not UTF-8 or not JSON, among
    ///   it a name that stands twice in one object; for a signature that holds no JSON; for JSON that is no object.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationFileError) {
        let (content, wrapping) = try FileContent.unwrapped(bytes)
        let document: JSONDocument
        do {
            document = try JSONText.parse(
                content, limits: JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: Self.maximumDepth))
        } catch {
            throw AssociationFileError(error, in: content)
        }
        try self.init(document.root, in: TextPlaces(content), wrapping: wrapping)
    }

    /// Reads a file from its text. Otherwise as the initialiser for bytes.
    public init(_ text: String) throws(AssociationFileError) {
        try self.init(text.utf8)
    }

    private init(_ root: JSONNode, in places: TextPlaces, wrapping: Wrapping) throws(AssociationFileError) {
        guard root.kind == .object else {
            throw AssociationFileError(.notAnObject, "The file must hold an object, not \(root.kind).", at: places.position(at: 0))
        }
        var reader = FileReader(places)
        try reader.read(root)
        self.places = places
        self.root = root
        self.wrapping = wrapping
        applinks = reader.applinks
        webcredentials = reader.lists[.webcredentials]
        appclips = reader.lists[.appclips]
        activitycontinuation = reader.lists[.activitycontinuation]
        namesService = reader.namesService
        remarks = reader.remarks
    }

    /// The JSON in UTF-8, without what was wrapped around it.
    public var text: [UInt8] { places.text }

    /// Line and column of a place.
    public func position(of place: SourcePlace) -> SourcePosition { places.position(at: place.bytes.lowerBound) }

    /// The path through the document to a place (RFC 6901), such as `/applinks/details/0`.
    public func pointer(to place: SourcePlace) -> String {
        root.pointers(toBytes: [place.bytes.lowerBound])[place.bytes.lowerBound] ?? ""
    }

    /// The apps that the file names for a service, in its order, as written. Of links, those of all details.
    public func appIDs(for service: AssociatedService) -> [String] {
        switch service {
        case .applinks: applinks?.details.flatMap { $0.appIDs.map(\.value) } ?? []
        case .webcredentials: webcredentials?.apps.map(\.value) ?? []
        case .appclips: appclips?.apps.map(\.value) ?? []
        case .activitycontinuation: activitycontinuation?.apps.map(\.value) ?? []
        }
    }

    /// Whether the file names the app for the service. Identifiers are compared byte for byte.
    public func names(_ app: AppIdentifier, for service: AssociatedService) -> Bool {
        let text = app.description
        return appIDs(for: service).contains { $0.utf8.elementsEqual(text.utf8) }
    }
}
