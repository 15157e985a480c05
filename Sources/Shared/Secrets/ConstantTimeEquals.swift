/// Returns whether two byte strings are equal, in a time that depends only on their lengths.
///
/// This is the project's only comparison of secrets, digests and tags. Different lengths return false at once, because lengths are
/// public. Collections without contiguous storage are copied first.
package func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    let answer = left.withContiguousStorageIfAvailable { left in
        right.withContiguousStorageIfAvailable { areEqual(left, $0) }
    }
    // Other modules call this function unspecialized, and each step of a generic loop would take several calls. The bytes are
    // therefore compared in one place, by address.
    return (answer ?? nil)
        ?? Array(left).withUnsafeBufferPointer { left in Array(right).withUnsafeBufferPointer { areEqual(left, $0) } }
}

/// Never inlined, so that the optimizer cannot use a caller's knowledge of one side to leave the loop early.
@inline(never)
private func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
