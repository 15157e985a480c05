internal import JSONText

/// An `apple-app-site-association` file: which apps a site trusts with its links, passwords, App Clips and activities.
///
/// Reading is as lenient as Apple's: what has the wrong type is passed over, what has an unknown name is ignored, and both are
/// told by ``lint()``. Refused is only what no reader can make sense of; see ``AssociatedDomainsError``.
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
    public init(_ bytes: some Collection<UInt8>) throws(AssociatedDomainsError) {
        let (content, wrapping) = try FileContent.unwrapped(bytes)
        let document: JSONDocument
        do {
            document = try JSONText.parse(
                content, limits: JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: Self.maximumDepth))
        } catch {
            throw AssociatedDomainsError(error, in: content)
        }
        try self.init(document.root, in: TextPlaces(content), wrapping: wrapping)
    }

    /// Reads a file from its text. Otherwise as the initialiser for bytes.
    public init(_ text: String) throws(AssociatedDomainsError) {
        try self.init(text.utf8)
    }

    private init(_ root: JSONNode, in places: TextPlaces, wrapping: Wrapping) throws(AssociatedDomainsError) {
        guard root.kind == .object else {
            throw AssociatedDomainsError(
                .notAnObject, "The file must hold an object, not \(root.kind).", at: places.position(at: 0))
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

extension AssociatedDomainsError {
    init(_ error: JSONTextError, in content: [UInt8]) {
        let code: Finding.Code =
            switch error.code {
            case .tooLarge: .tooLarge
            case .tooDeep: .nestedTooDeeply
            case .duplicateMember: .duplicateMember
            case .invalidUTF8: .notUTF8
            default: .malformedJSON
            }
        let place = SourcePosition(line: error.position.line, column: error.position.column, offset: error.position.offset)
        self.init(code, error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".", at: place)
    }
}

/// What a file holds before anybody asks for JSON: its size, its encoding, and what stands around the text.
enum FileContent {
    /// The JSON text of a file.
    ///
    /// - Throws: for what surely is something else.
    static func unwrapped(
        _ file: some Collection<UInt8>
    ) throws(AssociatedDomainsError) -> (content: [UInt8], wrapping: AssociationFile.Wrapping) {
        // Counted before it is copied.
        guard file.count <= AssociationFile.maximumBytes else {
            throw AssociatedDomainsError(
                .tooLarge, "The file has \(file.count) bytes; at most \(AssociationFile.maximumBytes) are read.")
        }
        let bytes = Array(file)
        guard bytes.contains(where: { !$0.isSpaceOrControl }) else {
            throw AssociatedDomainsError(.emptyFile, "The file is empty.")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
            throw AssociatedDomainsError(.notUTF8, "The file is in UTF-16 or UTF-32.")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), .byteOrderMark) }
        if let signed = try SignedFile.content(of: bytes) { return (signed, .signature) }
        if isHTML(bytes) { throw AssociatedDomainsError(.htmlInsteadOfJSON, "The file is a page of HTML.") }
        return (bytes, .none)
    }

    /// Whether a text that is no JSON is a page, which is what a site answers whose fallback serves its start page under every
    /// address.
    static func isHTML(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { !$0.isSpaceOrControl }) else { return false }
        return first == UInt8(ascii: "<")
    }
}

/// A service that is a list of apps: webcredentials, appclips, activitycontinuation.
public struct AppList: Sendable {
    /// Where the service stands.
    public let place: SourcePlace

    /// The app identifiers, as written.
    public let apps: [Placed<String>]
}

/// The service applinks: which links open which apps.
public struct AppLinks: Sendable {
    /// Where the service stands.
    public let place: SourcePlace

    /// The list `apps`, which must be empty, and which iOS 12 and earlier miss if it is absent.
    public let legacyApps: Placed<[Placed<String>]>?

    /// What holds for all components unless a component or its details say otherwise.
    public let defaults: LinkComponent?

    /// The entries in their order, which decides.
    public let details: [LinkDetails]

    /// Custom substitution variables.
    public let variables: [SubstitutionVariable]
}

/// An entry of `details`: apps, and the links that they open.
public struct LinkDetails: Sendable {
    /// How the entry tells which links it means.
    public enum Form: Sendable, Hashable {
        /// `components`, since iOS 13.
        case components
        /// `paths`, since iOS 9.
        case paths
        /// Not at all.
        case missing
    }

    /// Where the entry stands.
    public let place: SourcePlace

    /// The apps: `appIDs` where that is present, else `appID`, else the name in a `details` that is an object.
    public let appIDs: [Placed<String>]

    /// Where the links come from.
    public let form: Form

    /// The patterns in their order, which decides; legacy paths among them, as components with a path alone.
    public let components: [LinkComponent]

    /// What holds for all components of this entry unless they say otherwise.
    public let defaults: LinkComponent?
}

/// A custom substitution variable.
public struct SubstitutionVariable: Sendable {
    /// The name, without dollar sign and brackets.
    public let name: Placed<String>

    /// What may stand in its place. `*` and `?` are wildcards there, and other variables are not looked up.
    public let values: [Placed<String>]
}
