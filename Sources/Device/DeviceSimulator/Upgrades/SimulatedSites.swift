import WebClient

/// The sites of a simulated network, as the device asks them where a password is changed.
struct SimulatedSites: WebTransport {
    let network: SimulatedNetwork

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse { try await network.sendToSite(request) }
}
