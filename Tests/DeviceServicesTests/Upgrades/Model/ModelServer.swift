import Synchronization

/// A model of an account server with one account. Its upgrade endpoint performs each key once, and accepts the old password until
/// the new one was used, or for ten minutes.
final class ModelServer: Sendable {
    enum Answer: Equatable {
        case done
        /// Unchanged: send this password.
        case prefers(String)
        case rejected
    }

    private struct State {
        var password: String?
        var former: (password: String, until: Double)?
        var usesApple = false
        /// The completed changes, by key.
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

    /// - Parameter preferred: the prefix of the passwords that it accepts; nil accepts any.
    init(password: String, preferring preferred: String? = nil) {
        state = Mutex(State(password: password))
        self.preferred = preferred
    }

    var now: Double { clock.withLock { $0 } }
    var usesApple: Bool { state.withLock(\.usesApple) }

    func wait(_ seconds: Double) { clock.withLock { $0 += seconds } }

    /// A sign-in with the new password invalidates the old one.
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
            guard state.accepts(authority, now) || authority == state.password else { return .rejected }
            if let done = state.done[key] { return done == new ? .done : .rejected }
            // There are only two passwords, and none for another device.
            if let former = state.former, former.until > now { return .rejected }
            guard authority == state.password else { return .rejected }
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
            if let former = state.former, former.until > now { return .rejected }
            guard authority == state.password else { return .rejected }
            (state.password, state.former, state.usesApple) = (nil, nil, true)
            state.done[key] = ""
            return .done
        }
    }
}
