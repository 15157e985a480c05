import HTTPTypes
import Secrets
import WebClient

/// A way to servers that shows each server of this user on this machine its bearer.
struct LocalTransport: WebTransport {
    let client: WebClient

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        var request = request
        if request.headers[.authorization] == nil, let bearer = RunFolder.ofThisUser().bearer(for: request.url) {
            request.headers[.authorization] = "Bearer " + bearer.reveal()
        }
        return try await client.send(request)
    }
}
