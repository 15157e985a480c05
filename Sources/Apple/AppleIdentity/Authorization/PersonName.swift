internal import JSONText

/// The name that a user chose at Apple, cleaned for storage and display. Apple sends it at the first sign-in only, and never in a
/// token. The user and the browser can change it.
///
/// Markup is not removed. Escape the name like any other text.
public struct PersonName: Sendable, Hashable {
    /// The longest part, in Unicode scalars. A longer part is truncated after a whole character.
    public static let maximumLength = 100

    /// The given name.
    public let given: String?

    /// The family name.
    public let family: String?

    /// Creates a name without control characters, invisible format characters (such as those that change the writing direction),
    /// and private and unassigned code points. Joiners that Persian and Indic names need are kept. White space becomes single
    /// spaces and is trimmed.
    ///
    /// - Returns: nil if both parts are empty afterwards.
    public init?(given: String?, family: String?) {
        self.given = given.flatMap(Self.cleaned)
        self.family = family.flatMap(Self.cleaned)
        guard self.given != nil || self.family != nil else { return nil }
    }

    /// Parses the `user` field of a callback: JSON of at most 4 KiB. Ignores its e-mail address, which the browser can change.
    ///
    /// - Returns: nil if it contains no name.
    /// - Throws: ``AppleIdentityError`` if it is not a JSON object.
    init?(callbackUser text: String) throws(AppleIdentityError) {
        guard let root = try? JSONText.parse(text.utf8, limits: Self.limits).root, root.kind == .object else {
            throw AppleIdentityError.malformedField("user")
        }
        let name = root["name"]
        self.init(given: name?["firstName"]?.string, family: name?["lastName"]?.string)
    }

    private static func cleaned(_ text: String) -> String? {
        var words = ""
        var needsSpace = false
        // Bounds the work for long input.
        for scalar in text.unicodeScalars.prefix(8 * maximumLength) {
            if scalar.properties.isWhitespace {
                needsSpace = !words.isEmpty
                continue
            }
            guard isKept(scalar) else { continue }
            if needsSpace { words += " " }
            needsSpace = false
            words.unicodeScalars.append(scalar)
        }
        let cut = shortened(words)
        // Joiners and marks alone are invisible.
        return cut.unicodeScalars.contains { $0.properties.generalCategory != .format } ? cut : nil
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    /// Returns the longest prefix of whole characters with at most ``maximumLength`` scalars.
    private static func shortened(_ text: String) -> String {
        var kept = ""
        var count = 0
        for character in text {
            count += character.unicodeScalars.count
            guard count <= maximumLength else { break }
            kept.append(character)
        }
        return kept.last == " " ? String(kept.dropLast()) : kept
    }

    private static let limits = JSONLimits(maximumBytes: 4_096, maximumDepth: 4)
}
