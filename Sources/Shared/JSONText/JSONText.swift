/// Strict JSON: RFC 8259, and the stricter I-JSON (RFC 7493) where the two differ.
///
/// All external JSON enters the project here. Duplicate names, invalid UTF-8, lone surrogates and numbers outside the range of a
/// double are rejected, never repaired. Two programs therefore never read one text differently.
package enum JSONText {
    /// Parses one JSON text.
    ///
    /// - Parameters:
    ///   - bytes: the whole text in UTF-8, without a byte order mark.
    ///   - limits: the maximum size and depth of the text.
    /// - Returns: the document, whose nodes know their positions.
    /// - Throws: `JSONTextError` for the first error. No part of a rejected text can be read.
    package static func parse(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONTextError) -> JSONDocument {
        try JSONDocument(parsing: bytes, limits: limits)
    }

    /// Parses one JSON text in another collection of bytes, such as a network buffer or `string.utf8`.
    ///
    /// The size is checked before the bytes are copied. Otherwise identical to `parse(_:limits:)` for an array.
    package static func parse(
        _ bytes: some Collection<UInt8>, limits: JSONLimits = .default
    ) throws(JSONTextError) -> JSONDocument {
        try limits.check(byteCount: bytes.count)
        return try JSONDocument(parsing: Array(bytes), limits: limits)
    }
}

/// The maximum size and depth of a JSON text, and the scalars that its strings may contain. The parser rejects a text that exceeds
/// the limits before it costs memory or time.
package struct JSONLimits: Sendable, Hashable {
    /// The maximum size in bytes. Never above `ceiling`.
    package let maximumBytes: Int

    /// The maximum nesting: a scalar has depth 0, `[]` has 1, `[[]]` has 2.
    package let maximumDepth: Int

    /// The maximum length of a number in characters. A double needs 17 digits; 1,100 characters are enough for the exact value of
    /// any double.
    package let maximumNumberLength: Int

    /// Whether strings may contain noncharacters, such as U+FFFF. JSON permits them (RFC 8259), I-JSON does not (RFC 7493, section
    /// 2.1).
    package let noncharacters: Noncharacters

    /// The treatment of strings with noncharacters.
    package enum Noncharacters: Sendable, Hashable {
        case rejected
        /// For user input such as a password, which may contain any scalar.
        case taken
    }

    /// 1 MiB and 32 levels, enough for any key set and association file (which Apple limits to 128 KB).
    package static let `default` = JSONLimits()

    /// The positions in a document have 32 bits; 256 MiB is well within that range and larger than any real text.
    package static let ceiling = 1 << 28

    /// Creates limits. Values outside of 0...`ceiling` are clamped.
    package init(
        maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumNumberLength: Int = 1_100,
        noncharacters: Noncharacters = .rejected
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
                reason: "the text has \(byteCount) bytes; at most \(maximumBytes) are allowed")
        }
    }
}
