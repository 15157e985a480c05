import Crypto
import FoundationEssentials
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// What the emulator remembers of each browser, as Apple's site does: who signed in there, and which sheets it has open.
///
/// In memory only: after a restart everybody signs in anew. The oldest is forgotten beyond ``limit``.
final class BrowserSessions: Sendable {
    /// Browsers remembered.
    static let limit = 1_000
    /// Sheets that one browser may have open.
    static let sheetLimit = 32

    /// One browser.
    struct Browser: Sendable {
        /// The cookie's value.
        let id: String
        /// Who typed a two-factor code here; asked for none again until signed out.
        var person: PersonIdentifier?
        /// Whose account settings are open here; proves nothing.
        var viewed: PersonIdentifier?
        /// The sheets that were begun here; no other browser can go on with them.
        var sheets: [AuthorizationIdentifier] = []
        let formToken: FormToken
    }

    private struct State {
        var browsers: [String: Browser] = [:]
        var order: [String] = []
    }

    private let state = Mutex(State())

    /// The browser with this cookie; nil for a cookie that nobody was given.
    func browser(_ id: String?) -> Browser? {
        guard let id else { return nil }
        return state.withLock { $0.browsers[id] }
    }

    /// A browser that was never here.
    func begin() -> Browser {
        let browser = Browser(id: Self.secret(), formToken: FormToken(value: Self.secret()))
        state.withLock { state in
            state.browsers[browser.id] = browser
            state.order.append(browser.id)
            if state.order.count > Self.limit { state.browsers[state.order.removeFirst()] = nil }
        }
        return browser
    }

    /// Remembers who proved to be whom; nil to forget. Returns nothing for a browser that is forgotten.
    func remember(_ person: PersonIdentifier?, in id: String) {
        state.withLock { $0.browsers[id]?.person = person }
    }

    /// Opens the settings of an account; nil closes them.
    func view(_ person: PersonIdentifier?, in id: String) {
        state.withLock { $0.browsers[id]?.viewed = person }
    }

    /// Binds a sheet to the browser that began it.
    func bind(_ sheet: AuthorizationIdentifier, to id: String) {
        state.withLock { state in
            state.browsers[id]?.sheets.append(sheet)
            if let count = state.browsers[id]?.sheets.count, count > Self.sheetLimit { state.browsers[id]?.sheets.removeFirst() }
        }
    }

    /// Forgets a person everywhere, when the account is gone.
    func forget(_ person: PersonIdentifier) {
        state.withLock { state in
            for id in state.order {
                if state.browsers[id]?.person == person { state.browsers[id]?.person = nil }
                if state.browsers[id]?.viewed == person { state.browsers[id]?.viewed = nil }
            }
        }
    }

    /// Compared by digest, so that the time taken says nothing of how much was guessed.
    static func isSame(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
    }

    /// 128 bits from the system.
    private static func secret() -> String {
        let bits = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
        return bits.map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}

/// What is known of a request beside the request: the connection it came over.
struct EmulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the other end is on this machine. In-process test drivers have no address, and are.
    var isFromLoopback: Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return true }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Closes the connection at once, without an answer.
    func dropConnection() async {
        try? await channel.close()
    }
}
