import NIOCore
import NIOPosix

/// A port of this machine that nobody listens on at the moment.
enum FreePort {
    static func find() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port
        try await channel.close()
        guard let port else { throw ChannelError.unknownLocalAddress }
        return port
    }
}
