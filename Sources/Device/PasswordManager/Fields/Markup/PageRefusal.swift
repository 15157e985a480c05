/// Why a page is not read.
package enum PageRefusal: Error, Hashable, Sendable {
    /// The page is longer than ``PageLimits/maximumBytes``.
    case tooLong
    /// More elements are open at once than ``PageLimits/maximumDepth``; `position` is the byte of the tag that is too much.
    case tooDeep(position: Int)
    /// The page has more elements than ``PageLimits/maximumElements``; `position` is the byte of the tag that is too much.
    case tooManyElements(position: Int)
}
