import AccountServer
import Hummingbird
import NIOCore

/// What a request carries along: the other end of the socket, and who is signed in.
struct MotivationContext: SignedInRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?
    var person: SignedInPerson?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}
