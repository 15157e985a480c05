import Crypto
import FoundationEssentials
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The sessions of browsers, as on Apple's site: the signed-in user and the open sheets of each.
///
/// Sessions are in memory only, so users sign in again after a restart. Beyond ``limit``, the oldest browser is removed.
final class BrowserSessions: Sendable {
    /// The maximum number of browsers.
    static let limit = 1_000
    /// The maximum number of open sheets in a browser.
    static let sheetLimit = 32

    /// A browser.
    struct Browser: Sendable {
        /// The cookie's value.
        let id: String
        /// The user who entered a two-factor code here. Until sign-out, no further code is required.
        var person: PersonIdentifier?
        /// The account whose settings are open here. It does not authenticate a user.
        var viewed: PersonIdentifier?
        /// The sheets that this browser opened. No other browser can continue them.
        var sheets: [AuthorizationIdentifier] = []
        let formToken: FormToken
    }

    private struct State {
        var browsers: [String: Browser] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    /// Returns the browser with this cookie; nil for an unknown cookie.
    func browser(_ id: String?) -> Browser? {
        guard let id else { return nil }
        return state.withLock { $0.browsers[id] }
    }

    /// Adds a new browser.
    func begin() -> Browser {
        let browser = Browser(id: Self.secret(), formToken: FormToken(value: Self.secret()))
        state.withLock { state in
            state.browsers[browser.id] = browser
            state.order.append(browser.id)
            if state.order.count > Self.limit { state.browsers[state.order.removeFirst()] = nil }
        }
        return browser
    }

    /// Stores the signed-in user; nil forgets it. Does nothing for a forgotten browser.
    func remember(_ person: PersonIdentifier?, in id: String) {
        state.withLock { $0.browsers[id]?.person = person }
    }

    /// Opens the settings of an account; nil closes them.
    func view(_ person: PersonIdentifier?, in id: String) {
        state.withLock { $0.browsers[id]?.viewed = person }
    }

    /// Binds a sheet to the browser that opened it.
    func bind(_ sheet: AuthorizationIdentifier, to id: String) {
        state.withLock { state in
            state.browsers[id]?.sheets.append(sheet)
            if let count = state.browsers[id]?.sheets.count, count > Self.sheetLimit { state.browsers[id]?.sheets.removeFirst() }
        }
    }

    /// Removes a user from all browsers, after the account was deleted.
    func forget(_ person: PersonIdentifier) {
        state.withLock { state in
            for id in state.order {
                if state.browsers[id]?.person == person { state.browsers[id]?.person = nil }
                if state.browsers[id]?.viewed == person { state.browsers[id]?.viewed = nil }
            }
        }
    }

    /// Compares digests, so that timing does not reveal how much of a guess is correct.
    static func isSame(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
    }

    /// Returns 128 random bits from the system.
    private static func secret() -> String {
        let bits = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
        return bits.map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}

/// The context of a request, with its connection.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the client is on this machine. In-process test clients have no address and count as local.
    var isFromLoopback: Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return true }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Closes the connection immediately, without a response.
    func dropConnection() async {
        try? await channel.close()
    }
}
