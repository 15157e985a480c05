/// Strict JSON: RFC 8259, and the stricter I-JSON (RFC 7493) where the two differ.
///
/// Everything that comes from outside as JSON enters the project here, so that one text never means two things to two
/// readers: duplicate names, invalid UTF-8, lone surrogates and numbers beyond a double are refused, never repaired.
package enum JSONText {
    /// Parses one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: the whole text in UTF-8, without a byte order mark.
    ///   - limits: how large and how deep the text may be.
    /// - Returns: the document; its nodes know where they stood.
    /// - Throws: `JSONTextError` at the first problem. Nothing of a refused text can be read.
    package static func parse(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONTextError) -> JSONDocument {
        try JSONDocument(parsing: bytes, limits: limits)
    }

    /// Parses one JSON text held in another collection of bytes, such as a network buffer or `string.utf8`.
    ///
    /// The size is checked before the bytes are copied. Otherwise as `parse(_:limits:)` of an array.
    package static func parse(
        _ bytes: some Collection<UInt8>, limits: JSONLimits = .default
    ) throws(JSONTextError) -> JSONDocument {
        try limits.check(byteCount: bytes.count)
        return try JSONDocument(parsing: Array(bytes), limits: limits)
    }
}

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
