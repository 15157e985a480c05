import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import InternetAddresses
import Markup
import Secrets

/// The console of operators: pages over ``OperatorService``, which also serves the API. It does nothing that the API does not.
struct OperatorConsole: Sendable {
    let operators: OperatorService
    /// The pages for users, whose cookies, form tokens and proofs of factors the console uses.
    let web: AccountWeb

    var routes: [Route] { [accounts, account, order, approvals, approval, declination, records, state] }

    private var accounts: Route {
        page(PagePath.operators.text) { visit, session in
            let query = String((visit.request.query[DeskAccountsPage.queryName] ?? "").prefix(Self.longestQuery))
            let search = AccountSearch(typed: query)
            switch try await operators.accounts(matching: search, by: session, client: visit.request.browser(), now: web.now()) {
            case .found(let found):
                let page = DeskAccountsPage(query: query, found: found, place: .console(web.formToken(for: visit)))
                return web.show(page, to: visit)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private var account: Route {
        page("/operators/accounts/{id}", isCharged: true) { visit, session in
            guard let id = AccountID(try visit.request.parameters.required("id")),
                let overview = try await operators.account(id, by: session, client: visit.request.browser(), now: web.now())
            else { throw Problem.noSuchAccount }
            let records = try await operators.records(of: id, before: nil, limit: 50, by: session)
            let isOwn = id == session.active.account.id
            let acts = OperatorAct.allCases.filter { !isOwn && session.role.mayOrder($0, forAccountWith: overview.role) }
            let operation = OperatedAccount(
                acts: acts.map { OperatedAccount.Act(name: $0.rawValue, label: $0.label) }, isFresh: isFresh(session),
                records: records.map(ShownRecord.init), reasonLengths: OperatorReason.lengths, notice: notice(for: visit))
            let page = DeskAccountPage(overview, formToken: web.formToken(for: visit), operation: operation)
            return withoutNotice(web.show(page, to: visit))
        }
    }

    private var order: Route {
        form("/operators/accounts/{id}/acts", of: [.act, .reason]) { visit, form, fresh in
            guard let id = AccountID(try visit.request.parameters.required("id")) else { throw Problem.noSuchAccount }
            let act = try Self.act(in: form)
            let path = PagePath.operatedAccount(id.description)
            guard let reason = OperatorReason(try form.required(.reason)) else { return redirect(to: path, .reasonMissing) }
            let outcome = try await operators.order(
                act, for: id, reason: reason, by: fresh, client: visit.request.browser(), now: web.now())
            return redirect(to: path, try outcome.notice())
        }
    }

    private var approvals: Route {
        page(PagePath.approvals.text) { visit, session in
            let requests = try await operators.approvalRequests(by: session, now: web.now())
            let page = ApprovalsPage(
                requests: requests.prefix(ApprovalRequest.resultLimit).map { ApprovalsPage.Request($0, for: session) },
                isComplete: requests.count <= ApprovalRequest.resultLimit, isFresh: isFresh(session),
                notice: notice(for: visit), formToken: web.formToken(for: visit))
            return withoutNotice(web.show(page, to: visit))
        }
    }

    private var approval: Route {
        form("/operators/approvals/{id}/approve", of: [.act, .account]) { visit, form, fresh in
            guard let id = ApprovalRequestID(try visit.request.parameters.required("id")),
                let account = AccountID(try form.required(.account))
            else { throw Problem.noSuchApproval }
            let outcome = try await operators.approve(
                id, act: try Self.act(in: form), account: account, by: fresh, client: visit.request.browser(), now: web.now())
            return redirect(to: PagePath.approvals, try outcome.notice())
        }
    }

    private var declination: Route {
        form("/operators/approvals/{id}/decline", of: []) { visit, _, fresh in
            guard let id = ApprovalRequestID(try visit.request.parameters.required("id")) else { throw Problem.noSuchApproval }
            let outcome = try await operators.decline(id, by: fresh, client: visit.request.browser(), now: web.now())
            let notice = try outcome == .performed ? ConsoleNotice.declined : outcome.notice()
            return redirect(to: PagePath.approvals, notice)
        }
    }

    private var records: Route {
        page(PagePath.operatorRecords.text) { visit, session in
            let before = visit.request.query[OperatorRecordsPage.beforeName].flatMap { OperatorRecordID($0) }
            let records = try await operators.records(of: nil, before: before, limit: Self.recordsShown, by: session)
            let page = OperatorRecordsPage(
                records: records.map(ShownRecord.init),
                next: records.count == Self.recordsShown ? records.last?.id.description : nil,
                formToken: web.formToken(for: visit))
            return web.show(page, to: visit)
        }
    }

    private var state: Route {
        page(PagePath.serviceState.text, isCharged: true) { visit, session in
            let now = web.now()
            let figures = try await operators.figures(days: Self.daysShown, by: session, now: now)
            let (jobs, mail) = try await operators.queue(by: session)
            let (signing, sealed) = try await operators.keys(by: session, now: now)
            let listings: [ServiceStatePage.Listing] = [
                .init(
                    title: "Operators", heads: ["Account", "Role", "Since"],
                    rows: try await operators.operators(by: session).map(\.cells)),
                .init(title: "Jobs", heads: ["Kind", "Count", "First due"], rows: jobs.map(\.cells)),
                .init(
                    title: "Waiting mail", heads: ["Kind", "Queued", "Attempts", "Last reply"], rows: mail.map(\.cells)),
                .init(
                    title: "Keys of access tokens", heads: ["Key", "Signs until", "Verifies until"], rows: signing.map(\.cells)),
                .init(
                    title: "Values under previous master keys", heads: ["Kind", "Key", "Count"], rows: sealed.map(\.cells)),
            ]
            let page = ServiceStatePage(plots: figures.plots, listings: listings, formToken: web.formToken(for: visit))
            return web.show(page, to: visit)
        }
    }

    /// The longest user name has 254 characters.
    private static let longestQuery = 254
    private static let recordsShown = 50
    private static let daysShown = 30
}

extension OperatorConsole {
    /// Returns the route of a page for an operator. A session with one factor is redirected to the second one.
    ///
    /// - Parameter isCharged: whether each request is charged to the session, as in the API: the page writes a record, or reads many rows.
    private func page(
        _ path: String, isCharged: Bool = false,
        _ show: @escaping @Sendable (Visit, OperatorSession) async throws -> Response
    ) -> Route {
        web.pageRoute(path, next: .operators) { visit, active in
            switch try await operators.admission(of: active) {
            case .admitted(let session):
                if isCharged, case .exhausted(let retryAfter) = try await web.service.chargeChange(by: active, now: web.now()) {
                    throw Problem.tooManyRequests(retryAfter: retryAfter)
                }
                return try await show(visit, session)
            case .noRole: throw Problem.notAnOperator
            case .secondFactorRequired: return redirectToSecondFactor(of: active)
            }
        }
    }

    /// Returns the route of a form, which requires that both factors were proved recently.
    private func form(
        _ path: String, of fields: [FormField],
        _ take: @escaping @Sendable (Visit, FormFields, FreshOperatorSession) async throws -> Response
    ) -> Route {
        web.formRoute(path, of: fields, next: .operators) { visit, form, active in
            switch try await operators.admission(of: active) {
            case .admitted(let session):
                guard let fresh = operators.fresh(session, now: web.now()) else {
                    return web.redirectToReauthentication(next: .operators)
                }
                return try await take(visit, form, fresh)
            case .noRole: throw Problem.notAnOperator
            case .secondFactorRequired: return redirectToSecondFactor(of: active)
            }
        }
    }

    private func redirectToSecondFactor(of active: ActiveSession) -> Response {
        active.account.hasSecondFactor ? web.redirectToConfirmation(next: .operators) : web.redirectToEnrolment()
    }

    private func isFresh(_ session: OperatorSession) -> Bool { operators.fresh(session, now: web.now()) != nil }

    /// Redirects to a page that shows the outcome once. It is in a cookie and not in the address, so no link can claim an act.
    private func redirect(to path: LocalPath, _ notice: ConsoleNotice) -> Response {
        var response = web.redirect(to: path.text)
        response.setCookie(web.cookies.setting(.consoleNotice, to: notice))
        return response
    }

    private func notice(for visit: Visit) -> ConsoleNotice? {
        web.cookies.preference(.consoleNotice, in: visit.request.headers).flatMap(ConsoleNotice.init(rawValue:))
    }

    private func withoutNotice(_ response: Response) -> Response {
        var response = response
        response.setCookie(web.cookies.removing(.consoleNotice))
        return response
    }

    private static func act(in form: FormFields) throws -> OperatorAct {
        guard let act = OperatorAct(rawValue: try form.required(.act)) else {
            throw Problem(.malformedForm, detail: "There is no such act.")
        }
        return act
    }
}

extension OperatorOutcome {
    /// Throws 404 for an account that does not exist.
    fileprivate func notice() throws(Problem) -> ConsoleNotice {
        switch self {
        case .performed: .performed
        case .awaitsApproval: .requested
        case .notAllowed: .notAllowed
        case .noAccount: throw Problem.noSuchAccount
        case .noRequest: .noRequest
        case .otherRequest: .otherRequest
        case .nothingToDo: .nothingToDo
        case .unreachable: .unreachable
        case .tooManyRequests: .tooManyRequests
        }
    }
}

extension OperatorAct {
    /// The act in words.
    fileprivate var label: String {
        switch self {
        case .endSessions: "End all sessions"
        case .lock: "Lock the account"
        case .unlock: "Unlock the account"
        case .removeSecondFactors: "Remove the second factors"
        case .startRecovery: "Start a recovery"
        case .deleteAccount: "Delete the account"
        }
    }
}

extension ApprovalsPage.Request {
    fileprivate init(_ request: ApprovalRequest, for session: OperatorSession) {
        let own = session.active.account.id
        self.init(
            id: request.id.description, act: request.act.rawValue, label: request.act.label, account: request.account.description,
            requester: request.requester.description, reason: request.reason.text, expiry: DisplayTime(request.expiresAt),
            canApprove: request.mayBeApproved(by: own, as: session.role),
            canDecline: request.mayBeDeclined(by: own, as: session.role))
    }
}

extension ShownRecord {
    fileprivate init(_ record: OperatorRecord) {
        let kind =
            switch record.kind {
            case .viewed: "Opened"
            case .searched: "Found by e-mail address"
            case .requested: "Requested"
            case .performed: "Performed"
            case .declined: "Request removed"
            case .replayed: "Events replayed"
            case .roleGranted: "Role granted"
            case .roleRemoved: "Role removed"
            }
        let summary = [kind, record.act?.label ?? record.role?.rawValue].compactMap(\.self).joined(separator: ": ")
        self.init(
            summary: summary, time: DisplayTime(record.at), account: record.account.description, actor: record.actor?.description,
            approver: record.approver?.description, reason: record.reason?.text, address: record.client.address.description)
    }
}

// The rows of the state of the service.

extension StoredOperator {
    fileprivate var cells: [ServiceStatePage.Cell] {
        [
            .account(id: account.description, name: userName?.text), .text(role.rawValue), .time(DisplayTime(grantedAt)),
        ]
    }
}

extension JobCount {
    fileprivate var cells: [ServiceStatePage.Cell] {
        [.text(kind.shownName), .text("\(count)"), .time(DisplayTime(dueAt))]
    }
}

extension WaitingMail {
    fileprivate var cells: [ServiceStatePage.Cell] {
        [.text(mail.template.name), .time(DisplayTime(mail.queuedAt)), .text("\(attempts)"), .text(reply ?? "-")]
    }
}

extension SealedSigningKey {
    fileprivate var cells: [ServiceStatePage.Cell] {
        [.text(id), .time(DisplayTime(signsUntil)), .time(DisplayTime(verifiesUntil))]
    }
}

extension SealedCount {
    fileprivate var cells: [ServiceStatePage.Cell] {
        [.text(kind.rawValue), .text(key.description), .text("\(count)")]
    }
}

extension OperatorFigures {
    fileprivate var plots: [FigurePlot] {
        Series.allCases.map { series in
            let title =
                switch series {
                case .signIns: "Sign-ins"
                case .failures: "Failed attempts"
                case .upgrades: "Upgrades"
                case .passkeysAdded: "New passkeys"
                }
            let days = (counts[series] ?? []).enumerated().map { index, count in
                FigurePlot.Day(date: date(ofDay: index), count: count)
            }
            return FigurePlot(title: title, id: series.rawValue, days: days)
        }
    }
}
