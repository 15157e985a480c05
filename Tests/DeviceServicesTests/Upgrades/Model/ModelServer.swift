import Synchronization

/// An account's server as far as upgrades go: one account, whose upgrade endpoint does everything once for each key, and lets the old password sign in
/// until the new one has, or ten minutes have passed.
final class ModelServer: Sendable {
    enum Answer: Equatable {
        case done
        /// Not changed: send this one.
        case prefers(String)
        case refused
    }

    private struct State {
        var password: String?
        var former: (password: String, until: Double)?
        var usesApple = false
        /// What was done, by key.
        var done: [String: String] = [:]

        /// Whether it is the old password, in its last minutes.
        func accepts(_ old: String, _ now: Double) -> Bool {
            former.map { $0.password == old && $0.until > now } ?? false
        }
    }

    static let window = 600.0

    private let state: Mutex<State>
    private let preferred: String?
    private let clock = Mutex(0.0)

    /// - Parameter preferred: what the passwords that it takes begin with; nil: it takes any.
    init(password: String, preferring preferred: String? = nil) {
        state = Mutex(State(password: password))
        self.preferred = preferred
    }

    var now: Double { clock.withLock { $0 } }
    var usesApple: Bool { state.withLock(\.usesApple) }

    func wait(_ seconds: Double) { clock.withLock { $0 += seconds } }

    /// Whoever signs in with the new password has it: the old one is then over.
    func signsIn(_ password: String) -> Bool {
        let now = now
        return state.withLock { state in
            if password == state.password {
                state.former = nil
                return true
            }
            return state.accepts(password, now)
        }
    }

    func change(_ authority: String, key: String, to new: String) -> Answer {
        let now = now
        return state.withLock { state in
            guard state.accepts(authority, now) || authority == state.password else { return .refused }
            if let done = state.done[key] { return done == new ? .done : .refused }
            // Between two passwords there is no third, and none for another device.
            if let former = state.former, former.until > now { return .refused }
            guard authority == state.password else { return .refused }
            if let preferred, !new.hasPrefix(preferred) { return .prefers("\(preferred), \(key)") }
            state.former = (authority, now + Self.window)
            state.password = new
            state.done[key] = new
            return .done
        }
    }

    func convert(_ authority: String, key: String) -> Answer {
        let now = now
        return state.withLock { state in
            if state.done[key] != nil { return .done }
            if let former = state.former, former.until > now { return .refused }
            guard authority == state.password else { return .refused }
            (state.password, state.former, state.usesApple) = (nil, nil, true)
            state.done[key] = ""
            return .done
        }
    }
}
