/// Whether two byte strings are equal, in a time that depends on their length alone.
///
/// The only comparison of secrets, digests and tags in this project. A difference in length answers false at once: lengths
/// are public. Never inlined, so that no caller's knowledge of one side lets the optimizer leave the loop early.
@inline(never)
package func constantTimeEquals(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (a, b) in zip(left, right) {
        difference |= a ^ b
    }
    return difference == 0
}
