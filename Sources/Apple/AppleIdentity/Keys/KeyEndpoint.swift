/// Apple's key endpoint, asked once.
struct KeyEndpoint: Sendable {
    /// Why no keys came, in words for a log.
    struct Failure: Error {
        let reason: String
    }

    let transport: any AppleTransport
    let url: String

    /// Fetches the set. Refuses every status but 200 and a set without one usable key: that would be taken for the departure of all.
    func keys() async throws(Failure) -> AppleKeySet {
        let response: AppleResponse
        do {
            response = try await transport.send(AppleRequest(method: .get, url: url, headers: [("Accept", "application/json")]))
        } catch {
            throw Failure(reason: "Apple's keys could not be fetched: \(error)")
        }
        guard response.status == 200 else { throw Failure(reason: "Apple's key endpoint answered with status \(response.status).") }
        do {
            let keys = try AppleKeySet(response.body)
            guard !keys.keys.isEmpty else { throw Failure(reason: "Apple's key set holds no key that can be used.") }
            return keys
        } catch {
            throw (error as? Failure) ?? Failure(reason: "\(error)")
        }
    }
}
