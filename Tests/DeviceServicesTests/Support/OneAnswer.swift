import HTTPTypes
import WebClient

/// A service with the same response to every request.
struct OneAnswer: WebTransport {
    let status: Int
    let body: String
    var see: @Sendable (WebRequest) -> Void = { _ in }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        see(request)
        return WebResponse(status: .init(code: status), body: Array(body.utf8))
    }
}
