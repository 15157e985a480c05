/// Whatever carries a request to another server and brings its answer: a client, or a double in a test.
package protocol WebTransport: Sendable {
    /// Throws ``WebClientError``. An answer of any status is an answer.
    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse
}
