/// Which items a query means, by whether they synchronise (`kSecAttrSynchronizable`): to the other devices of the person's account.
package enum Synchronization: UInt8, WireValue, CaseIterable, Sendable {
    case local = 1
    case synchronized = 2
    case either = 3
}
