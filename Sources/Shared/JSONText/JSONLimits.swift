/// How large and how deep a JSON text may be, and which scalars its strings may hold. Whatever lies beyond is refused before it costs memory
/// or time.
package struct JSONLimits: Sendable, Hashable {
    /// The largest text, in bytes. Never above `ceiling`.
    package let maximumBytes: Int

    /// The deepest nesting: a scalar has depth 0, `[]` has 1, `[[]]` has 2.
    package let maximumDepth: Int

    /// The longest number, in characters. A double needs 17 digits, and 1,100 characters hold any written out exactly.
    package let maximumNumberLength: Int

    /// Whether strings may hold the scalars that are never characters, such as U+FFFF: JSON has them (RFC 8259), I-JSON does not (RFC 7493,
    /// section 2.1).
    package let noncharacters: Noncharacters

    /// What becomes of a string with a noncharacter.
    package enum Noncharacters: Sendable, Hashable {
        case refused
        /// For what a person types, such as a password, which may be any scalars.
        case taken
    }

    /// 1 MiB, 32 levels: room for every key set and association file (which Apple caps at 128 KB).
    package static let `default` = JSONLimits()

    /// The text positions of a document are 32 bits wide; 256 MiB leaves room, and nobody sends us that much.
    package static let ceiling = 1 << 28

    /// Limits; values outside of 0...`ceiling` are brought to its nearer end.
    package init(
        maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumNumberLength: Int = 1_100,
        noncharacters: Noncharacters = .refused
    ) {
        self.maximumBytes = min(max(maximumBytes, 0), Self.ceiling)
        self.maximumDepth = min(max(maximumDepth, 0), Self.ceiling)
        self.maximumNumberLength = min(max(maximumNumberLength, 1), Self.ceiling)
        self.noncharacters = noncharacters
    }

    func check(byteCount: Int) throws(JSONTextError) {
        guard byteCount <= maximumBytes else {
            throw JSONTextError(
                code: .tooLarge, position: .start,
                reason: "the text has \(byteCount) bytes; at most \(maximumBytes) are taken")
        }
    }
}
