import AccountServer
import Hummingbird
import NIOCore

/// The context of a request: the address of the peer, and the signed-in user.
struct MotivationContext: SignedInRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    var user: SignedInUser?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
