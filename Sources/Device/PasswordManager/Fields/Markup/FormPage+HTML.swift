extension FormPage {
    /// Parses a page as a browser does. The fields are every `input`, `textarea` and `select`, in document order.
    ///
    /// Reads only the attributes in ``ReducedPage/attributes``. Replaces bytes that are not UTF-8 by U+FFFD.
    ///
    /// - Throws: ``FormPageError`` for a page beyond the limits.
    package init(html: [UInt8], limits: PageLimits = .standard) throws(FormPageError) {
        var work = ReadingWork()
        try self.init(html: html, limits: limits, &work)
    }

    /// Parses a page and counts the steps.
    init(html: [UInt8], limits: PageLimits = .standard, _ work: inout ReadingWork) throws(FormPageError) {
        let page = try ReducedPage(html: html, limits: limits)
        var reading = PageReading()
        PageTree.walk(page) { reading.visit($0) }
        self = reading.finish()
        work = ReadingWork(tags: page.tagWork, reduction: page.work, fields: reading.work)
    }
}

extension ReducedPage {
    /// Reduces a received page. Replaces bytes that are not UTF-8 by U+FFFD.
    init(html: [UInt8], limits: PageLimits) throws(FormPageError) {
        guard html.count <= limits.maximumBytes else { throw .tooLong }
        let valid = String(validating: html, as: UTF8.self) == nil ? Array(String(decoding: html, as: UTF8.self).utf8) : html
        try self.init(valid, limits: limits)
    }
}

/// The steps of parsing a page, for each pass separately, so that none can hide behind another. The tree builder is not counted;
/// ``PageLimits`` bound its input.
struct ReadingWork {
    var tags = WorkMeter()
    var reduction = WorkMeter()
    var fields = WorkMeter()
}

/// The limits for a page. Parsing is linear in the length; the limits bound the input of the tree builder, which is quadratic in
/// depth.
package struct PageLimits: Hashable, Sendable {
    /// The maximum length of a page in bytes.
    package var maximumBytes: Int
    /// The maximum number of open elements.
    package var maximumDepth: Int
    /// The maximum number of container elements, and of fields. The tree builder never receives more, at any depth.
    package var maximumElements: Int

    /// The default limits: 2 MiB, depth 1,000, 100,000 elements.
    package static let standard = PageLimits(maximumBytes: 2_097_152, maximumDepth: 1_000, maximumElements: 100_000)

    package init(maximumBytes: Int, maximumDepth: Int, maximumElements: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumElements = maximumElements
    }
}

/// The reason why a page is rejected.
package enum FormPageError: Error, Hashable, Sendable {
    /// The page is longer than ``PageLimits/maximumBytes``.
    case tooLong
    /// More elements are open than ``PageLimits/maximumDepth``. `position` is the byte offset of the tag that exceeds it.
    case tooDeep(position: Int)
    /// The page has more elements than ``PageLimits/maximumElements``. `position` is the byte offset of the tag that exceeds it.
    case tooManyElements(position: Int)
}
