import DeviceProtocol
import Dispatch
public import Foundation
import Synchronization

/// Makes requests to sign in with Apple, and tells how people stand who did.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// How a person stands with the app.
    public enum CredentialState: Int, Sendable {
        /// They no longer use the app with their Apple account: sign them out.
        case revoked = 0
        /// They do.
        case authorized = 1
        /// They never did, or the device is signed in to another account or to none.
        case notFound = 2
        /// The app went over to another team, which knows them under another identifier.
        case transferred = 3
    }

    private let device: any DeviceLink

    /// Makes requests for the device of the process, or of the task that makes the provider.
    public override init() {
        device = CurrentDevice.link
        super.init()
    }

    /// A request to sign in, without scopes.
    open func createRequest() -> ASAuthorizationAppleIDRequest {
        ASAuthorizationAppleIDRequest()
    }

    /// Tells how the person stands. Asks the service, and where that cannot be reached tells what the device remembers.
    ///
    /// - Parameters:
    ///   - userID: ``ASAuthorizationAppleIDCredential/user`` of an earlier sign-in. An empty one is not found.
    ///   - completion: Called on the main actor, never before this returns. The error is ``ASAuthorizationError/unknown`` where nobody can tell, and
    ///     ``ASAuthorizationError/invalidResponse`` where the service's answer is none; the state is then ``CredentialState/notFound``, and means nothing.
    open func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        let call = DeviceCall(device: device)
        DeviceCall.start {
            let result = Self.state(of: userID, call)
            call.answer {
                switch result {
                case .success(let state): completion(state, nil)
                case .failure(let error): completion(.notFound, error)
                }
            }
        }
    }

    /// Tells how the person stands; see ``getCredentialState(forUserID:completion:)``. Throws where nobody can tell.
    open func credentialState(forUserID userID: String) async throws -> CredentialState {
        let call = DeviceCall(device: device)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DeviceCall.start { continuation.resume(with: Self.state(of: userID, call)) }
            }
        } onCancel: {
            call.cancel()
        }
    }

    /// Posted on the main actor, without an object, when someone stopped using the app with their Apple account while it runs: look at
    /// ``getCredentialState(forUserID:completion:)``. The device tells once for each process, however many observers there are.
    ///
    /// Reading the name is what makes the process listen, to the device of the task that reads it; it blocks for one exchange of messages.
    /// Where the device went away and came back as another process, read it again.
    open class var credentialRevokedNotification: NSNotification.Name {
        RevocationWatch.begin(on: CurrentDevice.link)
        return NSNotification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification")
    }

    private static func state(of user: String, _ call: DeviceCall) -> Result<CredentialState, ASAuthorizationError> {
        // Longer than any that was ever given out.
        guard user.utf8.count <= ReadCredentialState.maximumUserLength else { return .success(.notFound) }
        do throws(DeviceRefusal) {
            switch try call.perform({ ReadCredentialState(context: $0, user: user) }) {
            case .state(let state): return .success(CredentialState(rawValue: Int(state.rawValue)) ?? .notFound)
            case .refused(let refusal): return .failure(ASAuthorizationError(refusal))
            }
        } catch {
            return .failure(error.authorizationError)
        }
    }
}

extension NSNotification.Name {
    /// The same as ``ASAuthorizationAppleIDProvider/credentialRevokedNotification``.
    public static var ASAuthorizationAppleIDProviderCredentialRevoked: NSNotification.Name {
        ASAuthorizationAppleIDProvider.credentialRevokedNotification
    }
}

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
