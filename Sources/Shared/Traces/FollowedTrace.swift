import Synchronization

/// The step that the requests of an app to its device belong to: the user's last action.
///
/// The device that launched an app sends the position, and the app's link to the device returns it with each request.
package final class FollowedTrace: Sendable {
    /// The one of an app that is a process. Its requests to the device start anywhere in it, and a process has one user.
    package static let ofProcess = FollowedTrace()

    private let held = Mutex<TraceParent?>(nil)

    package init() {}

    /// Nil if nothing is recorded.
    package var position: TraceParent? { held.withLock { $0 } }

    /// Follows the value of a header field `traceparent` from now on. A malformed value follows nothing.
    package func follow(_ traceparent: String) {
        held.withLock { $0 = TraceParent(traceparent) }
    }
}
