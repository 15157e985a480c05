/// The classes of keychain items, by Apple's short names (`kSecClass`). An identity is no class here: it is a certificate and the private
/// key that belongs to it.
package enum ItemClass: String, WireValue, CaseIterable, Sendable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
}
