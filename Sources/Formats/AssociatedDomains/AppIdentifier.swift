/// An app as association files, entitlements and provisioning profiles name it: `ABCDE12345.com.example.app`.
///
/// The prefix is ten capital letters and digits, as a rule the identifier of the team. The bundle identifier is segments of
/// letters, digits and hyphens; of a wildcard identifier the last segment is `*`. Identifiers are compared byte for byte, as the
/// system does: `com.example.App` and `com.example.app` are two apps.
public struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The prefix.
    public let teamID: String

    /// What follows the prefix and its dot.
    public let bundleID: String

    /// An identifier from its text.
    ///
    /// - Throws: at the first character that cannot stand where it stands; nothing is repaired, no space trimmed.
    public init(_ text: String) throws(AssociatedDomainsError) {
        let bytes = Array(text.utf8)
        try Self.checkWhole(bytes)
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { throw .appIdentifier(.missingBundleID, at: bytes.count) }
        try Self.checkTeam(bytes, upTo: dot)
        try Self.checkBundle(bytes, from: dot + 1)
        teamID = String(decoding: bytes[..<dot], as: UTF8.self)
        bundleID = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
    }

    /// Whether it stands for every app under it, as in a provisioning profile. Association files must name apps one by one.
    public var isWildcard: Bool { bundleID == "*" || bundleID.hasSuffix(".*") }

    /// Whether the prefix has the right form but was surely left over from an example: one character ten times, or words such as
    /// `TEAM` and `PREFIX`.
    public var hasPlaceholderTeamID: Bool {
        Set(teamID.utf8).count == 1 || Self.placeholderWords.contains { teamID.contains($0) }
    }

    /// Whether this identifier stands for the other: they are equal, or this one is a wildcard above it.
    public func covers(_ other: AppIdentifier) -> Bool {
        guard isWildcard, teamID == other.teamID else { return self == other }
        return other.bundleID.utf8.starts(with: bundleID.utf8.dropLast()) && other.bundleID.utf8.count >= bundleID.utf8.count
    }

    /// The text.
    public var description: String { "\(teamID).\(bundleID)" }

    /// Characters of the prefix.
    static let teamLength = 10

    /// The longest bundle identifier that App Store Connect takes, in characters.
    static let longestBundleID = 155

    private static let placeholderWords = ["TEAM", "PREFIX", "APPID", "YOUR"]

    private static func checkWhole(_ bytes: [UInt8]) throws(AssociatedDomainsError) {
        guard !bytes.isEmpty else { throw .appIdentifier(.emptyAppIdentifier, at: 0) }
        guard bytes.count <= teamLength + 1 + longestBundleID else { throw .appIdentifier(.appIdentifierTooLong, at: 0) }
        if let place = bytes.firstIndex(where: \.isSpaceOrControl) { throw .appIdentifier(.space, at: place) }
    }

    private static func checkTeam(_ bytes: [UInt8], upTo dot: Int) throws(AssociatedDomainsError) {
        let team = bytes[..<dot]
        if let place = team.firstIndex(where: { !isTeamByte($0) }) {
            throw .appIdentifier(endsWithTeam(bytes) ? .reversed : .teamCharacter, at: place)
        }
        guard team.count == teamLength else { throw .appIdentifier(endsWithTeam(bytes) ? .reversed : .teamLength, at: 0) }
    }

    private static func checkBundle(_ bytes: [UInt8], from start: Int) throws(AssociatedDomainsError) {
        guard start < bytes.count else { throw .appIdentifier(.missingBundleID, at: start) }
        var segment = start
        for index in start...bytes.count {
            guard index == bytes.count || bytes[index] == UInt8(ascii: ".") else { continue }
            guard index > segment else { throw .appIdentifier(.emptySegment, at: segment) }
            try checkSegment(bytes[segment..<index], isLast: index == bytes.count)
            segment = index + 1
        }
    }

    private static func checkSegment(_ segment: ArraySlice<UInt8>, isLast: Bool) throws(AssociatedDomainsError) {
        if isLast, segment.elementsEqual([UInt8(ascii: "*")]) { return }
        for index in segment.indices where !segment[index].isLetterDigitOrHyphen {
            throw .appIdentifier(segment[index] == UInt8(ascii: "*") ? .misplacedWildcard : .bundleCharacter, at: index)
        }
    }

    private static func isTeamByte(_ byte: UInt8) -> Bool { byte.isDigit || byte.isUpperCase }

    /// Whether the last segment has the form of a team, which happens where somebody wrote bundle identifier and team in the wrong
    /// order.
    private static func endsWithTeam(_ bytes: [UInt8]) -> Bool {
        let last = bytes.suffix(teamLength)
        return bytes.count > teamLength && bytes[bytes.count - teamLength - 1] == UInt8(ascii: ".") && last.allSatisfy(isTeamByte)
            && last.contains(where: \.isDigit)
    }
}

extension AppIdentifier: Codable {
    /// Decodes the text. Throws `AssociatedDomainsError` for what ``init(_:)`` refuses.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension AssociatedDomainsError {
    fileprivate static func appIdentifier(_ code: Code, at position: Int) -> AssociatedDomainsError {
        let form = "Write it as ABCDE12345.com.example.app."
        let team = "Write the identifier of the team, as in the developer account under Membership: ABCDE12345."
        let words =
            switch code {
            case .emptyAppIdentifier: ("An app identifier is missing.", form)
            case .appIdentifierTooLong:
                ("An app identifier has at most \(AppIdentifier.teamLength + 1 + AppIdentifier.longestBundleID) characters.", form)
            case .space: ("An app identifier holds no spaces or control characters.", "Remove them.")
            case .teamLength: ("The prefix must have ten characters.", team)
            case .teamCharacter: ("The prefix consists of capital letters and digits alone.", team)
            case .reversed: ("The bundle identifier stands before the team.", "Write the team first, then the bundle identifier.")
            case .missingBundleID: ("After the prefix and a dot the bundle identifier must follow.", form)
            case .emptySegment: ("A bundle identifier has no empty segments.", "Remove the dot that has nothing after it.")
            case .bundleCharacter:
                (
                    "A bundle identifier consists of letters, digits, hyphens and dots.",
                    "Compare it with the app's bundle identifier."
                )
            default: ("A star can only be the whole last segment.", "Write com.example.* or the app's own identifier.")
            }
        return AssociatedDomainsError(code, at: position, words.0, words.1)
    }
}
