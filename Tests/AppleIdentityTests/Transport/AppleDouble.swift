import AppleIdentity
import Synchronization

/// A double of Apple's service: scripted responses in turn, the last one repeated, and a record of requests.
final class AppleDouble: AppleTransport {
    enum Reply {
        case response(AppleResponse)
        case failure(any Error)

        static func json(_ text: String, status: Int = 200, headers: [(name: String, value: String)] = []) -> Reply {
            .response(AppleResponse(status: status, headers: headers, body: Array(text.utf8)))
        }

        /// A rejection in Apple's form.
        static func rejection(_ name: String, _ description: String? = nil) -> Reply {
            let rest = description.map { #","error_description":"\#($0)""# } ?? ""
            return .json(#"{"error":"\#(name)"\#(rest)}"#, status: 400)
        }
    }

    private struct State {
        var replies: [Reply]
        var requests: [AppleRequest] = []
    }

    private let state: Mutex<State>

    init(_ replies: Reply...) {
        state = Mutex(State(replies: replies))
    }

    var requests: [AppleRequest] { state.withLock { $0.requests } }

    func send(_ request: AppleRequest) async throws -> AppleResponse {
        let reply = state.withLock { state in
            state.requests.append(request)
            return state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]
        }
        switch reply {
        case .response(let response): return response
        case .failure(let error): throw error
        }
    }
}
