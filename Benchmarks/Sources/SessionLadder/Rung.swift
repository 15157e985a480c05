/// A layer of a session check. Each rung consists of the ones before it and one layer more.
enum Rung: String, CaseIterable {
    /// Hummingbird with one route, which returns a constant.
    case route
    /// The time and size limits of connections, and requests that run on the connection's own thread.
    case limits
    /// The identifier of each request, in the response and in the log.
    case identifiers
    /// The metrics of each request. The log level suppresses the line of each request, so the server adds no log layer.
    case metrics
    /// The security header fields.
    case headers
    /// The table of routes with the request's query, client address and errors as problem documents.
    ///
    /// It adds the security header fields itself, so it cannot be below them.
    case table
    /// The digest of the token, and the session and the account from the store.
    case read
    /// The complete server, which also writes the session and the account as JSON.
    case server
}

extension Rung: Comparable {
    static func < (left: Rung, right: Rung) -> Bool { left.height < right.height }

    private var height: Int {
        switch self {
        case .route: 0
        case .limits: 1
        case .identifiers: 2
        case .metrics: 3
        case .headers: 4
        case .table: 5
        case .read: 6
        case .server: 7
        }
    }
}
