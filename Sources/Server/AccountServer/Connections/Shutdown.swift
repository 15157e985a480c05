package import ServiceLifecycle

extension ServiceGroupConfiguration {
    /// Makes the group's shutdown end within `limits.shutdown`, whatever clients and handlers do.
    ///
    /// When a shutdown begins no further connection is accepted, idle ones are closed, and requests under way are answered. After
    /// `limits.shutdown` the connections that are left are closed and all tasks cancelled. Should something not heed its cancellation for
    /// `cancellation` more, swift-service-lifecycle ends the process: only for a process that is the server's own.
    package mutating func bound(by limits: ConnectionLimits, cancellation: Duration = .seconds(5)) {
        maximumGracefulShutdownDuration = limits.shutdown
        maximumCancellationDuration = cancellation
    }
}
