import Accounts
public import Hummingbird
import InternetAddresses
import Texts

/// The client of a request: rate limits count by it, and the account's owner sees it in the list of sessions.
public struct Visitor: Sendable {
    let client: Client
}

extension Latchkey {
    /// Returns the visitor of a request, with the address of the socket and the language of the header fields.
    public func visitor<Context: RequestContext & RemoteAddressRequestContext>(_ request: Request, _ context: Context) -> Visitor {
        Visitor(
            client: Client(
                address: IPAddress(peer: context.remoteAddress), deviceName: request.headers[.userAgent],
                language: LanguagePolicy(system.configuration.site).requested(in: request.headers)?.domainTag))
    }
}
