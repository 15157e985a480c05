import Synchronization

/// The account server of these tests: one per site, because the system creates extensions without arguments.
final class ModificationServer: Sendable {
    /// The server's response to a change.
    enum Behaviour: Sendable {
        case willing
        /// Requires the user, and then this code.
        case wantsCode
        case rejecting(reason: String?)
        /// Accepts only this password.
        case prefers(String)
    }

    private static let all = Mutex<[String: ModificationServer]>([:])
    private static let lastNumber = Mutex(0)

    static func at(_ site: String) -> ModificationServer? { all.withLock { $0[site] } }

    let site: String
    let behaviour: Behaviour
    private let accounts: Mutex<[String: String]>
    private let seen = Mutex<[String]>([])

    init(_ accounts: [String: String], behaviour: Behaviour = .willing) {
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        site = "site\(number).example.com"
        self.behaviour = behaviour
        self.accounts = Mutex(accounts)
        Self.all.withLock { $0[site] = self }
    }

    /// The extension's calls, in order.
    var calls: [String] { seen.withLock { $0 } }

    func note(_ call: String) { seen.withLock { $0.append(call) } }

    func password(of user: String) -> String? { accounts.withLock { $0[user] } }

    func change(_ user: String, authority: String, to password: String) -> Bool {
        accounts.withLock { accounts in
            guard accounts[user] == authority || authority == "session of \(user)" else { return false }
            accounts[user] = password
            return true
        }
    }

    func convert(_ user: String, authority: String, token: String) -> Bool {
        accounts.withLock { accounts in
            guard accounts[user] == authority || authority == "session of \(user)", !token.isEmpty else { return false }
            accounts[user] = nil
            return true
        }
    }
}
