import Foundation

/// Whom a controller talks to. Weak, since they own the controller, and read and set from any thread.
///
/// `@unchecked Sendable` holds: the two references are touched only under the lock, and those whom they refer to only on the main actor.
final class ControllerParties: @unchecked Sendable {
    private let lock = NSLock()
    private weak var storedDelegate: (any ASAuthorizationControllerDelegate)?
    private weak var storedProvider: (any ASAuthorizationControllerPresentationContextProviding)?

    var delegate: (any ASAuthorizationControllerDelegate)? {
        get { lock.withLock { storedDelegate } }
        set { lock.withLock { storedDelegate = newValue } }
    }

    var provider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { lock.withLock { storedProvider } }
        set { lock.withLock { storedProvider = newValue } }
    }
}
