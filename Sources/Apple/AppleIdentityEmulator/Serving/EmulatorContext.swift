import Hummingbird
import Logging
import NIOCore

/// What is known of a request beside the request: the connection it came over.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the other end is on this machine. In-process test drivers have no address, and are.
    var isFromLoopback: Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return true }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Closes the connection at once, without an answer.
    func dropConnection() async {
        try? await channel.close()
    }
}
