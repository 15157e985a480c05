import AppleIdentity
import Synchronization

/// Apple's service as a test wants it: the answers in turn, the last one for ever, and a memory of what was asked.
final class AppleDouble: AppleTransport {
    enum Reply {
        case response(AppleResponse)
        case failure(any Error)

        static func json(_ text: String, status: Int = 200, headers: [(name: String, value: String)] = []) -> Reply {
            .response(AppleResponse(status: status, headers: headers, body: Array(text.utf8)))
        }

        /// A refusal as Apple words it.
        static func refusal(_ name: String, _ description: String? = nil) -> Reply {
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
