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
