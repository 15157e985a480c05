import DeviceProtocol
import DeviceServices
import Synchronization

/// The browser of a simulated device, with a script for each page that an app opens. Without a script, the user closes the page.
public final class SimulatedBrowser: Sendable {
    /// The course of one page.
    public enum Visit: Hashable, Sendable {
        /// The page redirects from address to address. It closes at the end, unless the app was waiting for one of them.
        case lead([String])
        /// The user closes it.
        case close
        /// The page stays open, until the app cancels it.
        case wait
    }

    /// A page that an app opened.
    public struct Page: Hashable, Sendable {
        /// The address.
        public let address: String
        /// Whether the browser started without cookies and keeps none.
        public let isEphemeral: Bool
        /// The header fields that the app added to the request for the address, by name.
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

    /// All pages so far, in order.
    public var pages: [Page] { state.withLock(\.pages) }

    /// Appends to the script: one visit per page.
    public func will(_ visits: Visit...) {
        state.withLock { $0.script += visits }
    }

    /// Shows pages in another browser from now on, regardless of the script; nil for the script again.
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
