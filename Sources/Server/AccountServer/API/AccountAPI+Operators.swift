import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText

extension AccountAPI {
    /// The routes of operators; none if they are off.
    var operatorRoutes: [DescribedRoute] {
        operators.map { operators in
            [
                findAccounts(operators), showAccount(operators), orderAct(operators), listApprovals(operators), approve(operators),
                decline(operators), listRecords(operators), listOperators(operators), showQueue(operators), showKeys(operators),
                showFigures(operators), replayEvents(operators),
            ]
        } ?? []
    }

    private func findAccounts(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/accounts", for: .living,
            Operation(
                "findAccounts",
                """
                Find accounts by identifier, the beginning of the user name, or a verified e-mail address; the newest without a query. \
                A search for an e-mail address is recorded in the audit trail of the account that has the address.
                """,
                tag: .operators, parameters: [.accountQuery], answers: [.ok("FoundAccounts")], problems: [.tooManyRequests])
        ) { request, session in
            let search = AccountSearch(typed: request.query["q"] ?? "")
            switch try await operators.accounts(matching: search, by: session, client: request.client(), now: now()) {
            case .found(let found):
                let limit = AccountSearch.resultLimit
                return .json([
                    "accounts": .array(found.prefix(limit).map(\.operatorRepresentation)),
                    "complete": .boolean(found.count <= limit),
                ])
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func showAccount(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/accounts/{id}", for: .changing,
            Operation(
                "showAccount", "Show an account with its credentials, sessions and events. The audit trail records it.",
                tag: .operators, parameters: [.accountID], answers: [.ok("AccountOverview")],
                problems: [.notFound, .tooManyRequests])
        ) { request, session in
            guard let id = AccountID(try request.parameters.required("id")),
                let overview = try await operators.account(id, by: session, client: request.client(), now: now())
            else { throw Problem.noSuchAccount }
            return .json(overview.representation)
        }
    }

    private func orderAct(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .post, "/v1/operators/accounts/{id}/acts", for: .changing,
            Operation(
                "orderAct",
                """
                Perform an act on an account, with a reason for the audit trail. A deletion, a removal of second factors and every act \
                on an account with a role wait for the approval of an administrator who did not order it.
                """,
                tag: .operators, parameters: [.accountID], body: "OperatorOrder", answers: [.ok("OperatorResult")],
                problems: Self.changeProblems)
        ) { request, session in
            let fresh = try await fresh(session, operators)
            let body = try await request.json(OperatorOrderBody.self)
            guard let id = AccountID(try request.parameters.required("id")) else { throw Problem.noSuchAccount }
            let outcome = try await operators.order(
                body.act, for: id, reason: try OperatorReason(ofBody: body.reason), by: fresh, client: request.client(), now: now())
            return .json(try outcome.representation())
        }
    }

    private func listApprovals(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/approvals", for: .living,
            Operation(
                "listApprovals", "List at most 200 acts that wait for an approval, the oldest first.", tag: .operators,
                answers: [.ok("ApprovalList")])
        ) { _, session in
            let requests = try await operators.approvalRequests(by: session, now: now())
            let limit = ApprovalRequest.resultLimit
            return .json([
                "approvals": .array(requests.prefix(limit).map(\.representation)), "complete": .boolean(requests.count <= limit),
            ])
        }
    }

    private func approve(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .post, "/v1/operators/approvals/{id}", for: .changing,
            Operation(
                "approveAct",
                """
                Approve and perform the act of another operator. The body repeats the act and the account; an approval of anything else \
                is rejected.
                """,
                tag: .operators, parameters: [.approvalID], body: "OperatorApproval", answers: [.ok("OperatorResult")],
                problems: Self.changeProblems)
        ) { request, session in
            let fresh = try await fresh(session, operators)
            let body = try await request.json(OperatorApprovalBody.self)
            guard let id = ApprovalRequestID(try request.parameters.required("id")) else { throw Problem.noSuchApproval }
            let outcome = try await operators.approve(
                id, act: body.act, account: body.account, by: fresh, client: request.client(), now: now())
            return .json(try outcome.representation())
        }
    }

    private func decline(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .delete, "/v1/operators/approvals/{id}", for: .changing,
            Operation(
                "declineAct", "Cancel the operator's own request for an approval, or decline another operator's.", tag: .operators,
                parameters: [.approvalID], answers: [.noContent], problems: Self.changeProblems)
        ) { request, session in
            let fresh = try await fresh(session, operators)
            guard let id = ApprovalRequestID(try request.parameters.required("id")) else { throw Problem.noSuchApproval }
            _ = try await operators.decline(id, by: fresh, client: request.client(), now: now()).representation()
            return .noContent
        }
    }

    private func listRecords(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/records", for: .living,
            Operation(
                "listOperatorRecords", "List the audit trail of operators, newest first.", tag: .operators,
                parameters: [.eventLimit, .recordsBefore, .recordsOfAccount], answers: [.ok("OperatorRecordList")])
        ) { request, session in
            let limit = try request.query.eventLimit
            let records = try await operators.records(
                of: try request.query.identifier("account"), before: try request.query.identifier("before"), limit: limit,
                by: session)
            return .json([
                "records": .array(records.map(\.representation)),
                "next": records.count == limit ? records.last.map { .string($0.id.description) } ?? .null : .null,
            ])
        }
    }

    private func listOperators(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators", for: .living,
            Operation("listOperators", "List the accounts with a role.", tag: .operators, answers: [.ok("OperatorList")])
        ) { _, session in
            .json([
                "operators": .array(try await operators.operators(by: session).map(\.representation)),
                "role": .string(session.role.rawValue),
            ])
        }
    }

    private func showQueue(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/queue", for: .living,
            Operation(
                "showQueue", "Count the waiting jobs, and list the oldest 100 waiting messages without addresses and contents.",
                tag: .operators, answers: [.ok("OperatorQueue")])
        ) { _, session in
            let (jobs, mail) = try await operators.queue(by: session)
            return .json(["jobs": .array(jobs.map(\.representation)), "mail": .array(mail.map(\.representation))])
        }
    }

    private func showKeys(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/keys", for: .living,
            Operation(
                "showKeys",
                "List the keys of access tokens by identifier and time, and count the values that previous master keys seal.",
                tag: .operators, answers: [.ok("OperatorKeys")])
        ) { _, session in
            let (signing, sealed) = try await operators.keys(by: session, now: now())
            return .json([
                "signingKeys": .array(signing.map(\.representation)), "underPreviousKeys": .array(sealed.map(\.representation)),
            ])
        }
    }

    private func showFigures(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .get, "/v1/operators/figures", for: .changing,
            Operation(
                "showFigures",
                "Count sign-ins, failed attempts, upgrades and new passkeys of the last days (UTC). Charged as a change.",
                tag: .operators, parameters: [.figureDays], answers: [.ok("OperatorFigures")], problems: [.tooManyRequests])
        ) { request, session in
            let figures = try await operators.figures(days: try request.query.figureDays, by: session, now: now())
            return .json(["days": figures.representation])
        }
    }
}

extension AccountAPI {
    private static let changeProblems: [ProblemCode] = [
        .notFound, .conflict, .invalidFields, .reauthenticationRequired, .tooManyRequests,
    ]

    /// Returns a route that requires the session of an operator with two factors.
    func operatorRoute(
        _ operators: OperatorService, _ method: HTTPRequest.Method, _ path: String, for use: SessionUse, _ operation: Operation,
        handler: @escaping @Sendable (IncomingRequest, OperatorSession) async throws -> Response
    ) -> DescribedRoute {
        route(method, path, for: use, operation.adding([.forbidden, .additionalAuthenticationRequired])) { request, active in
            switch try await operators.admission(of: active) {
            case .admitted(let session): return try await handler(request, session)
            case .noRole: throw Problem.notAnOperator
            case .secondFactorRequired:
                guard active.account.hasSecondFactor else {
                    throw Problem(
                        .secondFactorEnrolmentRequired,
                        detail: "Operators sign in with a passkey, or with a second factor.",
                        texts: [.text(.noticeTwoFactorRequired)])
                }
                throw try await factorRequired(active)
            }
        }
    }

    /// Returns the session for changes. Throws 401 or 403 for the factor that was not proved recently.
    func fresh(_ session: OperatorSession, _ operators: OperatorService) async throws -> FreshOperatorSession {
        guard let fresh = operators.fresh(session, now: now()) else { throw try await proofRequired(session.active) }
        return fresh
    }
}

extension Problem {
    /// 403 for an account without a role.
    static var notAnOperator: Problem { Problem(.forbidden, detail: "The account is not an operator's.") }
    /// 403 for an operator with another role.
    static var roleNotPermitted: Problem { Problem(.forbidden, detail: "The role does not permit this.") }
    static var noSuchAccount: Problem { Problem(.notFound, detail: "There is no such account.") }
    static var noSuchApproval: Problem {
        Problem(.notFound, detail: "The request does not exist, has expired, or was used.")
    }
}

extension OperatorOutcome {
    /// `OperatorResult` of the OpenAPI document. Throws the problem of an outcome that changed nothing.
    func representation() throws(Problem) -> JSONValue {
        switch self {
        case .performed: return ["state": "performed", "approval": .null]
        case .awaitsApproval(let request): return ["state": "awaiting-approval", "approval": request.representation]
        case .notAllowed: throw .roleNotPermitted
        case .noAccount: throw .noSuchAccount
        case .noRequest: throw .noSuchApproval
        case .otherRequest: throw Problem(.conflict, detail: "The request is for another act or account.")
        case .nothingToDo:
            throw Problem(.conflict, detail: "The account is in this state already, or the act waits for an approval.")
        case .unreachable:
            throw Problem(.conflict, detail: "The account has no verified e-mail address, or this server sends no mail.")
        case .tooManyRequests:
            throw Problem(
                .conflict,
                detail: "\(ApprovalRequest.limitPerOperator) of your requests wait for an approval. Cancel one of them first.")
        }
    }
}

extension OperatorReason {
    /// Parses the member `reason` of a body. Throws 400 if it is not a reason.
    init(ofBody text: String) throws(Problem) {
        guard let reason = OperatorReason(text) else {
            let lengths = Self.lengths
            throw Problem(
                member: "reason", message: "reason must have \(lengths.lowerBound) to \(lengths.upperBound) visible characters.")
        }
        self = reason
    }
}

/// The act that an operator orders.
private struct OperatorOrderBody: JSONReadable {
    let act: OperatorAct
    let reason: String

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        act = try object.operatorAct()
        reason = try object.string("reason")
    }
}

/// The act that an operator approves.
private struct OperatorApprovalBody: JSONReadable {
    let act: OperatorAct
    let account: AccountID

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        act = try object.operatorAct()
        guard let account = AccountID(try object.string("account")) else {
            throw object.invalidValue("account", "must be the identifier of an account")
        }
        self.account = account
    }
}

extension JSONObjectReader {
    fileprivate mutating func operatorAct() throws(JSONReadingError) -> OperatorAct {
        guard let act = OperatorAct(rawValue: try string("act")) else { throw invalidValue("act", "must be an act of operators") }
        return act
    }
}

extension FormFields {
    /// Returns the identifier in a query parameter; nil if it is missing.
    fileprivate func identifier<Subject>(_ name: String) throws(Problem) -> Identifier<Subject>? {
        guard let text = self[name] else { return nil }
        guard let id = Identifier<Subject>(text) else {
            throw Problem(parameter: name, message: "\(name) must be an identifier.")
        }
        return id
    }

    fileprivate var figureDays: Int {
        get throws(Problem) {
            guard let text = self["days"] else { return 30 }
            guard let days = Int(text), (1...OperatorFigures.dayLimit).contains(days), String(days) == text else {
                throw Problem(
                    parameter: "days", message: "days must be a whole number from 1 to \(OperatorFigures.dayLimit).")
            }
            return days
        }
    }
}

extension Operation {
    /// Returns the operation with further problems.
    func adding(_ others: [ProblemCode]) -> Operation {
        Operation(
            id, summary, tag: tag, security: security, parameters: parameters, body: body, bodyKind: bodyKind, answers: answers,
            problems: problems + others)
    }
}

extension Parameter {
    fileprivate static let accountID = Parameter(
        name: "id", place: .path, summary: "The identifier of the account.", schema: Schemas.identifier)
    fileprivate static let approvalID = Parameter(
        name: "id", place: .path, summary: "The identifier of the request, from the list.", schema: Schemas.identifier)
    fileprivate static let accountQuery = Parameter(
        name: "q", place: .query, summary: "An identifier, the beginning of a user name, or a verified e-mail address.",
        schema: Schemas.text)
    fileprivate static let recordsBefore = Parameter(
        name: "before", place: .query, summary: "Return records older than this one: `next` of the previous page.",
        schema: Schemas.identifier)
    fileprivate static let recordsOfAccount = Parameter(
        name: "account", place: .query, summary: "Return the records of this account only.", schema: Schemas.identifier)
    fileprivate static let figureDays = Parameter(
        name: "days", place: .query, summary: "The number of days, today included.",
        schema: ["type": "integer", "minimum": 1, "maximum": .integer(OperatorFigures.dayLimit), "default": 30])
}
