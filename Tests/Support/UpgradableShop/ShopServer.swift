import Synchronization

/// The accounts of a shop, in this process: what its app and its extension would ask over the network. Each has a site of its own, since an extension is made
/// by the system and is handed nothing.
package final class ShopServer: Sendable {
    /// What the server does about an upgrade.
    package enum Mood: Sendable {
        case willing
        /// Wants this code besides.
        case wantsCode(String)
        case refusing(reason: String?)
        /// Cannot be reached.
        case away
        /// Does it, and its answer is lost.
        case answerLost
    }

    /// What it answers.
    package enum Answer: Sendable {
        case done
        case wantsCode
        case wrongCode
        case refused(reason: String?)
        case nothing
    }

    private struct State {
        var passwords: [String: String]
        var mood: Mood
    }

    private static let all = Mutex<[String: ShopServer]>([:])
    private static let lastNumber = Mutex(0)

    package static func at(_ site: String) -> ShopServer? { all.withLock { $0[site] } }

    package let site: String
    private let state: Mutex<State>

    /// A server with these passwords, by user name.
    package init(_ passwords: [String: String], mood: Mood = .willing) {
        state = Mutex(State(passwords: passwords, mood: mood))
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        site = "shop\(number).example"
        Self.all.withLock { $0[site] = self }
    }

    package var mood: Mood {
        get { state.withLock(\.mood) }
        set { state.withLock { $0.mood = newValue } }
    }

    package func password(of user: String) -> String? { state.withLock { $0.passwords[user] } }

    package func signsIn(_ user: String, with password: String) -> Bool { state.withLock { $0.passwords[user] == password } }

    /// By right of the password or of the app's session; a nil password leaves Sign in with Apple alone.
    package func upgrade(_ user: String, by right: String, to password: String?, code: String? = nil) -> Answer {
        state.withLock { state in
            guard state.passwords[user] == right || right == Self.session(of: user) else {
                return .refused(reason: "The shop does not know this password.")
            }
            switch state.mood {
            case .away: return .nothing
            case .refusing(let reason): return .refused(reason: reason)
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
