import DeviceProtocol
import Dispatch
public import Foundation
import Synchronization

/// Creates requests for Sign in with Apple, and returns the credential state of users.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
    /// The state of a user's credential.
    public enum CredentialState: Int, Sendable {
        /// The user stopped using the app with the Apple Account. Sign the user out.
        case revoked = 0
        /// The user uses the app with the Apple Account.
        case authorized = 1
        /// The user never signed in, or the device has a different Apple Account or none.
        case notFound = 2
        /// The app was transferred to another team, for which the user has another identifier.
        case transferred = 3
    }

    private let device: any DeviceLink

    /// Creates a provider for the device of the process or of the current task.
    public override init() {
        device = CurrentDevice.link
        super.init()
    }

    /// Creates a sign-in request without scopes.
    open func createRequest() -> ASAuthorizationAppleIDRequest {
        ASAuthorizationAppleIDRequest()
    }

    /// Fetches the credential state of a user. Queries the service; if that cannot be reached, uses the state that the device
    /// stored.
    ///
    /// - Parameters:
    ///   - userID: ``ASAuthorizationAppleIDCredential/user`` of an earlier sign-in. An empty identifier is not found.
    ///   - completion: Called on the main actor after this method returns. On failure, the state is ``CredentialState/notFound``
    ///     and has no meaning. The error is ``ASAuthorizationError/unknown`` if the state is unavailable, or
    ///     ``ASAuthorizationError/invalidResponse`` if the service's response is malformed.
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

    /// Fetches the credential state of a user; see ``getCredentialState(forUserID:completion:)``. Throws if the state is
    /// unavailable.
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

    /// A notification that is posted on the main actor, without an object, when a user stops using the app with the Apple Account
    /// while it is running. Call ``getCredentialState(forUserID:completion:)`` then. The device notifies each process once, for any
    /// number of observers.
    ///
    /// Reading this property registers the process with the device of the current task, and blocks for one exchange of messages.
    /// If the device was replaced by another process, read it again.
    open class var credentialRevokedNotification: NSNotification.Name {
        RevocationWatch.begin(on: CurrentDevice.link)
        return NSNotification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification")
    }

    private static func state(of user: String, _ call: DeviceCall) -> Result<CredentialState, ASAuthorizationError> {
        // The service issues no identifier of this length.
        guard user.utf8.count <= ReadCredentialState.maximumUserLength else { return .success(.notFound) }
        do throws(DeviceError) {
            switch try call.perform({ ReadCredentialState(context: $0, user: user) }) {
            case .state(let state): return .success(CredentialState(rawValue: Int(state.rawValue)) ?? .notFound)
            case .rejected(let rejection): return .failure(ASAuthorizationError(rejection))
            }
        } catch {
            return .failure(error.authorizationError)
        }
    }
}

extension NSNotification.Name {
    /// The same name as ``ASAuthorizationAppleIDProvider/credentialRevokedNotification``.
    public static var ASAuthorizationAppleIDProviderCredentialRevoked: NSNotification.Name {
        ASAuthorizationAppleIDProvider.credentialRevokedNotification
    }
}

/// Waits for revocations on a device and posts them to the process's notification center. Each device has one watch, because it
/// notifies each process once.
enum RevocationWatch {
    /// The watched devices, each with a group that ends when its watch is established. Global, like the notification center.
    private static let watched = Mutex<[ObjectIdentifier: DispatchGroup]>([:])

    /// Watches the device, unless it is already watched. Later revocations are reported after this method returns, so it waits
    /// for another thread that is starting the watch.
    static func begin(on device: any DeviceLink) {
        // A link that is not an object has no identity, so repeated watches could not be detected.
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
            // If the other thread failed, this thread tries again.
            if watched.withLock({ $0[identity] === beginning }) { return }
        }
    }

    private static func listen(to device: any DeviceLink, _ identity: ObjectIdentifier) {
        guard let last = last(on: device) else {
            // There is no device, or it lacks the services. Reading the name again retries.
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

    /// Returns when the device is gone. Retains the link until then, so that its identity stays unique.
    private static func watch(_ device: any DeviceLink, after last: UInt64) {
        var last = last
        while true {
            do throws(DeviceError) {
                let revocations = try DeviceCall(device: device).perform { AwaitRevocations(context: $0, after: last) }
                last = revocations.last
                post(on: device)
            } catch {
                // After a restart of the device, the same link reaches it again.
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
