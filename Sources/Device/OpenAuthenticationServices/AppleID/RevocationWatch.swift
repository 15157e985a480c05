import DeviceProtocol
import Dispatch
import Foundation
import Synchronization

/// Waits for a device to tell of revocations, and posts them to the process's notification center: one for each device, since an app that asks twice
/// is told once.
enum RevocationWatch {
    /// The devices that are listened to, each with what is left once its revocations are told. Global, as the notification center is.
    private static let watched = Mutex<[ObjectIdentifier: DispatchGroup]>([:])

    /// Listens to the device, unless somebody does. When it returns, what is revoked from then on is told; so it waits for another thread that begins.
    static func begin(on device: any DeviceLink) {
        // A link that is no object has no identity by which it could be listened to once.
        guard type(of: device) is AnyClass else { return }
        let identity = ObjectIdentifier(device as AnyObject)
        while true {
            let (beginning, isMine) = watched.withLock { watched in
                if let beginning = watched[identity] { return (beginning, false) }
                let beginning = DispatchGroup()
                beginning.enter()
                watched[identity] = beginning
                return (beginning, true)
            }
            if isMine {
                listen(to: device, identity)
                return beginning.leave()
            }
            beginning.wait()
            // Where it came to nothing, this thread tries for itself.
            if watched.withLock({ $0[identity] === beginning }) { return }
        }
    }

    private static func listen(to device: any DeviceLink, _ identity: ObjectIdentifier) {
        guard let last = last(on: device) else {
            // No device, or none with the services: whoever reads the name again tries again.
            return watched.withLock { $0[identity] = nil }
        }
        DeviceCall.start {
            watch(device, after: last)
            watched.withLock { $0[identity] = nil }
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
