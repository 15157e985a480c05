import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import PasswordManager
import Synchronization

/// Sign-ins by web pages, from the question to the address that ends them.
final class WebSessions: Sendable {
    private let sheets: SheetDesk
    private let browser: (any WebBrowser)?
    private let associations: any DomainAssociations
    private let lastNumber = Mutex<UInt64>(0)

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
        let page = WebPage(number: nextNumber(), request)
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

    private func nextNumber() -> UInt64 {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }
}
