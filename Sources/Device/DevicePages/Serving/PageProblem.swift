import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Why a request is not answered as it hoped.
struct PageProblem: Error, Encodable {
    let status: HTTPResponse.Status
    /// For programs; it does not change.
    let code: String
    /// For people.
    let detail: String

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    init(_ refusal: PhoneRefusal) {
        self.init(.conflict, refusal.code.rawValue, refusal.description)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(status.code, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(detail, forKey: .detail)
    }

    private enum Keys: String, CodingKey {
        case status, code, detail
    }

    /// As a problem document (RFC 9457).
    var response: Response {
        var response = Response.json(self, status: status)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}

/// Runs a handler, and answers what it refuses.
func answering(_ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch let problem as PageProblem {
        return problem.response
    } catch let refusal as PhoneRefusal {
        return PageProblem(refusal).response
    }
}
