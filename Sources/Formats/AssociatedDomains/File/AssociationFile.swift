internal import JSONText

/// An `apple-app-site-association` file: the apps that a site trusts with its links, passwords, App Clips and activities.
///
/// Parsing is as lenient as Apple's: it skips values of the wrong type and ignores unknown names, and ``lint()`` reports both. It
/// rejects only files that no reader can interpret; see ``AssociatedDomainsError``.
public struct AssociationFile: Sendable {
    /// The wrapping of the JSON.
    public enum Wrapping: Sendable, Hashable {
        /// Nothing around it.
        case none
        /// U+FEFF precedes the JSON.
        case byteOrderMark
        /// A PKCS#7 signature contains the JSON, as iOS 8 required. The signature was not verified.
        case signature
    }

    /// Universal links.
    public let applinks: AppLinks?

    /// The apps for passwords and passkeys.
    public let webcredentials: AppList?

    /// App Clips.
    public let appclips: AppList?

    /// The apps for Handoff.
    public let activitycontinuation: AppList?

    /// The wrapping of the JSON. Positions refer to the JSON itself.
    public let wrapping: Wrapping

    /// Whether the file names a service. Otherwise it may be another kind of file.
    public let namesService: Bool

    let places: TextPositions
    let root: JSONNode
    /// Findings of the parser.
    let remarks: [Remark]

    /// The maximum size of a file in bytes, far more than devices accept.
    public static let maximumBytes = 1 << 20

    /// The maximum nesting. A well-formed file has 7 levels.
    public static let maximumDepth = 32

    /// The maximum total number of apps, details, components, predicates, variables and values in a file.
    public static let maximumEntries = 50_000

    /// Parses a file.
    ///
    /// - Throws: ``AssociatedDomainsError`` for more than ``maximumBytes``, ``maximumDepth`` or ``maximumEntries``; for text that
    ///   is not UTF-8 or not JSON, or has a duplicate name in an object; for a signature without JSON; for JSON that is not an
    ///   object.
    public init(_ bytes: some Collection<UInt8>) throws(AssociatedDomainsError) {
        let (content, wrapping) = try FileContent.unwrapped(bytes)
        let document: JSONDocument
        do {
            document = try JSONText.parse(
                content, limits: JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: Self.maximumDepth))
        } catch {
            throw AssociatedDomainsError(error, in: content)
        }
        try self.init(document.root, in: TextPositions(content), wrapping: wrapping)
    }

    /// Parses a file from text, in the same way as from bytes.
    public init(_ text: String) throws(AssociatedDomainsError) {
        try self.init(text.utf8)
    }

    private init(_ root: JSONNode, in places: TextPositions, wrapping: Wrapping) throws(AssociatedDomainsError) {
        guard let members = root.members else {
            throw AssociatedDomainsError(
                .notAnObject, "The file must hold an object, not \(root.kind).", at: places.position(at: 0))
        }
        var reader = FileReader(places)
        try reader.read(root, members)
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

    /// The JSON in UTF-8, without its wrapping.
    public var text: [UInt8] { places.text }

    /// Returns the line and column of a place.
    public func position(of place: SourceRange) -> SourcePosition { places.position(at: place.bytes.lowerBound) }

    /// Returns the JSON pointer to a place (RFC 6901), such as `/applinks/details/0`.
    public func pointer(to place: SourceRange) -> String {
        root.pointers(toBytes: [place.bytes.lowerBound])[place.bytes.lowerBound] ?? ""
    }

    /// Returns the apps that the file names for a service, in order, as written. For links, those of all details.
    public func appIDs(for service: AssociatedService) -> [String] {
        switch service {
        case .applinks: applinks?.details.flatMap { $0.appIDs.map(\.value) } ?? []
        case .webcredentials: webcredentials?.apps.map(\.value) ?? []
        case .appclips: appclips?.apps.map(\.value) ?? []
        case .activitycontinuation: activitycontinuation?.apps.map(\.value) ?? []
        }
    }

    /// Returns whether the file names the app for the service. Identifiers are compared byte for byte.
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

/// Checks of a file before its JSON is parsed: size, encoding and wrapping.
enum FileContent {
    /// Returns the JSON text of a file.
    ///
    /// - Throws: ``AssociatedDomainsError`` for content that is certainly not JSON.
    static func unwrapped(
        _ file: some Collection<UInt8>
    ) throws(AssociatedDomainsError) -> (content: [UInt8], wrapping: AssociationFile.Wrapping) {
        // Checks the size before copying.
        guard file.count <= AssociationFile.maximumBytes else {
            throw AssociatedDomainsError(
                .tooLarge, "The file has \(file.count) bytes; at most \(AssociationFile.maximumBytes) are supported.")
        }
        let bytes = Array(file)
        guard bytes.contains(where: { !$0.isSpaceOrControl }) else {
            throw AssociatedDomainsError(.emptyFile, "The file is empty.")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
            throw AssociatedDomainsError(.notUTF8, "The file is encoded in UTF-16 or UTF-32.")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), .byteOrderMark) }
        if let signed = try SignedFile.content(of: bytes) { return (signed, .signature) }
        if isHTML(bytes) { throw AssociatedDomainsError(.htmlInsteadOfJSON, "The file is an HTML page.") }
        return (bytes, .none)
    }

    /// Returns whether the text is an HTML page. Sites with a fallback return their start page for every unknown path.
    static func isHTML(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { !$0.isSpaceOrControl }) else { return false }
        return first == UInt8(ascii: "<")
    }
}

/// A service with a list of apps: webcredentials, appclips, activitycontinuation.
public struct AppList: Sendable {
    /// The position of the service.
    public let place: SourceRange

    /// The app identifiers, as written.
    public let apps: [Located<String>]
}

/// The applinks service: the links that apps open.
public struct AppLinks: Sendable {
    /// The position of the service.
    public let place: SourceRange

    /// The list `apps`, which must be empty. iOS 12 and earlier require it.
    public let legacyApps: Located<[Located<String>]>?

    /// The defaults for all components.
    public let defaults: LinkComponent?

    /// The entries, in order. The first match decides.
    public let details: [LinkDetails]

    /// Custom substitution variables.
    public let variables: [SubstitutionVariable]
}

/// An entry of `details`: apps and the links that they open.
public struct LinkDetails: Sendable {
    /// The form in which the entry specifies links.
    public enum Form: Sendable, Hashable {
        /// `components`, since iOS 13.
        case components
        /// `paths`, since iOS 9.
        case paths
        /// Neither form.
        case missing
    }

    /// The position of the entry.
    public let place: SourceRange

    /// The apps: `appIDs` if present, otherwise `appID`, otherwise the member name if `details` is an object.
    public let appIDs: [Located<String>]

    /// The form of the link patterns.
    public let form: Form

    /// The patterns, in order. The first match decides. Legacy paths are components with only a path.
    public let components: [LinkComponent]

    /// The defaults for the components of this entry.
    public let defaults: LinkComponent?
}

/// A custom substitution variable.
public struct SubstitutionVariable: Sendable {
    /// The name, without dollar sign and parentheses.
    public let name: Located<String>

    /// The values. They may contain the wildcards `*` and `?`, but no variables.
    public let values: [Located<String>]
}
