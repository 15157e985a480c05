import HTTPTypes
import Hummingbird
import Markup
import Texts
import WebServing

extension EmulatorServer {
    /// Adds the settings of an Apple Account.
    func addAccountRoutes(to router: Router<EmulatorContext>) {
        addPeopleRoutes(to: router)
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
                return visit.answer(showMail(person, visit))
            }
        }
        addAccountForms(to: router)
    }

    /// Adds the addresses of the accounts. An address opens the account's settings, as the list does.
    private func addPeopleRoutes(to router: Router<EmulatorContext>) {
        router.get(RouterPath(PagePath.people.text)) { request, _ in
            try await page(for: request.reader) {
                let visit = try visit(request)
                return visit.answer(showAccounts(visit))
            }
        }
        router.get(RouterPath(PagePath.people.text + "/:person")) { request, context in
            try await page(for: request.reader) {
                let visit = try visit(request)
                let person = try person(context)
                browsers.view(person.id, in: visit.browser.id)
                return visit.answer(showSettings(person, visit))
            }
        }
        router.get(RouterPath(PagePath.people.text + "/:person/mail")) { request, context in
            try await page(for: request.reader) {
                let visit = try visit(request)
                let person = try person(context)
                browsers.view(person.id, in: visit.browser.id)
                return visit.answer(showMail(person, visit))
            }
        }
    }

    private func person(_ context: EmulatorContext) throws -> AppleAccount {
        // The router does not decode segments.
        let id = context.parameters.get("person").flatMap(FormValues.unescapeSegment).flatMap(PersonIdentifier.init(rawValue:))
        guard let id, let person = service.person(id) else {
            throw EmulatorError(.unknown, "the Apple Account does not exist")
        }
        return person
    }

    private func addAccountForms(to router: Router<EmulatorContext>) {
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
        actAsPerson(PagePath.Account.stopUsing, router, asks: Self.stopping) { server, form, person in
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
        actAsPerson(PagePath.Account.addresses, router, asks: Self.removal) { server, form, person in
            guard let address = form[.address] else { throw EmulatorError(.malformed, "the address is missing", at: .address) }
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
        actAsPerson(PagePath.Account.delete, router, asks: Self.deletion) { server, _, person in
            try server.service.deleteAccount(person)
            server.browsers.forget(person)
        }
    }

    private typealias Act = @Sendable (EmulatorServer, FormValues, BrowserSessions.Browser) throws -> Void
    private typealias PersonAct = @Sendable (EmulatorServer, FormValues, PersonIdentifier) throws -> Void
    /// Returns the question before the operation; nil for none.
    private typealias Asking = @Sendable (EmulatorServer, FormValues, AppleAccount, ReaderFormat) -> Question?

    /// Registers a form that performs an action and leads to the account that is open then, or to the list.
    private func act(_ path: LocalPath, _ router: Router<EmulatorContext>, _ work: @escaping Act) {
        router.post(RouterPath(path.text)) { request, _ in
            try await page(for: request.reader) {
                let (visit, form, _) = try await submission(request)
                do {
                    try work(self, form, visit.browser)
                } catch let rejection as EmulatorError {
                    return visit.answer(
                        after: RejectedForm(form, sentTo: path, rejection, reader: visit.reader),
                        showAccounts(visit, status: rejection.code.status))
                }
                notifications.wake()
                return .seeOther(browsers.browser(visit.browser.id)?.viewed.map(PagePath.settings) ?? PagePath.Account.choose)
            }
        }
    }

    /// Registers a form of an account's page, which acts on that account.
    private func actAsPerson(
        _ path: LocalPath, _ router: Router<EmulatorContext>, asks: @escaping Asking = { _, _, _, _ in nil },
        _ work: @escaping PersonAct
    ) {
        router.post(RouterPath(path.text)) { request, _ in
            try await page(for: request.reader) {
                let (visit, form, id) = try await submission(request)
                guard let person = id.flatMap(service.person) else {
                    throw EmulatorError(.notAllowed, "choose an account first")
                }
                let token = visit.browser.formToken.bound(to: person.id)
                if form[.confirmed] == nil, let question = asks(self, form, person, visit.reader) {
                    let asking = ConfirmationPage(
                        question: question, form: form, action: path, back: PagePath.settings(of: person.id), formToken: token)
                    return visit.answer(.page(asking.document))
                }
                do {
                    try work(self, form, person.id)
                } catch let rejection as EmulatorError {
                    return visit.answer(
                        after: RejectedForm(form, sentTo: path, rejection, reader: visit.reader),
                        showSettings(person, visit, status: rejection.code.status))
                }
                notifications.wake()
                return .seeOther(service.person(person.id) == nil ? PagePath.Account.choose : PagePath.settings(of: person.id))
            }
        }
    }

    @Sendable private static func deletion(
        _ server: EmulatorServer, _ form: FormValues, _ person: AppleAccount, _ reader: ReaderFormat
    ) -> Question? {
        Question(.askDelete(name: person.fullName), .askDeleteText, button: .askDeleteButton, reader: reader)
    }

    @Sendable private static func stopping(
        _ server: EmulatorServer, _ form: FormValues, _ person: AppleAccount, _ reader: ReaderFormat
    ) -> Question? {
        let consent = server.service.consents(of: person.id).first { $0.primary.rawValue == form[.client] }
        return consent.map { Question(.askStop(app: $0.appName), .askStopText, button: .askStopButton, reader: reader) }
    }

    @Sendable private static func removal(
        _ server: EmulatorServer, _ form: FormValues, _ person: AppleAccount, _ reader: ReaderFormat
    ) -> Question? {
        guard form[.change] == "remove", let address = form[.address], person.otherEmails.contains(address) else { return nil }
        return Question(.askRemove(address: address), .askRemoveText, button: .askRemoveButton, reader: reader)
    }

    private func showAccount(_ visit: Visit) -> Response {
        guard let person = visit.browser.viewed.flatMap(service.person) else { return showAccounts(visit) }
        return showSettings(person, visit)
    }

    private func showAccounts(_ visit: Visit, status: HTTPResponse.Status = .ok) -> Response {
        .page(
            AccountChoicePage(accounts: service.people, reader: visit.reader, formToken: visit.browser.formToken).document,
            status: status)
    }

    private func showMail(_ person: AppleAccount, _ visit: Visit) -> Response {
        .page(MailPage(account: person, messages: service.mail(of: person.id), reader: visit.reader).document)
    }

    private func showSettings(_ person: AppleAccount, _ visit: Visit, status: HTTPResponse.Status = .ok) -> Response {
        .page(
            AccountSettingsPage(
                account: person, consents: service.consents(of: person.id), codes: service.twoFactorCodes(for: person.id),
                trusted: service.devices(of: person.id), mailCount: service.mail(of: person.id).count,
                reader: visit.reader, formToken: visit.browser.formToken.bound(to: person.id)
            ).document, status: status)
    }
}

extension EmulatorServer {
    /// Adds the first page and the resources of pages.
    func addHomeRoutes(to router: Router<EmulatorContext>) {
        router.get("/") { request, _ in
            try await page {
                let visit = try visit(request)
                return visit.answer(.page(home.document, policy: Response.policyWithScript))
            }
        }
        for (path, type, bytes) in [
            (PagePath.stylesheet, Stylesheet.mediaType, Stylesheet.emulator.bytes),
            (PagePath.script, Script.mediaType, Script.emulator.bytes),
            (PagePath.icon, VectorImage.mediaType, VectorImage.latchkey.bytes),
        ] {
            router.get(RouterPath(path.text)) { _, _ in Response.asset(bytes, type: type) }
        }
    }

    private var home: HomePage {
        let offset = service.clock.offset
        return HomePage(
            addresses: [addresses.plain, addresses.secure].compactMap(\.self), relay: addresses.relay, issuer: service.issuer,
            accountCount: service.people.count,
            teamCount: service.teams.count, apps: service.appIDs.filter(\.isPrimary),
            clock: HTML {
                "The clock shows "
                DateText(service.clock.now).html
                service.clock.isMoved ? ", moved by \(Int(offset.rounded())) seconds." : "."
            })
    }
}
