/// Whether two byte strings are equal, in a time that depends on their length alone.
///
/// The only comparison of secrets, digests and tags in this project. A difference in length answers false at once: lengths
/// are public. Collections that do not keep their bytes in one piece are copied first.
package func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    let answer = left.withContiguousStorageIfAvailable { left in
        right.withContiguousStorageIfAvailable { areEqual(left, $0) }
    }
    // Other modules call this unspecialised, where each step of a generic loop is several calls: so the bytes are compared
    // in one place, by address.
    return (answer ?? nil)
        ?? Array(left).withUnsafeBufferPointer { left in Array(right).withUnsafeBufferPointer { areEqual(left, $0) } }
}

/// Never inlined, so that no caller's knowledge of one side lets the optimizer leave the loop early.
@inline(never)
private func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
