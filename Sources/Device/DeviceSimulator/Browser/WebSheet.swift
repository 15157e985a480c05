import DeviceProtocol
import DeviceScreens
import DeviceServices
import Foundation
import WebClient

/// The web page of an app's sign-in (`ASWebAuthenticationSession`) in the phone's own browser. It shares the browser's cookies
/// unless it is ephemeral, and has no field for an address.
@MainActor
final class WebSheet {
    /// The result of opening the first page.
    enum Opening: Hashable {
        case shown
        /// The browser cannot show it: it did not load, or it has nothing to press.
        case notShown
        /// The sign-in ended with a redirect.
        case ended
    }

    private let page: WebPage
    private let browser: Browser
    private var isEnded = false
    /// The number of events that the page has handled.
    private(set) var handled = 0

    /// - Parameters:
    ///   - traceparent: The position of the user's action that opened the page; nil if the phone does not record.
    ///   - report: Receives each address that the browser opens.
    init(
        _ page: WebPage, web: any WebTransport, pages: BrowsedPages, passkeys: PagePasskeys, cookies: CookieJar,
        now: @escaping @Sendable () -> Date, traceparent: String?,
        report: @escaping @Sendable (WebReport) -> Void
    ) {
        self.page = page
        let cookies = page.isEphemeral ? CookieJar() : cookies
        browser = Browser(loading: BrowserLoading(web: web, cookies: cookies, now: now), pages: pages, passkeys: passkeys)
        if let traceparent { browser.follow(traceparent: traceparent) }
        browser.ends = { [weak self] address in
            let isEnd = page.isEnded(by: address)
            if isEnd { self?.isEnded = true }
            report(.led(to: address))
            return isEnd
        }
    }

    func open() async -> Opening {
        guard let url = try? WebURL(page.address) else { return .notShown }
        var request = BrowserRequest(url: url)
        request.addedFields = page.headerFields.map { (name: $0.name, value: $0.value) }
        let isShown = await browser.open(request)
        return isEnded ? .ended : isShown ? .shown : .notShown
    }

    /// Calls `changed` after each change of the screen that no event caused.
    func observe(_ changed: @escaping @MainActor @Sendable () -> Void) { browser.screenChanged = changed }

    func receive(_ event: AppEvent) {
        browser.receive(event)
        handled += 1
    }

    /// The address of the visible page.
    var address: String { browser.shownAddress ?? page.address }

    /// The browser's screen without its address field, and with a button that continues in the browser of the computer.
    var screen: AppScreen {
        var screen = browser.screen
        screen.elements.removeAll { element in
            switch element {
            case .field(let field): field.id == Browser.Part.address
            case .button(let button): button.id == Browser.Part.go
            case .text: false
            }
        }
        screen.elements.append(.button(AppButton(Browser.Part.elsewhere, title: "Open on This Computer")))
        return screen
    }

    /// The views of web pages have numbers that no view of an extension has.
    nonisolated static func number(of page: UInt64) -> UInt64 { page | 1 << 63 }

    /// Returns the number of the page in a view.
    nonisolated static func page(of number: UInt64) -> UInt64 { number & ~(1 << 63) }
}
