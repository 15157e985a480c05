import DeviceProtocol
import Foundation
import Synchronization

/// Waits for a device to tell of revocations, and posts them to the process's notification center: one for each device, since an app that asks twice
/// is told once.
enum RevocationWatch {
    /// The devices that are listened to. Global, as the notification center is.
    private static let watched = Mutex<Set<ObjectIdentifier>>([])

    /// Listens to the device, unless somebody does. When it returns, what is revoked from then on is told.
    static func begin(on device: any DeviceLink) {
        // A link that is no object has no identity by which it could be listened to once.
        guard type(of: device) is AnyClass else { return }
        let identity = ObjectIdentifier(device as AnyObject)
        guard watched.withLock({ $0.insert(identity).inserted }) else { return }
        guard let last = last(on: device) else {
            // No device, or none with the services: whoever reads the name again tries again.
            watched.withLock { _ = $0.remove(identity) }
            return
        }
        DeviceCall.start {
            watch(device, after: last)
            watched.withLock { _ = $0.remove(identity) }
        }
    }

    private static func last(on device: any DeviceLink) -> UInt64? {
        try? DeviceCall(device: device).perform { AwaitRevocations(context: $0, after: nil) }.last
    }

    /// Returns when the device is gone. It holds the link until then, so that the identity stays this device's.
    private static func watch(_ device: any DeviceLink, after last: UInt64) {
        var last = last
        while true {
            do throws(DeviceRefusal) {
                let revocations = try DeviceCall(device: device).perform { AwaitRevocations(context: $0, after: last) }
                last = revocations.last
                post(on: device)
            } catch {
                // After a restart of the device the same link leads to it again.
                guard case .authentication = error else { return }
            }
        }
    }

    private static func post(on device: any DeviceLink) {
        DeviceCall.answer(on: device) {
            NotificationCenter.default.post(
                name: NSNotification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification"), object: nil)
        }
    }
}
