import AssociatedDomains
import DeviceBroker
package import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Synchronization

/// Sign-ins by web pages, from the question to the address that ends them.
final class WebSessions: Sendable {
    private let sheets: SheetDesk
    private let browser: (any WebBrowser)?
    private let associations: any DomainAssociations
    private let lastNumber = Atomic<UInt64>(0)

    init(sheets: SheetDesk, browser: (any WebBrowser)?, associations: any DomainAssociations) {
        self.sheets = sheets
        self.browser = browser
        self.associations = associations
    }

    /// Throws `badRequest` for an address that is no page, and `unavailable` without a browser.
    func open(
        _ request: OpenWebAuthentication, for app: App, until withdrawal: Withdrawal
    ) throws(DeviceRefusal) -> WebAuthenticationOutcome {
        guard let browser else { throw .unavailable("the device has no browser") }
        guard let host = WebAddress(request.address)?.pageHost else { throw .badRequest("the address is no http or https URL") }
        guard mayEnd(request.callback, for: app) else { return .cancelled }
        // Whether the app may have what the browser knows. One that begins with nothing needs no leave.
        if !request.isEphemeral {
            guard case .proceed = sheets.answer(to: .webSignIn(host: host), for: app, until: withdrawal) else {
                return .cancelled
            }
        }
        let page = WebPage(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, request)
        let inbox = Inbox<WebAuthenticationOutcome>()
        let watch = withdrawal.onWithdrawal { inbox.put(.cancelled) }
        defer { watch.end() }
        browser.open(page) { report in
            switch report {
            case .closed: inbox.put(.cancelled)
            case .led(let address):
                if page.isEnded(by: address) { inbox.put(.callback(address)) }
            }
        }
        let outcome = inbox.take()
        browser.close(page)
        return outcome
    }

    /// An https address is its host's: only an app that the host knows is given one, and none by the scheme alone. Where it may not end so, nobody is asked,
    /// and no page is opened.
    private func mayEnd(_ callback: WebCallback, for app: App) -> Bool {
        switch callback {
        // Without a scheme the person ends it.
        case .customScheme(let scheme): return scheme.isEmpty || WebCallback.isOfApps(scheme)
        case .https(let host, _):
            guard let app = try? AppIdentifier(app.identifier.rawValue), let host = try? DomainName(host) else { return false }
            return associations.isAssociated(app, with: host)
        }
    }
}

/// A browser in which a person signs in to an app by a web page: a real one, or a test's double.
package protocol WebBrowser: Sendable {
    /// Opens the page and returns. `report` is called from any thread for every address that the browser is led to, and at last where the
    /// person closes it; nothing counts after `close`. Pages of one session that is not ephemeral share cookies with the next.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void)
    func close(_ page: WebPage)
}

/// A page that an app has opened.
package struct WebPage: Hashable, Sendable {
    /// Counts the pages of a device, from 1.
    package let number: UInt64
    package let address: String
    package let isEphemeral: Bool
    /// What the browser adds to the request for the address, and to no other.
    package let headerFields: [WebHeaderField]
    private let callback: WebCallback

    init(number: UInt64, _ request: OpenWebAuthentication) {
        self.number = number
        address = request.address
        isEphemeral = request.isEphemeral
        headerFields = request.headerFields
        callback = request.callback
    }

    /// Whether this is an address that the app waits for. One that is too long for it is none.
    package func isEnded(by address: String) -> Bool {
        address.utf8.count <= OpenWebAuthentication.maximumAddressLength && WebAddress(address)?.ends(callback) == true
    }
}

/// What happens in the browser.
package enum WebReport: Hashable, Sendable {
    /// It is led to this address, which it has not opened yet.
    case led(to: String)
    case closed
}

/// An address as far as sessions look at it.
struct WebAddress {
    private let url: URL
    private let scheme: String

    init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
        self.url = url
        self.scheme = scheme
    }

    /// The host of a page that can be opened; nothing for other schemes than http and https.
    var pageHost: String? {
        guard scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty else { return nil }
        return host.lowercased()
    }

    /// Whether the address ends a session.
    func ends(_ callback: WebCallback) -> Bool {
        callback.isMet(byScheme: scheme, host: url.host, port: url.port, path: url.path(percentEncoded: true))
    }
}
