import DeviceProtocol
import DeviceServices
import Synchronization

/// The browser of a simulated device, and a script of what happens in it for each page that an app opens. A page that the script says nothing about
/// is closed.
public final class SimulatedBrowser: Sendable {
    /// What happens with one page.
    public enum Visit: Hashable, Sendable {
        /// The person is led from address to address. The page is closed at the end, unless one of them was what the app waits for.
        case lead([String])
        /// The person closes it.
        case close
        /// The page stays open, until the app takes it back.
        case wait
    }

    /// A page that an app opened.
    public struct Page: Hashable, Sendable {
        /// Its address.
        public let address: String
        /// Whether the browser began without cookies and leaves none.
        public let isEphemeral: Bool
        /// What the app had the browser add to the request for the address, by name.
        public let headerFields: [String: String]

        init(_ page: WebPage) {
            address = page.address
            isEphemeral = page.isEphemeral
            headerFields = Dictionary(page.headerFields.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }

    private struct State {
        var script: [Visit] = []
        var pages: [Page] = []
    }

    private let state = Mutex(State())
    private let screen = Mutex<(any WebBrowser)?>(nil)

    init() {}

    /// Every page so far, in order.
    public var pages: [Page] { state.withLock(\.pages) }

    /// Adds to the script: one visit for each page.
    public func will(_ visits: Visit...) {
        state.withLock { $0.script += visits }
    }

    /// From now on pages are shown there, whatever the script says; nil: the script counts again.
    func attach(_ new: (any WebBrowser)?) {
        screen.withLock { $0 = new }
    }

    var driver: any WebBrowser { Driver(browser: self) }

    private struct Driver: WebBrowser {
        let browser: SimulatedBrowser

        func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
            if let screen = browser.screen.withLock({ $0 }) {
                browser.state.withLock { $0.pages.append(Page(page)) }
                return screen.open(page, report: report)
            }
            let visit = browser.state.withLock { state in
                state.pages.append(Page(page))
                return state.script.isEmpty ? .close : state.script.removeFirst()
            }
            switch visit {
            case .lead(let addresses):
                for address in addresses { report(.led(to: address)) }
                report(.closed)
            case .close: report(.closed)
            case .wait: break
            }
        }

        func close(_ page: WebPage) {
            browser.screen.withLock { $0 }?.close(page)
        }
    }
}
