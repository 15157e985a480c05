internal import CGumbo

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A page as a tree of elements and texts, in document order.
///
/// The only wrapper of libgumbo. The tree is allocated in one arena, because the library frees trees recursively to their full
/// depth. For the same reason the walk is iterative.
enum PageTree {
    /// A step of the walk.
    enum Step {
        /// The start of an element, with its lower-case name.
        case begin(String, Attributes)
        /// The end of an element.
        case end(String)
        case text(UnsafeBufferPointer<UInt8>)
    }

    /// The attributes of an element, valid during the step.
    struct Attributes {
        fileprivate let vector: GumboVector

        /// Returns the value. Returns nil if the element has no such attribute.
        subscript(_ name: String) -> String? {
            for index in 0..<Int(vector.length) {
                guard let item = vector.data?[index] else { continue }
                let attribute = item.assumingMemoryBound(to: GumboAttribute.self).pointee
                if let attributeName = attribute.name, strcmp(attributeName, name) == 0 {
                    return attribute.value.map { String(cString: $0) }
                }
            }
            return nil
        }
    }

    /// Builds the tree of a reduced page and walks it.
    ///
    /// - Parameter visit: A function that receives each step and returns whether to enter the starting element. Its arguments are
    ///   valid only during the call.
    static func walk(_ page: ReducedPage, _ visit: (Step) -> Bool) {
        let arena = Arena()
        withExtendedLifetime(arena) {
            var options = GumboOptions()
            options.allocator = { arena, size in
                arena.map { Unmanaged<Arena>.fromOpaque($0).takeUnretainedValue().allocate(size) }
            }
            options.deallocator = { _, _ in }
            options.userdata = Unmanaged.passUnretained(arena).toOpaque()
            options.tab_stop = 8
            // Errors are not needed and would cost time.
            options.max_errors = 0
            options.fragment_context = GUMBO_TAG_LAST
            options.fragment_namespace = GUMBO_NAMESPACE_HTML
            page.html.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress, let output = gumbo_parse_with_options(&options, start, bytes.count) else {
                    return
                }
                guard let root = output.pointee.root else { return }
                walk(from: root, visit)
            }
        }
    }

    private static func walk(from root: UnsafeMutablePointer<GumboNode>, _ visit: (Step) -> Bool) {
        var node = root
        while true {
            if enter(node, visit), let child = firstChild(of: node) {
                node = child
                continue
            }
            leave(node, visit)
            while node != root {
                guard let parent = node.pointee.parent else { return }
                let next = node.pointee.index_within_parent + 1
                if let sibling = child(of: parent, at: Int(next)) {
                    node = sibling
                    break
                }
                node = parent
                leave(node, visit)
            }
            if node == root { return }
        }
    }

    private static func enter(_ node: UnsafeMutablePointer<GumboNode>, _ visit: (Step) -> Bool) -> Bool {
        switch node.pointee.type {
        case GUMBO_NODE_ELEMENT:
            let element = node.pointee.v.element
            return visit(.begin(name(of: element), Attributes(vector: element.attributes)))
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE:
            guard let text = node.pointee.v.text.text else { return false }
            let count = strlen(text)
            return text.withMemoryRebound(to: UInt8.self, capacity: count) {
                visit(.text(UnsafeBufferPointer(start: $0, count: count)))
            }
        default:
            return false
        }
    }

    private static func leave(_ node: UnsafeMutablePointer<GumboNode>, _ visit: (Step) -> Bool) {
        guard node.pointee.type == GUMBO_NODE_ELEMENT else { return }
        _ = visit(.end(name(of: node.pointee.v.element)))
    }

    private static func name(of element: GumboElement) -> String {
        gumbo_normalized_tagname(element.tag).map { String(cString: $0) } ?? ""
    }

    private static func firstChild(of node: UnsafeMutablePointer<GumboNode>) -> UnsafeMutablePointer<GumboNode>? {
        guard node.pointee.type == GUMBO_NODE_ELEMENT else { return nil }
        return child(of: node, at: 0)
    }

    private static func child(of node: UnsafeMutablePointer<GumboNode>, at index: Int) -> UnsafeMutablePointer<GumboNode>? {
        guard node.pointee.type == GUMBO_NODE_ELEMENT else { return nil }
        let children = node.pointee.v.element.children
        guard index < Int(children.length) else { return nil }
        return children.data?[index]?.assumingMemoryBound(to: GumboNode.self)
    }
}

/// Memory that is allocated in pieces and freed at once.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []
    private var rest: UnsafeMutableRawPointer?
    private var restSize = 0
    private static let blockSize = 262_144
    private static let alignment = 16

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Returns `size` bytes of memory, aligned for any type, valid for the lifetime of the arena.
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
