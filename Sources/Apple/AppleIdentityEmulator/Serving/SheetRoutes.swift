import HTTPTypes
import Hummingbird
import Markup
import Texts

extension EmulatorServer {
    /// Serves `/auth/authorize`: the sheet, or a page with the error in the request.
    func authorize(_ request: Request) throws -> Response {
        let values: FormValues
        do {
            values = try FormValues(encoded: request.queryBytes)
        } catch {
            service.recordUnreadable(.authorize, error)
            return .page(error.page(for: request.reader).document, status: .badRequest)
        }
        let visit = try visit(request)
        switch service.authorize(values) {
        case .rejected(let error):
            return .page(error.page(for: request.reader).document, status: .init(code: error.status))
        case .sheet(let sheet):
            browsers.bind(sheet.id, to: visit.browser.id)
            return visit.answer(show(continued(sheet, by: visit.browser), in: visit))
        }
    }

    /// Adds the steps of the sheet. Each responds with the next step.
    func addSheetRoutes(to router: Router<EmulatorContext>) {
        step(PagePath.Sheet.account, router) { server, form, sheet, browser in
            guard let person = server.chosenPerson(form) else { return .rejected(.unknownAccount, sheet) }
            return server.confirmed(server.service.chooseAccount(person, in: sheet.id), person: person, by: browser)
        }
        step(PagePath.Sheet.code, router) { server, form, sheet, browser in
            let digits = (form[.code] ?? "").filter { $0 != " " && $0 != "-" }
            let answer = server.service.enterCode(digits, in: sheet.id)
            if case .twoFactor(let account) = sheet.step, answer.isAccepted { server.browsers.remember(account.id, in: browser.id) }
            return answer
        }
        step(PagePath.Sheet.consent, router) { server, form, sheet, _ in
            server.service.giveConsent(ConsentChoices(form), in: sheet.id)
        }
        step(PagePath.Sheet.cancel, router) { server, _, sheet, _ in server.service.cancel(sheet.id) }
        router.post(RouterPath(PagePath.Sheet.switchAccount.text)) { request, _ in
            try await page(for: request.reader) {
                let (visit, form, _) = try await submission(request)
                guard let sheet = openSheet(form, visit) else { return gone(visit.reader) }
                browsers.remember(nil, in: visit.browser.id)
                return show(sheet.choosingAgain(among: service.people), in: visit)
            }
        }
    }

    private typealias Step = @Sendable (EmulatorServer, FormValues, AuthorizationSheet, BrowserSessions.Browser) -> SheetAnswer

    private func step(_ path: LocalPath, _ router: Router<EmulatorContext>, _ work: @escaping Step) {
        router.post(RouterPath(path.text)) { request, _ in
            try await page(for: request.reader) {
                let (visit, form, _) = try await submission(request)
                guard let sheet = openSheet(form, visit) else { return gone(visit.reader) }
                switch work(self, form, sheet, visit.browser) {
                case .sheet(let next): return show(next, in: visit)
                case .respond(let response): return deliver(response, appName: sheet.appName, to: visit.reader)
                case .rejected(_, nil): return gone(visit.reader)
                case .rejected(let rejection, let next?):
                    return visit.answer(
                        after: RejectedForm(form, sentTo: path, rejection, reader: visit.reader),
                        show(next, in: visit, status: .unprocessableContent))
                }
            }
        }
    }

    /// Returns the sheet that the form names, if this browser opened it.
    private func openSheet(_ form: FormValues, _ visit: Visit) -> AuthorizationSheet? {
        guard let id = form[.authorization].flatMap(AuthorizationIdentifier.init(rawValue:)), visit.browser.sheets.contains(id)
        else { return nil }
        return service.sheet(id)
    }

    private func chosenPerson(_ form: FormValues) -> PersonIdentifier? {
        if let id = form[.person] { return PersonIdentifier(rawValue: id) }
        guard let email = form[.email]?.lowercased() else { return nil }
        return service.people.first { $0.email?.lowercased() == email }?.id
    }

    /// Chooses the account automatically in a browser with a signed-in user, as Apple's site does.
    private func continued(_ sheet: AuthorizationSheet, by browser: BrowserSessions.Browser) -> AuthorizationSheet {
        guard let person = browser.person, case .account = sheet.step else { return sheet }
        guard case .sheet(let next) = confirmed(service.chooseAccount(person, in: sheet.id), person: person, by: browser)
        else { return sheet }
        return next
    }

    /// Skips the code in a trusted browser.
    private func confirmed(_ answer: SheetAnswer, person: PersonIdentifier, by browser: BrowserSessions.Browser) -> SheetAnswer {
        guard case .sheet(let sheet) = answer, case .twoFactor = sheet.step, browser.person == person,
            let code = service.twoFactorCodes(for: person).first(where: { $0.authorization == sheet.id })
        else { return answer }
        return service.enterCode(code.code, in: sheet.id)
    }

    private func show(
        _ sheet: AuthorizationSheet, in visit: Visit, status: HTTPResponse.Status = .ok
    ) -> Response {
        var code: TwoFactorCode?
        if case .twoFactor(let account) = sheet.step {
            code = service.twoFactorCodes(for: account.id).first { $0.authorization == sheet.id }
        }
        let page = SheetPage(
            sheet: sheet, reader: visit.reader, deviceCode: code, formToken: visit.browser.formToken)
        return .page(page.document, status: status)
    }

    private func gone(_ reader: ReaderFormat) -> Response {
        .page(
            RejectionPage(
                title: reader.text(.overTitle), text: reader.text(.overText), code: "gone",
                explanation: "the sheet was finished, cancelled or expired, or belongs to another browser", reader: reader
            ).document, status: .gone)
    }
}

extension AppleServiceError {
    /// The page on which Apple would show this error.
    func page(for reader: ReaderFormat) -> RejectionPage {
        RejectionPage(
            title: reader.text(.failedTitle), text: description ?? reader.text(.failedText), code: code.rawValue,
            explanation: explanation, reader: reader, isTranslated: description == nil)
    }
}

extension SheetAnswer {
    var isAccepted: Bool {
        if case .rejected = self { false } else { true }
    }
}

extension AuthorizationSheet {
    /// Returns the sheet at the step of choosing an account.
    func choosingAgain(among people: [AppleAccount]) -> AuthorizationSheet {
        AuthorizationSheet(
            id: id, client: client, appName: appName,
            step: .account(people.map { AccountChoice($0) }), expiresAt: expiresAt,
            exceptions: exceptions)
    }
}

extension ConsentChoices {
    /// Reads the choices of the sheet's form. A name that the user emptied is empty, not nil. Returns nil if the form has no
    /// choices.
    init?(_ form: FormValues) {
        guard [PageField.choices, .givenName, .familyName, .emailChoice].contains(where: { form[$0] != nil }) else { return nil }
        self.init(
            givenName: form[.givenName] ?? "", familyName: form[.familyName] ?? "",
            email: form[.emailChoice].flatMap(EmailChoice.init(rawValue:)) ?? .share, address: form[.address])
    }
}

extension SheetRejection {
    /// The message in English, for the admin interface and tests.
    var words: String {
        let sentence = ReaderFormat.english.text(text)
        return self == .gone ? ReaderFormat.english.text(.overTitle) + ". " + sentence : sentence
    }

    /// The message on the sheet.
    var text: EmulatorText {
        switch value {
        case .gone: .overText
        case .wrongStep: .rejectedStep
        case .unknownAccount: .rejectedAccount
        case .accountLocked: .rejectedLocked
        case .twoFactorNotEnabled: .rejectedTwoFactor
        case .wrongCode: .rejectedCode
        case .codeExpired: .rejectedExpired
        case .unsuitableName: .rejectedName
        case .unknownAddress: .rejectedAddress
        }
    }
}
