extension FormPage {
    /// Reads a page as a browser would; its fields are every `input`, `textarea` and `select`, in document order.
    ///
    /// Only what ``ReducedPage/attributes`` lists is read. Bytes that are not UTF-8 stand for U+FFFD.
    ///
    /// - Throws: ``PageRefusal`` for a page beyond the limits.
    package init(html: [UInt8], limits: PageLimits = .standard) throws(PageRefusal) {
        var work = ReadingWork()
        try self.init(html: html, limits: limits, &work)
    }

    /// As ``init(html:limits:)``, counting its steps.
    init(html: [UInt8], limits: PageLimits = .standard, _ work: inout ReadingWork) throws(PageRefusal) {
        let page = try ReducedPage(html: html, limits: limits)
        var reading = PageReading()
        PageTree.walk(page) { reading.visit($0) }
        self = reading.finish()
        work = ReadingWork(tags: page.tagWork, reduction: page.work, fields: reading.work)
    }
}

extension ReducedPage {
    /// Reduces a page as it was sent; bytes that are not UTF-8 stand for U+FFFD.
    init(html: [UInt8], limits: PageLimits) throws(PageRefusal) {
        guard html.count <= limits.maximumBytes else { throw .tooLong }
        let valid = String(validating: html, as: UTF8.self) == nil ? Array(String(decoding: html, as: UTF8.self).utf8) : html
        try self.init(valid, limits: limits)
    }
}

/// The steps of reading a page, each pass for itself, so that none hides behind another. The tree builder's are its own: it is given no more than
/// ``PageLimits`` let through.
struct ReadingWork {
    var tags = WorkMeter()
    var reduction = WorkMeter()
    var fields = WorkMeter()
}
