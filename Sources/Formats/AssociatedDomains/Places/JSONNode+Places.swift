internal import JSONText

extension JSONNode {
    var place: SourcePlace { SourcePlace(sourceRange) }

    /// The paths (RFC 6901) to the innermost values that begin at or hold these bytes, by the byte. Each array and object on the way
    /// is walked once, however many places lie in it.
    ///
    /// - Parameter offsets: in ascending order.
    func pointers(toBytes offsets: [Int]) -> [Int: String] {
        var found: [Int: String] = [:]
        addPointers(toBytes: offsets[...], at: .root, to: &found)
        return found
    }

    private func addPointers(toBytes offsets: ArraySlice<Int>, at pointer: JSONPointer, to found: inout [Int: String]) {
        var rest = offsets
        /// Hands on the offsets within a child, and keeps those before it.
        func enter(_ child: JSONNode, from start: Int, _ pointer: @autoclosure () -> JSONPointer, _ own: String) {
            while let first = rest.first, first < start { found[rest.removeFirst()] = own }
            let end = child.sourceRange.upperBound
            let inside = rest.prefix { $0 < end }
            guard !inside.isEmpty else { return }
            rest = rest.dropFirst(inside.count)
            child.addPointers(toBytes: inside, at: pointer(), to: &found)
        }
        let own = pointer.text
        if let elements {
            for (index, child) in elements.enumerated() where !rest.isEmpty {
                enter(child, from: child.sourceRange.lowerBound, pointer.appending(index), own)
            }
        } else if let members {
            for member in members where !rest.isEmpty {
                enter(member.value, from: member.nameNode.sourceRange.lowerBound, pointer.appending(member.name), own)
            }
        }
        for offset in rest { found[offset] = own }
    }
}
