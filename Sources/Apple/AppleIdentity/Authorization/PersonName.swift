internal import JSONText

/// What a person calls themselves, fit to be stored and shown as text. Apple passes it on at the first sign-in only and never in a token;
/// the person can edit it, and so can whoever controls the browser.
///
/// Markup stays as it is: it is text, and whoever shows it must escape it like any other.
public struct PersonName: Sendable, Hashable {
    /// The longest part in Unicode scalars. What is longer is cut off after a whole character.
    public static let maximumLength = 100

    /// The given name.
    public let given: String?

    /// The family name.
    public let family: String?

    /// A name, cleaned: control characters, invisible format characters such as those that turn the direction of writing, private and
    /// unassigned code points are removed, but the joiners that Persian and Indic names need stay; white space becomes single
    /// spaces; nothing at the ends.
    ///
    /// - Returns: nil where nothing is left of either part.
    public init?(given: String?, family: String?) {
        self.given = given.flatMap(Self.cleaned)
        self.family = family.flatMap(Self.cleaned)
        guard self.given != nil || self.family != nil else { return nil }
    }

    /// The `user` field of a callback: JSON of at most 4 KiB. Its e-mail address is never looked at, since anyone can write there what
    /// they like.
    ///
    /// - Returns: nil where it has no name.
    /// - Throws: ``AppleIdentityError`` where it is not a JSON object.
    init?(callbackUser text: String) throws(AppleIdentityError) {
        guard let root = try? JSONText.parse(text.utf8, limits: Self.limits).root, root.kind == .object else {
            throw AppleIdentityError.malformedField("user")
        }
        let name = root["name"]
        self.init(given: name?["firstName"]?.string, family: name?["lastName"]?.string)
    }

    private static func cleaned(_ text: String) -> String? {
        var words = ""
        var isSpaceOwed = false
        // Looks at no more than some times what is kept, however much is sent.
        for scalar in text.unicodeScalars.prefix(8 * maximumLength) {
            if scalar.properties.isWhitespace {
                isSpaceOwed = !words.isEmpty
                continue
            }
            guard isKept(scalar) else { continue }
            if isSpaceOwed { words += " " }
            isSpaceOwed = false
            words.unicodeScalars.append(scalar)
        }
        let cut = shortened(words)
        // Joiners and marks without a letter show nothing.
        return cut.unicodeScalars.contains { $0.properties.generalCategory != .format } ? cut : nil
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    /// Whole characters of at most ``maximumLength`` scalars together.
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
