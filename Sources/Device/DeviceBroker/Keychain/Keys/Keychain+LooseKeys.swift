import DeviceProtocol
import Secrets

/// Keys that an app holds itself are sealed under the key of their class, as items are, and open with the one of that time when the class has a new one: while the device is locked too deeply for it, and once the passcode
/// that the class stands beside is gone, nobody opens them.
extension Keychain {
    /// The class in front, so that it is known which key opens the rest.
    func seal(_ key: LooseKey, for app: App) throws(DeviceRefusal) -> [UInt8] {
        let availability = key.accessControl.accessibility.availability
        let classKey = try ring.key(for: availability)
        do throws(SealingError) {
            return [availability.rawValue]
                + (try classKey.looseKeys.seal(key.message, boundTo: Array(app.identifier.rawValue.utf8), random: random).bytes)
        } catch {
            throw .unavailable("a key cannot be sealed: \(error)")
        }
    }

    /// Throws `interactionNotAllowed` while the device is locked, and `notDecodable` for what was not sealed here for this app.
    func open(_ bytes: [UInt8], for app: App) throws(DeviceRefusal) -> LooseKey {
        guard let first = bytes.first, let availability = Accessibility.Availability(rawValue: first) else {
            throw .item(.notDecodable)
        }
        let classKey = try ring.key(for: availability)
        do {
            let opened = try classKey.looseKeys.open(
                Sealed(bytes: Array(bytes.dropFirst())), boundTo: Array(app.identifier.rawValue.utf8))
            return try opened.withBytes { bytes throws(WireError) in try LooseKey(message: Array(bytes)) }
        } catch {
            throw .item(.notDecodable)
        }
    }
}
