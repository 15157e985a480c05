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
