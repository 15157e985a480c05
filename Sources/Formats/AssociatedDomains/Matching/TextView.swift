/// How a part of a URL is looked at.
struct TextView: Hashable, Sendable {
    /// Whether percent escapes are decoded.
    let isDecoded: Bool
    /// Whether capitals count as small letters.
    let isFolded: Bool

    /// From 0 to 3.
    var index: Int { (isDecoded ? 2 : 0) + (isFolded ? 1 : 0) }

    static let count = 4
}
