package import ServiceLifecycle

/// The limits on what one client, and all clients together, can occupy. docs/configuration.md explains each default.
package struct ConnectionLimits: Hashable, Sendable {
    /// Time from the first byte of a request, or from the opening of a connection, to the end of the header; 10 seconds.
    package var head: Duration
    /// Time from the end of the header to the end of the body; 30 seconds.
    package var body: Duration
    /// Time allowed to start the response after a body timeout; 1 second.
    package var failing: Duration
    /// Time from the end of a response to the first byte of the next request; 30 seconds.
    package var idle: Duration
    /// Time from writing a piece of the response until its last byte is sent to the client; 30 seconds. A piece is one write of a
    /// handler, so a client that reads slowly cannot extend the time.
    package var reading: Duration
    /// Time from the last response to the closing of the connection; 2 seconds. Bytes that arrive meanwhile are discarded, so
    /// that the client can read the response.
    package var linger: Duration
    /// Time from the start of a shutdown until open connections are closed; 10 seconds.
    package var shutdown: Duration
    /// The maximum number of concurrent connections; 1,024. Further ones receive 503.
    package var connections: Int
    /// The maximum number of concurrent connections that receive 503; 64. Beyond it, the server does not accept connections.
    package var rejections: Int
    /// The maximum size of a request's header and request line in bytes; 16 KiB.
    package var headerBytes: Int
    /// The maximum number of header fields; 100.
    package var headerFields: Int

    /// Creates limits; each default is the documented one.
    package init(
        head: Duration = .seconds(10), body: Duration = .seconds(30), failing: Duration = .seconds(1),
        idle: Duration = .seconds(30), reading: Duration = .seconds(30), linger: Duration = .seconds(2),
        shutdown: Duration = .seconds(10),
        connections: Int = 1_024, rejections: Int = 64, headerBytes: Int = 16_384, headerFields: Int = 100
    ) {
        self.head = head
        self.body = body
        self.failing = failing
        self.idle = idle
        self.reading = reading
        self.linger = linger
        self.shutdown = shutdown
        self.connections = connections
        self.rejections = rejections
        self.headerBytes = headerBytes
        self.headerFields = headerFields
    }
}

extension ServiceGroupConfiguration {
    /// Limits the duration of the group's shutdown to `limits.shutdown`.
    ///
    /// When a shutdown begins, the server accepts no further connections, closes idle ones and completes requests in progress.
    /// After `limits.shutdown`, it closes the remaining connections and cancels all tasks. If a task ignores its cancellation for
    /// `cancellation`, swift-service-lifecycle ends the process, so use this only if the process is the server's own.
    package mutating func bound(by limits: ConnectionLimits, cancellation: Duration = .seconds(5)) {
        maximumGracefulShutdownDuration = limits.shutdown
        maximumCancellationDuration = cancellation
    }
}
