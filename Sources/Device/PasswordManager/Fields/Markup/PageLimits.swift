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
