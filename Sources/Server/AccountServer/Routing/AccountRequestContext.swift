package import Hummingbird
package import NIOCore

/// The context of the standalone server: what Hummingbird needs, and the other end of the socket.
package struct AccountRequestContext: RequestContext, RemoteAddressRequestContext {
    /// Hummingbird's part.
    package var coreContext: CoreRequestContextStorage
    /// The other end of the socket; nil once it is closed.
    package let remoteAddress: SocketAddress?

    /// The context of one request.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

extension RequestContext {
    /// The path of the route that the router chose, as written in the source, or `none`: never anything a client sent.
    var matchedRoute: String {
        // Hummingbird marks a path that nobody claims with a word of its own.
        endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
    }
}
