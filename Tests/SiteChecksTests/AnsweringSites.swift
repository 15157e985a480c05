import HTTPTypes
import SiteChecks
import Synchronization

@testable import WebClient

/// Sites with scripted responses that record requests.
final class AnsweringSites: SiteFetching {
    typealias Outcome = Result<WebResponse, WebClientError>

    private let answer: @Sendable (String) -> Outcome
    private let requests = Mutex<[String]>([])

    init(_ answer: @escaping @Sendable (String) -> Outcome) {
        self.answer = answer
    }

    /// All requests, in order.
    var asked: [String] { requests.withLock { $0 } }

    func fetch(_ url: WebURL) async -> FetchReport {
        requests.withLock { $0.append("\(url)") }
        return FetchReport(url: url, outcome: answer("\(url)"))
    }

    static func answer(_ status: Int, _ body: String = "", type: String = "application/json") -> Outcome {
        .success(WebResponse(status: .init(code: status), headers: [.contentType: type], body: Array(body.utf8)))
    }
}
