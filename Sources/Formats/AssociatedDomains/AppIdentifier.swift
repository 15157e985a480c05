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
    public init(_ text: String) throws(AppIdentifierError) {
        let bytes = Array(text.utf8)
        try Self.checkWhole(bytes)
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { throw AppIdentifierError(.missingBundleID, at: bytes.count) }
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

    private static func checkWhole(_ bytes: [UInt8]) throws(AppIdentifierError) {
        guard !bytes.isEmpty else { throw AppIdentifierError(.empty, at: 0) }
        guard bytes.count <= teamLength + 1 + longestBundleID else { throw AppIdentifierError(.tooLong, at: 0) }
        if let place = bytes.firstIndex(where: \.isSpaceOrControl) { throw AppIdentifierError(.space, at: place) }
    }

    private static func checkTeam(_ bytes: [UInt8], upTo dot: Int) throws(AppIdentifierError) {
        let team = bytes[..<dot]
        if let place = team.firstIndex(where: { !isTeamByte($0) }) {
            throw AppIdentifierError(endsWithTeam(bytes) ? .reversed : .teamCharacter, at: place)
        }
        guard team.count == teamLength else { throw AppIdentifierError(endsWithTeam(bytes) ? .reversed : .teamLength, at: 0) }
    }

    private static func checkBundle(_ bytes: [UInt8], from start: Int) throws(AppIdentifierError) {
        guard start < bytes.count else { throw AppIdentifierError(.missingBundleID, at: start) }
        var segment = start
        for index in start...bytes.count {
            guard index == bytes.count || bytes[index] == UInt8(ascii: ".") else { continue }
            guard index > segment else { throw AppIdentifierError(.emptySegment, at: segment) }
            try checkSegment(bytes[segment..<index], isLast: index == bytes.count)
            segment = index + 1
        }
    }

    private static func checkSegment(_ segment: ArraySlice<UInt8>, isLast: Bool) throws(AppIdentifierError) {
        if isLast, segment.elementsEqual([UInt8(ascii: "*")]) { return }
        for index in segment.indices where !segment[index].isLetterDigitOrHyphen {
            throw AppIdentifierError(segment[index] == UInt8(ascii: "*") ? .misplacedWildcard : .bundleCharacter, at: index)
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
    /// Decodes the text. Throws `AppIdentifierError` for what ``init(_:)`` refuses.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Why a text is no app identifier, and where.
public struct AppIdentifierError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong. The raw values are stable and meant for programs.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no text.
        case empty = "empty"
        /// More characters than the longest prefix and bundle identifier have.
        case tooLong = "too-long"
        /// A space, line end or control character.
        case space = "space"
        /// The prefix has fewer or more than ten characters.
        case teamLength = "team-id-length"
        /// The prefix holds something other than capital letters and digits.
        case teamCharacter = "team-id-character"
        /// The bundle identifier stands before the team.
        case reversed = "reversed"
        /// Nothing follows the prefix.
        case missingBundleID = "missing-bundle-id"
        /// Two dots in a row, or a dot at the end.
        case emptySegment = "empty-segment"
        /// The bundle identifier holds something other than letters, digits, hyphens and dots.
        case bundleCharacter = "bundle-id-character"
        /// A star that is not the whole last segment.
        case misplacedWildcard = "misplaced-wildcard"
    }

    /// What is wrong.
    public let code: Code

    /// Where, in UTF-8 bytes from 0.
    public let position: Int

    /// What is wrong, as a sentence.
    public var reason: String { words.reason }

    /// What to write instead, as a sentence.
    public var remedy: String { words.remedy }

    /// Place and reason.
    public var description: String { "\(position): \(reason)" }

    init(_ code: Code, at position: Int) {
        self.code = code
        self.position = position
    }

    private var words: (reason: String, remedy: String) {
        switch code {
        case .empty: ("An app identifier is missing.", Self.form)
        case .tooLong:
            ("An app identifier has at most \(AppIdentifier.teamLength + 1 + AppIdentifier.longestBundleID) characters.", Self.form)
        case .space: ("An app identifier holds no spaces or control characters.", "Remove them.")
        case .teamLength: ("The prefix must have ten characters.", Self.team)
        case .teamCharacter: ("The prefix consists of capital letters and digits alone.", Self.team)
        case .reversed: ("The bundle identifier stands before the team.", "Write the team first, then the bundle identifier.")
        case .missingBundleID: ("After the prefix and a dot the bundle identifier must follow.", Self.form)
        case .emptySegment: ("A bundle identifier has no empty segments.", "Remove the dot that has nothing after it.")
        case .bundleCharacter:
            ("A bundle identifier consists of letters, digits, hyphens and dots.", "Compare it with the app's bundle identifier.")
        case .misplacedWildcard: ("A star can only be the whole last segment.", "Write com.example.* or the app's own identifier.")
        }
    }

    private static let form = "Write it as ABCDE12345.com.example.app."
    private static let team = "Write the identifier of the team, as in the developer account under Membership: ABCDE12345."
}
