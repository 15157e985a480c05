import DeviceScreens
import DeviceServices
import FoundationEssentials
import WebClient

/// The web pages that apps open for signing in.
extension Phone {
    /// Opens a page in the phone's browser. If the browser cannot show it, or the user prefers another browser, the phone shows the
    /// address of the page, and the user enters the address at which it ends.
    func open(_ page: WebPage, report: @escaping @Sendable (WebReport) -> Void) {
        let number = WebSheet.number(of: page.number)
        let (events, continuation) = AsyncStream.makeStream(of: AppEvent.self)
        let (app, known, browsed) = withCore { core in
            core.webSheets[number] = continuation
            let app = core.state.frontApp ?? ""
            return (app, core.programs[app]?.known, core.state.browsed)
        }
        // The user left the app.
        guard let known else { return closeWebSheet(number) }
        let passkeys = PagePasskeys(services: device.services.services, app: known, screen: nil)
        let (web, cookies, clock) = (web, cookies, device.clock)
        let traceparent = recording?.traceparent(for: app)
        Task { @MainActor [weak self] in
            let sheet = WebSheet(
                page, web: web, pages: browsed, passkeys: passkeys, cookies: cookies, now: { clock.now },
                traceparent: traceparent, report: report)
            let opening = await sheet.open()
            guard opening != .ended else { return }
            guard self?.isOpen(number, over: app) == true else {
                // The sign-in ended meanwhile, or the user left the app.
                self?.closeWebSheet(number)
                return
            }
            guard opening == .shown else {
                self?.continueElsewhere(page, at: page.address)
                return
            }
            let site = (try? WebURL(page.address))?.host ?? ""
            self?.observe(
                .extensionShown(PresentedExtension(number: number, app: app, user: "", site: site, isWebPage: true)))
            self?.observe(.extensionScreen(number, sheet.screen, handled: 0))
            sheet.observe { [weak self, weak sheet] in
                guard let sheet else { return }
                self?.observe(.extensionScreen(number, sheet.screen, handled: sheet.handled))
            }
            for await event in events {
                if case .pressed(Browser.Part.elsewhere) = event {
                    self?.continueElsewhere(page, at: sheet.address)
                    return
                }
                sheet.receive(event)
                self?.observe(.extensionScreen(number, sheet.screen, handled: sheet.handled))
            }
        }
    }

    /// Closes the view of a page, because the sign-in ended.
    func close(_ page: WebPage) {
        let number = WebSheet.number(of: page.number)
        withCore { $0.webSheets.removeValue(forKey: number) }?.finish()
        observe(.extensionHidden(number))
        observe(.pageClosed(page.number))
    }

    /// Ends a sign-in, because the user closed the page.
    func closeWebSheet(_ number: UInt64) {
        withCore { $0.webSheets.removeValue(forKey: number) }?.finish()
        let page = WebSheet.page(of: number)
        let report = withCore { $0.pages.first { $0.number == page }?.report }
        report?(.closed)
    }

    /// Returns whether a sign-in still waits for its page, and its app is still in front.
    private func isOpen(_ number: UInt64, over app: String) -> Bool {
        withCore { $0.webSheets[number] != nil && ($0.state.frontApp ?? "") == app }
    }

    private func continueElsewhere(_ page: WebPage, at address: String) {
        let number = WebSheet.number(of: page.number)
        // The sign-in may have ended meanwhile.
        guard let events = withCore({ $0.webSheets.removeValue(forKey: number) }) else { return }
        events.finish()
        observe(.extensionHidden(number))
        observe(.pageOpened(page.number, address: address))
    }
}
