package import InternetAddresses

/// Why there is no answer.
package enum WebClientError: Error, Hashable, Sendable {
    /// Plain http, which is allowed to this machine only.
    case insecure(host: String)
    case unresolvable(host: String)
    /// All addresses of the host are within ranges that this client does not visit.
    case addressesRefused(host: String, [IPAddress])
    case unreachable(String)
    /// The certificate did not pass, or there was no agreement on TLS.
    case untrusted(String)
    case timedOut
    /// The body is larger than the cap, which is given in bytes.
    case tooLarge(limit: Int)
    /// What came back is no HTTP, or broke off.
    case malformed(String)
    case cancelled

    /// Whether the same request may succeed later: the network's doing rather than the answer's.
    package var isPassing: Bool {
        switch self {
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: true
        case .insecure, .addressesRefused, .untrusted, .tooLarge: false
        }
    }
}

extension WebClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .insecure(let host): "plain http to \(host): only https leaves this machine"
        case .unresolvable(let host): "\(host) has no address"
        case .addressesRefused(let host, let addresses):
            "\(host) has only addresses that are not public: \(addresses.map(\.description).joined(separator: ", "))"
        case .unreachable(let reason): "no connection: \(reason)"
        case .untrusted(let reason): "no trusted connection: \(reason)"
        case .timedOut: "no whole answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .malformed(let reason): "the answer is broken: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
