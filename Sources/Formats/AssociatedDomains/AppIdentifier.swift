/// The identifier of an app in association files, entitlements and provisioning profiles: `ABCDE12345.com.example.app`.
///
/// The prefix has ten upper-case letters and digits and usually is the team ID. The bundle identifier has segments of letters,
/// digits and hyphens; the last segment of a wildcard identifier is `*`. Identifiers are compared byte for byte, as the system
/// does: `com.example.App` and `com.example.app` are two apps.
public struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The prefix, usually the team ID.
    public let teamID: String

    /// The bundle identifier: the text after the prefix and its dot.
    public let bundleID: String

    /// Parses an identifier. Repairs nothing and trims no spaces.
    ///
    /// - Throws: ``AssociatedDomainsError`` with the position of the first invalid character.
    public init(_ text: String) throws(AssociatedDomainsError) {
        let bytes = Array(text.utf8)
        try Self.checkWhole(bytes)
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { throw .appIdentifier(.missingBundleID, at: bytes.count) }
        try Self.checkTeam(bytes, upTo: dot)
        try Self.checkBundle(bytes, from: dot + 1)
        teamID = String(decoding: bytes[..<dot], as: UTF8.self)
        bundleID = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
    }

    /// Whether the identifier is a wildcard, as in a provisioning profile. Association files must name each app.
    public var isWildcard: Bool { bundleID == "*" || bundleID.hasSuffix(".*") }

    /// Whether the prefix is well-formed but comes from an example: one repeated character, or words such as `TEAM` and `PREFIX`.
    public var hasPlaceholderTeamID: Bool {
        Set(teamID.utf8).count == 1 || Self.placeholderWords.contains { teamID.contains($0) }
    }

    /// Returns whether this identifier equals the other one or is a wildcard that matches it.
    public func covers(_ other: AppIdentifier) -> Bool {
        guard isWildcard, teamID == other.teamID else { return self == other }
        return other.bundleID.utf8.starts(with: bundleID.utf8.dropLast()) && other.bundleID.utf8.count >= bundleID.utf8.count
    }

    /// The identifier as text.
    public var description: String { "\(teamID).\(bundleID)" }

    /// The length of the prefix in characters.
    static let teamLength = 10

    /// The maximum length in characters of a bundle identifier in App Store Connect.
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

    /// Returns whether the last segment looks like a team ID, which suggests that bundle identifier and team are swapped.
    private static func endsWithTeam(_ bytes: [UInt8]) -> Bool {
        let last = bytes.suffix(teamLength)
        return bytes.count > teamLength && bytes[bytes.count - teamLength - 1] == UInt8(ascii: ".") && last.allSatisfy(isTeamByte)
            && last.contains(where: \.isDigit)
    }
}

extension AppIdentifier: Codable {
    /// Decodes the text. Throws `AssociatedDomainsError` for text that ``init(_:)`` rejects.
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
        let team = "Write the team ID, which the developer account shows under Membership: ABCDE12345."
        let words =
            switch code {
            case .emptyAppIdentifier: ("The app identifier is empty.", form)
            case .appIdentifierTooLong:
                ("An app identifier has at most \(AppIdentifier.teamLength + 1 + AppIdentifier.longestBundleID) characters.", form)
            case .space: ("An app identifier must not contain spaces or control characters.", "Remove them.")
            case .teamLength: ("The prefix must have ten characters.", team)
            case .teamCharacter: ("The prefix must consist of upper-case letters and digits.", team)
            case .reversed: ("The bundle identifier precedes the team.", "Write the team first, then the bundle identifier.")
            case .missingBundleID: ("The bundle identifier after the prefix is missing.", form)
            case .emptySegment: ("A bundle identifier must not have empty segments.", "Remove the extra dot.")
            case .bundleCharacter:
                (
                    "A bundle identifier must consist of letters, digits, hyphens and dots.",
                    "Compare it with the app's bundle identifier."
                )
            default: ("A star must be the whole last segment.", "Write com.example.* or the app's own identifier.")
            }
        return AssociatedDomainsError(code, at: position, words.0, words.1)
    }
}
