import AppleIdentity
import JSONText
import Synchronization

/// An Apple that a test makes up: it publishes the keys it is told to, exchanges nothing, and remembers what was asked.
final class ForgingApple: AppleTransport {
    private struct State {
        var keys = AppleResponse(status: 200, body: ForgingApple.keySet(.apple, .appleP256))
        var urls: [String] = []
    }

    private let state = Mutex(State())

    /// Every address that the server went to, in order.
    var urls: [String] { state.withLock { $0.urls } }

    /// What the address of the keys answers from now on.
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
