import AppleIdentity
import JSONText
import Synchronization

/// A double of Apple: it publishes given keys, exchanges nothing, and records requests.
final class ForgingApple: AppleTransport {
    private struct State {
        var keys = AppleResponse(status: 200, body: ForgingApple.keySet(.apple, .appleP256))
        var urls: [String] = []
    }

    private let state = Mutex(State())

    /// Every URL that the server requested, in order.
    var urls: [String] { state.withLock { $0.urls } }

    /// The response of the key endpoint from now on.
    func publish(_ body: [UInt8], status: Int = 200) {
        state.withLock { $0.keys = AppleResponse(status: status, body: body) }
    }

    static func keySet(_ keys: ForgingKey...) -> [UInt8] {
        JSONValue.object(JSONObject([("keys", .array(keys.map { .object($0.jwk) }))])).bytes()
    }

    func send(_ request: AppleRequest) async throws -> AppleResponse {
        state.withLock { state in
            state.urls.append(request.url)
            guard request.url == AppleEndpoints.apple.keys else {
                return AppleResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
            }
            return state.keys
        }
    }
}
