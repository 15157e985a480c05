/// Memory that is given out piece by piece and freed all at once.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []
    private var rest: UnsafeMutableRawPointer?
    private var restSize = 0
    private static let blockSize = 262_144
    private static let alignment = 16

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Memory of `size` bytes, aligned for anything, that lives as long as the arena.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let size = (max(size, 1) + Self.alignment - 1) / Self.alignment * Self.alignment
        if let rest, size <= restSize {
            self.rest = rest + size
            restSize -= size
            return rest
        }
        let blockSize = max(size, Self.blockSize)
        let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: Self.alignment)
        blocks.append(block)
        if blockSize - size > restSize {
            rest = block + size
            restSize = blockSize - size
        }
        return block
    }
}
