import AccountPages
import Accounts
import Hummingbird

extension AccountWeb {
    /// Problems as pages, for people.
    var problemPages: ProblemRenderer {
        ProblemRenderer { problem, occasion in
            let retry = problem.retryAfterSeconds.map { Self.words(forSeconds: $0) }
            let page = ErrorPage(ErrorPage.Kind(problem), requestID: occasion.id.description, retry: retry)
            return pageResponse(page, to: .stranger)
        }
    }

    private static func words(forSeconds seconds: Int64) -> String {
        switch seconds {
        case ..<2: "in a second"
        case ..<120: "in \(seconds) seconds"
        case ..<7_200: "in \((seconds + 59) / 60) minutes"
        default: "in \((seconds + 3_599) / 3_600) hours"
        }
    }
}

extension ErrorPage.Kind {
    /// The kind with the problem's status, or the nearest.
    init(_ problem: Problem) {
        let status = problem.status.code
        self = ErrorPage.Kind(rawValue: status) ?? (status >= 500 ? .internalError : .badRequest)
    }
}
