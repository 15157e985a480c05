import Synchronization

/// The accounts of a shop, in this process: what its app and extension would request over the network. Each server has a separate
/// site, because the system creates an extension without arguments.
package final class ShopServer: Sendable {
    /// The server's behaviour in an upgrade.
    package enum Behaviour: Sendable {
        case willing
        /// Requires this code as well.
        case wantsCode(String)
        case rejecting(reason: String?)
        /// Unreachable.
        case away
        /// Performs the change, and the response is lost.
        case answerLost
    }

    /// Its response.
    package enum Answer: Sendable {
        case done
        case wantsCode
        case wrongCode
        case rejected(reason: String?)
        case nothing
    }

    private struct State {
        var passwords: [String: String]
        var behaviour: Behaviour
    }

    private static let all = Mutex<[String: ShopServer]>([:])
    private static let lastNumber = Mutex(0)

    package static func at(_ site: String) -> ShopServer? { all.withLock { $0[site] } }

    package let site: String
    private let state: Mutex<State>

    /// Creates a server with these passwords, by user name.
    package init(_ passwords: [String: String], behaviour: Behaviour = .willing) {
        state = Mutex(State(passwords: passwords, behaviour: behaviour))
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        site = "shop\(number).example"
        Self.all.withLock { $0[site] = self }
    }

    package var behaviour: Behaviour {
        get { state.withLock(\.behaviour) }
        set { state.withLock { $0.behaviour = newValue } }
    }

    package func password(of user: String) -> String? { state.withLock { $0.passwords[user] } }

    package func signsIn(_ user: String, with password: String) -> Bool { state.withLock { $0.passwords[user] == password } }

    /// With the password or the app's session; a nil password leaves only Sign in with Apple.
    package func upgrade(_ user: String, by right: String, to password: String?, code: String? = nil) -> Answer {
        state.withLock { state in
            guard state.passwords[user] == right || right == Self.session(of: user) else {
                return .rejected(reason: "The shop does not know this password.")
            }
            switch state.behaviour {
            case .away: return .nothing
            case .rejecting(let reason): return .rejected(reason: reason)
            case .wantsCode(let wanted) where code != wanted: return code == nil ? .wantsCode : .wrongCode
            case .answerLost:
                state.passwords[user] = password
                return .nothing
            case .willing, .wantsCode:
                state.passwords[user] = password
                return .done
            }
        }
    }

    package static func session(of user: String) -> String { "session of \(user)" }
}
