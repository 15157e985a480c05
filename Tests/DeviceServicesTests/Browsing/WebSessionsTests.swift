import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import PasswordManager
import Synchronization
import Testing

@testable import DeviceServices
@testable import DeviceSimulator

@Suite("A web sign-in session") struct WebSessionsTests {
    /// A browser that opens scripted URLs as soon as it starts.
    private final class LedBrowser: WebBrowser {
        let opened = Mutex(0)
        private let addresses: [String]

        init(_ addresses: [String]) { self.addresses = addresses }

        func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
            opened.withLock { $0 += 1 }
            for address in addresses { report(.led(to: address)) }
            report(.closed)
        }

        func close(_ page: WebPage) {}
    }

    private struct OneHost: DomainAssociations {
        let host: String
        func isAssociated(_ app: AppIdentifier, with other: DomainName) -> Bool { other.text == host }
        func hosts(of app: AppIdentifier) -> [DomainName] { [] }
    }

    @Test(
        "ends with an https URL only for an app of that host, and opens no page for other apps",
        arguments: [("example.com", true), ("other.example", false), ("www.example.com", false), ("", false)])
    func callbackHost(host: String, isOpened: Bool) throws {
        let device = try DeviceSimulator()
        let browser = LedBrowser(["https://\(host)/done?code=1"])
        let sessions = WebSessions(
            sheets: SheetQueue(state: device.device.state), browser: browser, associations: OneHost(host: "example.com"))
        let app = App(identifier: try #require(AccessGroup(rawValue: DeviceSimulator.usualApp)))
        let context = try #require(ContextReference([UInt8](1...16)))
        let cancellation = PromptCancellationToken()
        let outcome = try sessions.open(
            OpenWebAuthentication(
                context: context, address: "https://example.com/login", callback: .https(host: host, path: "/done"),
                isEphemeral: true),
            for: app, until: cancellation)
        #expect(outcome == (isOpened ? .callback("https://example.com/done?code=1") : .cancelled))
        #expect(browser.opened.withLock { $0 } == (isOpened ? 1 : 0))
        #expect(cancellation.watchCount == 0)
    }
}
