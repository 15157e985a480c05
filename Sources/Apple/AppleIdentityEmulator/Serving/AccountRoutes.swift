import HTTPTypes
import Hummingbird
import Markup
import NIOCore

extension EmulatorServer {
    /// Adds the settings of an Apple Account.
    func addAccountRoutes(to router: Router<EmulatorContext>) {
        router.get(RouterPath(PagePath.Account.choose.text)) { request, _ in
            try await page(for: request.reader) {
                let visit = try visit(request)
                return visit.answer(showAccount(visit))
            }
        }
        router.get(RouterPath(PagePath.Account.mail.text)) { request, _ in
            try await page(for: request.reader) {
                let visit = try visit(request)
                guard let person = visit.browser.viewed.flatMap(service.person) else {
                    return visit.answer(.seeOther(PagePath.Account.choose))
                }
                let mail = MailPage(account: person, messages: service.mail(of: person.id), reader: visit.reader)
                return visit.answer(.page(mail.document))
            }
        }
        act(PagePath.Account.signIn, router) { server, form, browser in
            guard let id = form[.person].flatMap(PersonIdentifier.init(rawValue:)), let person = server.service.person(id)
            else { throw EmulatorError(.unknown, "the Apple Account does not exist") }
            server.browsers.view(person.id, in: browser.id)
        }
        act(PagePath.Account.make, router) { server, form, _ in
            _ = try server.service.addPerson(
                AppleAccountDraft(
                    givenName: form[.givenName] ?? "", familyName: form[.familyName] ?? "", email: form[.email]),
                password: try form[.password].map { text throws(EmulatorError) in try AccountPassword(checking: text) })
        }
        act(PagePath.Account.signOut, router) { server, _, browser in
            server.browsers.view(nil, in: browser.id)
            server.browsers.remember(nil, in: browser.id)
        }
        actAsPerson(PagePath.Account.stopUsing, router) { server, form, person in
            guard let primary = form[.client].flatMap(ClientID.init(rawValue:)) else {
                throw EmulatorError(.malformed, ClientID.rule)
            }
            try server.service.revokeConsent(of: person, primary: primary)
        }
        actAsPerson(PagePath.Account.forwarding, router) { server, form, person in
            guard let consent = server.service.consents(of: person).first(where: { $0.primary.rawValue == form[.client] }) else {
                throw EmulatorError(.unknown, "this app does not use the account")
            }
            try server.service.setForwarding(form[.forwards] == "on", for: person, team: consent.team)
        }
        actAsPerson(PagePath.Account.password, router) { server, form, person in
            try server.service.changePassword(of: person, to: try AccountPassword(checking: form[.password] ?? ""))
        }
        actAsPerson(PagePath.Account.addresses, router) { server, form, person in
            guard let address = form[.address] else { throw EmulatorError(.malformed, "the address is missing") }
            try server.service.changePerson(person) { account in
                if form[.change] == "remove" {
                    account.otherEmails.removeAll { $0 == address }
                } else {
                    account.otherEmails.append(address)
                }
            }
        }
        actAsPerson(PagePath.Account.security, router) { server, form, person in
            try server.service.changePerson(person) { account in
                switch form[.change] {
                case "two-factor-on": account.hasTwoFactor = true
                case "two-factor-off": account.hasTwoFactor = false
                case "unlock": account.isLocked = false
                case "lock": account.isLocked = true
                default: break
                }
            }
        }
        actAsPerson(PagePath.Account.delete, router) { server, _, person in
            try server.service.deleteAccount(person)
            server.browsers.forget(person)
        }
    }

    private typealias Act = @Sendable (EmulatorServer, FormValues, BrowserSessions.Browser) throws -> Void
    private typealias PersonAct = @Sendable (EmulatorServer, FormValues, PersonIdentifier) throws -> Void

    /// Registers a form that performs an action and returns to the page.
    private func act(_ path: LocalPath, _ router: Router<EmulatorContext>, _ work: @escaping Act) {
        router.post(RouterPath(path.text)) { request, _ in
            try await page(for: request.reader) {
                let (visit, form) = try await submission(request)
                try work(self, form, visit.browser)
                notifications.wake()
                return .seeOther(PagePath.Account.choose)
            }
        }
    }

    private func actAsPerson(_ path: LocalPath, _ router: Router<EmulatorContext>, _ work: @escaping PersonAct) {
        act(path, router) { server, form, browser in
            guard let person = browser.viewed else { throw EmulatorError(.notAllowed, "choose an account first") }
            try work(server, form, person)
        }
    }

    private func showAccount(_ visit: Visit) -> Response {
        let token = visit.browser.formToken
        guard let person = visit.browser.viewed.flatMap(service.person) else {
            return .page(AccountChoicePage(accounts: service.people, reader: visit.reader, formToken: token).document)
        }
        return .page(
            AccountSettingsPage(
                account: person, consents: service.consents(of: person.id), codes: service.twoFactorCodes(for: person.id),
                trusted: service.devices(of: person.id), mailCount: service.mail(of: person.id).count,
                reader: visit.reader, formToken: token
            ).document)
    }
}

extension EmulatorServer {
    /// Adds the first page and the resources of pages.
    func addHomeRoutes(to router: Router<EmulatorContext>) {
        router.get("/") { request, _ in
            try await page {
                let visit = try visit(request)
                return visit.answer(.page(home.document))
            }
        }
        router.get(RouterPath(PagePath.stylesheet.text)) { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
                    .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: Stylesheet.emulator.bytes)))
        }
    }

    private var home: HomePage {
        let offset = service.clock.offset
        return HomePage(
            addresses: [addresses.plain, addresses.secure].compactMap(\.self), relay: addresses.relay, issuer: service.issuer,
            accountCount: service.people.count,
            teamCount: service.teams.count,
            clock: HTML {
                "The clock shows "
                DateText(service.clock.now).html
                offset.magnitude >= 1 ? ", moved by \(Int(offset.rounded())) seconds." : "."
            })
    }
}
