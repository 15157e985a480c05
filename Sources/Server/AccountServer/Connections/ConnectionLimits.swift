package import ServiceLifecycle

/// What one client, and all clients together, can make the server hold. Each default has its reason in docs/configuration.md.
package struct ConnectionLimits: Hashable, Sendable {
    /// From the first byte of a request, or the opening of a connection, to the end of the header; 10 seconds.
    package var head: Duration
    /// From the end of the header to the end of the body; 30 seconds.
    package var body: Duration
    /// From the failing of a request whose body took too long to its response's beginning; 1 second. Whoever answers has nothing left to
    /// wait for.
    package var failing: Duration
    /// From the end of a response to the first byte of the next request; 30 seconds.
    package var idle: Duration
    /// From the handing over of a piece of the response to its last byte's leaving for the client; 30 seconds. A piece is what a handler
    /// writes at once, so a client that reads slowly cannot stretch it by reading now and then.
    package var reading: Duration
    /// From a response that ends the connection to its closing, during which what still arrives is thrown away, so that the client gets
    /// to read the response; 2 seconds.
    package var linger: Duration
    /// From the beginning of a shutdown to the closing of connections that are still open; 10 seconds.
    package var shutdown: Duration
    /// Connections served at the same time; 1,024. Further ones are answered 503.
    package var connections: Int
    /// Connections at the same time that are being answered 503; 64. Beyond, connections wait unaccepted.
    package var refusals: Int
    /// The size of a request's header and request line in bytes; 16 KiB.
    package var headerBytes: Int
    /// The number of header fields; 100.
    package var headerFields: Int

    /// Limits.
    package init(
        head: Duration = .seconds(10), body: Duration = .seconds(30), failing: Duration = .seconds(1),
        idle: Duration = .seconds(30), reading: Duration = .seconds(30), linger: Duration = .seconds(2),
        shutdown: Duration = .seconds(10),
        connections: Int = 1_024, refusals: Int = 64, headerBytes: Int = 16_384, headerFields: Int = 100
    ) {
        self.head = head
        self.body = body
        self.failing = failing
        self.idle = idle
        self.reading = reading
        self.linger = linger
        self.shutdown = shutdown
        self.connections = connections
        self.refusals = refusals
        self.headerBytes = headerBytes
        self.headerFields = headerFields
    }
}

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
