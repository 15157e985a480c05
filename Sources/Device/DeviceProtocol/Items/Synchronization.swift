/// Which items a query means, by whether they would synchronise (`kSecAttrSynchronizable`). Nothing leaves this device: the mark is kept and
/// separates items, as on a device without an account.
package enum Synchronization: UInt8, WireValue, CaseIterable, Sendable {
    case local = 1
    case synchronized = 2
    case either = 3
}
