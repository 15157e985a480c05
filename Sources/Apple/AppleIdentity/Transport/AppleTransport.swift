/// Whatever carries a request to Apple and brings the answer: an HTTP client, or a double in a test.
///
/// This library opens no connection of its own. A transport
/// - follows no redirect: it would carry secrets to a place that nobody configured;
/// - checks the server's certificate;
/// - stops reading at ``AppleResponse/maximumByteCount`` and ends within a bounded time;
/// - sends each request once: a second one may spend a code that the first has spent.
public protocol AppleTransport: Sendable {
    /// Sends a request. An answer of any status is an answer; an error means that there is none.
    ///
    /// - Throws: an ``AppleTransportError`` where it matters whether a later try may succeed. Any other error counts as passing.
    func send(_ request: AppleRequest) async throws -> AppleResponse
}
