import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Texts

/// The language of the pages, as the picker sets it, the time zone, and the script that stores the zone of the browser.
extension AccountWeb {
    var languageRoutes: [Route] { [submitLanguage, zoneScript] }

    /// Returns the picker of a page that the browser can open again. A response to a form has none: the form's values would be
    /// lost, and codes that are shown once.
    func languagePicker(for visit: Visit) -> LanguagePicker? {
        // The end of an attempt at Apple shows its page once.
        guard visit.request.method == .get, visit.request.path != PagePath.finishApple.text,
            let path = LocalPath(visit.request.path)
        else { return nil }
        // Of the query only what a closed set has: the page never repeats text of a link.
        let next = visit.request.next.map { (FormField.next, $0.rawValue) }
        let method = visit.request.factorMethod.map { (FormField.method, $0.rawValue) }
        let replaces = visit.request.replacesPassword ? (FormField.replaces, CreatePasskeyPage.password) : nil
        let returnPath = [next, method, replaces].compactMap { $0 }.reduce(path) { $0.appending(query: $1.0.rawValue, $1.1) }
        return LanguagePicker(languages: languages.offered, returnPath: returnPath, formToken: formToken(for: visit))
    }

    /// Sets the cookie, and the language of the account if a user is signed in.
    private var submitLanguage: Route {
        Route(.post, PagePath.language.text) { request in
            let (visit, form) = try await change(request, of: [.language, .returnPath])
            guard let language = Language(rawValue: try form.required(.language)), languages.offered.contains(language) else {
                throw Problem(.malformedForm, detail: "The language is not offered.")
            }
            // Another site cannot be the target: a local path has one server.
            guard let path = LocalPath(try form.required(.returnPath)) else {
                throw Problem(.malformedForm, detail: "The path to return to is not on this site.")
            }
            if let active = visit.active { _ = try await service.set([.language(language.domainTag)], of: active, now: now()) }
            var response = redirect(to: path.text)
            response.setCookie(cookies.setting(.language, to: language))
            return response
        }
    }

    var showTimeZone: Route {
        pageRoute(PagePath.timeZone.text, next: .account) { visit, active in
            let page = TimeZonePage(
                current: active.account.readerZone, now: DisplayTime(now()), formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    /// Sets the time zone of the account, or removes it for an empty value.
    var submitTimeZone: Route {
        formRoute(PagePath.timeZone.text, of: [.timeZone], next: .account) { _, form, active in
            let text = try form.required(.timeZone)
            let timeZone = TimeZoneName(known: text)
            guard timeZone != nil || text.isEmpty else {
                throw Problem(.malformedForm, detail: "The time zone is unknown.")
            }
            guard try await service.set([.timeZone(timeZone)], of: active, now: now()) else {
                return redirectToSignIn(next: .account)
            }
            return redirect(to: accountPath(.timeZoneChanged))
        }
    }

    private var zoneScript: Route {
        .asset(Script.zone, at: PagePath.zoneScript)
    }
}
