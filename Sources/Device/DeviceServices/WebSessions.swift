import AssociatedDomains
import DeviceBroker
package import DeviceProtocol
import FoundationEssentials
import PasswordManager
import Synchronization

/// Runs web sign-in sessions, from the prompt to the URL that ends them.
final class WebSessions: Sendable {
    private let sheets: SheetQueue
    private let browser: (any WebBrowser)?
    private let associations: any DomainAssociations
    private let lastNumber = Atomic<UInt64>(0)

    init(sheets: SheetQueue, browser: (any WebBrowser)?, associations: any DomainAssociations) {
        self.sheets = sheets
        self.browser = browser
        self.associations = associations
    }

    /// Runs a session. Throws `badRequest` if the URL is not a page, and `unavailable` without a browser.
    func open(
        _ request: OpenWebAuthentication, for app: App, until cancellation: PromptCancellationToken
    ) throws(DeviceError) -> WebAuthenticationOutcome {
        guard let browser else { throw .unavailable("the device has no browser") }
        guard let host = WebAddress(request.address)?.pageHost else { throw .badRequest("the address is not an http or https URL") }
        guard mayEnd(request.callback, for: app) else { return .cancelled }
        // Asks whether the app may use the browser's cookies. An ephemeral session has none and needs no permission.
        if !request.isEphemeral {
            guard case .proceed = sheets.answer(to: .webSignIn(host: host), for: app, until: cancellation) else {
                return .cancelled
            }
        }
        let page = WebPage(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, request)
        let inbox = Inbox<WebAuthenticationOutcome>()
        let watch = cancellation.onCancel { inbox.put(.cancelled) }
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

    /// Returns whether the session may end at the callback. An https URL belongs to its host, so the host must be associated with
    /// the app. If not, the session fails before asking the user or opening a page.
    private func mayEnd(_ callback: WebCallback, for app: App) -> Bool {
        switch callback {
        // Without a scheme, the user ends the session.
        case .customScheme(let scheme): return scheme.isEmpty || WebCallback.isOfApps(scheme)
        case .https(let host, _):
            guard let app = try? AppIdentifier(app.identifier.rawValue), let host = try? DomainName(host) else { return false }
            return associations.isAssociated(app, with: host)
        }
    }
}

/// A browser in which a user signs in to an app: a real one, or a test double.
package protocol WebBrowser: Sendable {
    /// Opens the page and returns. `report` is called from any thread for every URL that the browser opens, and at the end if the
    /// user closes it. Calls after `close` are ignored. Sessions that are not ephemeral may share cookies.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void)
    func close(_ page: WebPage)
}

/// A page that an app opens.
package struct WebPage: Hashable, Sendable {
    /// The number of the page on this device, from 1.
    package let number: UInt64
    package let address: String
    package let isEphemeral: Bool
    /// The header fields that the browser adds to the first request only.
    package let headerFields: [WebHeaderField]
    private let callback: WebCallback

    init(number: UInt64, _ request: OpenWebAuthentication) {
        self.number = number
        address = request.address
        isEphemeral = request.isEphemeral
        headerFields = request.headerFields
        callback = request.callback
    }

    /// Returns whether the session ends at this URL. Overlong URLs do not end it.
    package func isEnded(by address: String) -> Bool {
        address.utf8.count <= OpenWebAuthentication.maximumAddressLength && WebAddress(address)?.ends(callback) == true
    }
}

/// An event of the browser.
package enum WebReport: Hashable, Sendable {
    /// The browser is about to open this URL.
    case led(to: String)
    case closed
}

/// The parts of a URL that sessions use.
struct WebAddress {
    private let url: URL
    private let scheme: String

    init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return nil }
        self.url = url
        self.scheme = scheme
    }

    /// The host of an http or https page; nil for other schemes.
    var pageHost: String? {
        guard scheme == "https" || scheme == "http", let host = url.host, !host.isEmpty else { return nil }
        return host.lowercased()
    }

    /// Returns whether the URL ends a session.
    func ends(_ callback: WebCallback) -> Bool {
        callback.isMet(byScheme: scheme, host: url.host, port: url.port, path: url.path(percentEncoded: true))
    }
}
