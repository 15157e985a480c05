import HTTPTypes
import WebClient

/// A service that gives every request the same answer.
struct OneAnswer: WebTransport {
    let status: Int
    let body: String
    var see: @Sendable (WebRequest) -> Void = { _ in }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        see(request)
        return WebResponse(status: .init(code: status), body: Array(body.utf8))
    }
}
