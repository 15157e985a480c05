extension FormPage {
    /// Reads a page as a browser would; its fields are every `input`, `textarea` and `select`, in document order.
    ///
    /// Only what ``ReducedPage/attributes`` lists is read. Bytes that are not UTF-8 stand for U+FFFD.
    ///
    /// - Throws: ``PageRefusal`` for a page beyond the limits.
    package init(html: [UInt8], limits: PageLimits = .standard) throws(PageRefusal) {
        guard html.count <= limits.maximumBytes else { throw .tooLong }
        let valid = String(validating: html, as: UTF8.self) == nil ? Array(String(decoding: html, as: UTF8.self).utf8) : html
        let page = try ReducedPage(valid, limits: limits)
        var reading = PageReading()
        PageTree.walk(page) { reading.visit($0) }
        self = reading.finish()
    }
}
