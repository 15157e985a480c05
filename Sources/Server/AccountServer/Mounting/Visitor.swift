import Accounts
public import Hummingbird
import InternetAddresses

/// Who sends a request, as far as it can be known: throttling counts by it, and the account's owner sees it among the sessions.
public struct Visitor: Sendable {
    let client: Client
}

extension Latchkey {
    /// The visitor of a request. The address is the socket's.
    public func visitor<Context: RequestContext & RemoteAddressRequestContext>(_ request: Request, _ context: Context) -> Visitor {
        Visitor(client: Client(address: IPAddress(peer: context.remoteAddress), deviceName: request.headers[.userAgent]))
    }
}
