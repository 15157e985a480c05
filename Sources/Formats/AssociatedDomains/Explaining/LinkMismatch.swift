/// Why a component does not match a link: the part that failed, and at which character.
public struct LinkMismatch: Sendable, Hashable {
    /// The parts of a URL that components look at.
    public enum Part: Sendable, Hashable {
        /// The path.
        case path
        /// The whole query.
        case query
        /// The value of an item of the query.
        case item(String)
        /// The fragment.
        case fragment
    }

    /// The part that failed.
    public let part: Part

    /// The pattern for it, as written.
    public let pattern: String

    /// What stands in the URL, as it was compared; nil where the URL has none, it could not be decoded, or the place was not looked
    /// for.
    public let text: String?

    /// The character of the text, counted from 1, at which the pattern found nothing to go on with; one beyond the last where it
    /// ends. 1 where it was not looked for, as the patterns of the file are large; the reason says so.
    public let character: Int

    /// Why, as a sentence.
    public let reason: String
}
