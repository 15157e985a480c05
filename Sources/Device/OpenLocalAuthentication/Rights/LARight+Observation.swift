public import Foundation

// Not Apple's: key-value observation, by which `state` is observed there, does not exist on Linux, and the notifications are those of Apple's
// talk on rights, which its headers do not have.
extension LARight {
    /// Each state from now on, beginning with the one that holds; ends with the right. Every use is a sequence of its own.
    ///
    /// Not Apple's: there `state` is observed by KVO.
    public var stateUpdates: AsyncStream<State> { authorization.states() }

    /// Posted to the default notification centre when a right is granted, on a private queue. Its object is the right.
    ///
    /// Not Apple's, but its talk's.
    public static let didBecomeAuthorizedNotification = Notification.Name("LARightDidBecomeAuthorizedNotification")

    /// Posted to the default notification centre when a right is refused or given back, or a granted one ends, on a private queue or the
    /// thread that let go of it. Its object is the right, or nil where the right has ended.
    ///
    /// Not Apple's, but its talk's.
    public static let didBecomeUnauthorizedNotification = Notification.Name("LARightDidBecomeUnauthorizedNotification")
}
