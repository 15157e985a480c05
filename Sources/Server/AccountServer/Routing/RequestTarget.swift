/// The path and query of a request as sent, checked for what no client of ours sends.
struct RequestTarget: Sendable {
    /// The path with its percent-encodings.
    let path: Substring
    /// The query's fields.
    let query: FormFields

    /// Takes apart the request-target `text` (RFC 9112 section 3.2).
    ///
    /// Throws a ``Problem``: 414 for more than `limit` bytes; 400 where it does not begin with a slash, has a byte that must be
    /// encoded (which includes every byte beyond ASCII and U+FFFD, into which the decoder turns what is not UTF-8), a `#`, or a
    /// query that ``FormFields`` refuses.
    init(_ text: String, limit: Int) throws(Problem) {
        guard text.utf8.count <= limit else {
            throw Problem(.uriTooLong, detail: "At most \(limit) bytes of path and query are accepted.")
        }
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
        guard isPlain, text.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, detail: "The address is malformed.")
        }
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            path = text[...]
            query = FormFields()
            return
        }
        path = text[..<mark]
        do throws(FormError) {
            query = try FormFields(parsing: text[mark...].utf8.dropFirst())
        } catch {
            throw Problem(malformedQuery: error)
        }
    }
}
