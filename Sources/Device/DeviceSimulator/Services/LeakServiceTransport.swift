import HTTPTypes
import PasswordStrength
import WebClient

/// The way from a simulated device to a service of leaked ranges.
struct LeakServiceTransport: LeakedPasswordTransport {
    let network: SimulatedNetwork

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        var question = WebRequest(.get, try WebURL(request.url))
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { question.headers[name] = value }
        }
        let answer = try await network.sendAnywhere(question)
        return LeakedPasswordResponse(status: Int(answer.status.code), body: answer.body)
    }
}
