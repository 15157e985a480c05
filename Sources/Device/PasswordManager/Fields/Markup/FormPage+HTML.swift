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

/// What a page may cost: reading is linear in its length, and these bound what the tree builder, which is quadratic in depth, gets to see.
package struct PageLimits: Hashable, Sendable {
    /// The longest page, in bytes.
    package var maximumBytes: Int
    /// The most elements that may be open at once.
    package var maximumDepth: Int
    /// The most elements that can hold others, and the most fields. The tree builder is never given more, whatever happens to their depth.
    package var maximumElements: Int

    /// The limits of the command: 2 MiB, 1,000 deep, 100,000 elements.
    package static let standard = PageLimits(maximumBytes: 2_097_152, maximumDepth: 1_000, maximumElements: 100_000)

    package init(maximumBytes: Int, maximumDepth: Int, maximumElements: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumElements = maximumElements
    }
}

/// Why a page is not read.
package enum PageRefusal: Error, Hashable, Sendable {
    /// The page is longer than ``PageLimits/maximumBytes``.
    case tooLong
    /// More elements are open at once than ``PageLimits/maximumDepth``; `position` is the byte of the tag that is too much.
    case tooDeep(position: Int)
    /// The page has more elements than ``PageLimits/maximumElements``; `position` is the byte of the tag that is too much.
    case tooManyElements(position: Int)
}
