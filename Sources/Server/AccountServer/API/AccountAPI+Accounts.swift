import Accounts
import HTTPTypes
import JSONText
import Texts

extension AccountAPI {
    var createAccount: DescribedRoute {
        DescribedRoute(
            .post, "/v1/accounts",
            Operation(
                "createAccount", "Create an account and sign in.", tag: .accounts, body: "NewAccount",
                answers: [.created("SignedIn")],
                problems: [
                    .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed,
                    .usernameMalformedAddress, .usernameReserved, .passwordTooShort, .passwordTooLong, .passwordContainsNull,
                    .passwordRules, .passwordCommon, .passwordContainsUserName, .passwordContainsContextWord,
                    .passwordWeak, .passwordLeaked, .tooManyRequests,
                ])
        ) { request in
            let body = try await request.json(CredentialsBody.self)
            let registration = Registration(
                userName: body.userName, password: Password(body.password), client: request.client(deviceName: body.deviceName))
            switch try await service.register(registration, now: now()) {
            case .registered(let signedIn):
                return .json(signedIn.representation, status: .created, headers: [.location: "\(request.prefix)/v1/account"])
            case .rejected(let rejections): throw Problem(rejections)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    var currentAccount: DescribedRoute {
        route(
            .get, "/v1/account", for: .enrolling,
            Operation("getAccount", "Get the signed-in account.", tag: .accounts, answers: [.ok("AccountEnvelope")])
        ) { _, active in .json(["account": active.account.representation]) }
    }

    var updateAccount: DescribedRoute {
        route(
            .patch, "/v1/account", for: .changing,
            Operation(
                "updateAccount",
                """
                Change the user name, the language or the time zone of pages and messages, or whether an e-mail reports each sign-in \
                on a new device. The members username and newDeviceNotices require recent authentication. Notices of changes cannot be \
                turned off.
                """,
                tag: .accounts, body: "AccountChange",
                answers: [.ok("AccountEnvelope")],
                problems: [
                    .tooManyRequests, .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed,
                    .usernameMalformedAddress, .usernameReserved, .languageNotOffered, .timeZoneUnknown, .invalidFields,
                    .reauthenticationRequired, .additionalAuthenticationRequired,
                ])
        ) { request, active in
            let change = try await request.json(AccountChange.self)
            var settings: [AccountSetting] = []
            if let language = change.language { settings.append(.language(try Self.offeredLanguage(language))) }
            if let timeZone = change.timeZone { settings.append(.timeZone(try timeZone.map(Self.knownTimeZone))) }
            guard change.userName != nil || change.newDeviceNotices != nil || !settings.isEmpty else {
                throw Problem(
                    .invalidFields, detail: "Send one or more of the members username, language, timeZone and newDeviceNotices.")
            }
            var account = active.account
            if let name = change.userName { account = try await rename(active, to: name, client: request.client()) }
            if let isOn = change.newDeviceNotices {
                try await turn(.newDevice, on: isOn, of: active, client: request.client())
                account = account.with(.newDevice, isOn: isOn)
            }
            if !settings.isEmpty {
                guard try await service.set(settings, of: active, now: now()) else { throw Problem.sessionEnded }
                account = settings.reduce(account) { $0.with($1) }
            }
            let answer: JSONValue = ["account": account.representation]
            return .json(try await change.userName == nil ? answer : signaling(answer, for: account))
        }
    }

    /// Throws 422 for a language without texts.
    private static func offeredLanguage(_ text: String) throws(Problem) -> LanguageTag {
        guard let language = Language(rawValue: text), Language.offered.contains(language) else {
            let tags = Language.offered.map(\.tag).joined(separator: ", ")
            let error = FieldProblem(
                .pointer(JSONPointer.root.appending("language")), code: ProblemCode.languageNotOffered.rawValue,
                message: "must be one of \(tags)")
            throw Problem(.languageNotOffered, errors: [error])
        }
        return language.domainTag
    }

    /// Throws 422 for a zone that the time-zone database does not have.
    private static func knownTimeZone(_ text: String) throws(Problem) -> TimeZoneName {
        guard let timeZone = TimeZoneName(known: text) else {
            let error = FieldProblem(
                .pointer(JSONPointer.root.appending("timeZone")), code: ProblemCode.timeZoneUnknown.rawValue,
                message: "must be an identifier of the time-zone database, such as Europe/Vienna")
            throw Problem(.timeZoneUnknown, errors: [error])
        }
        return timeZone
    }

    private func rename(_ active: ActiveSession, to name: String, client: Client) async throws -> Account {
        switch try await service.rename(active, to: name, client: client, now: now()) {
        case .renamed(let account): return account
        case .rejected(let rejection): throw Problem(userName: rejection)
        case .userNameTaken: throw Problem.userNameTaken
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    private func turn(_ notice: OptionalNotice, on isOn: Bool, of active: ActiveSession, client: Client) async throws {
        switch try await service.turn(notice, on: isOn, of: active, client: client, now: now()) {
        case .done: break
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    var deleteAccount: DescribedRoute {
        route(
            .delete, "/v1/account", for: .changing,
            Operation(
                "deleteAccount",
                "Delete the account and all its data. If an Apple identity was linked, the response says whether its tokens are revoked. "
                    + "If the account had passkeys, `signals` hides them.",
                tag: .accounts,
                answers: [.noContent, .ok("DeletedAccount")],
                problems: [.tooManyRequests, .reauthenticationRequired, .additionalAuthenticationRequired])
        ) { request, active in
            let signals = try await passkeys?.signals(afterDeletionOf: active.account)
            switch try await service.deleteAccount(active, client: request.client(), now: now()) {
            case .deleted(.notNeeded) where signals == nil: return .noContent
            case .deleted(let notice):
                var object = JSONObject([("appleTokens", .string(notice.representation))])
                object["signals"] = signals
                return .json(.object(object))
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    var listEvents: DescribedRoute {
        route(
            .get, "/v1/account/events", for: .living,
            Operation(
                "listEvents", "List the audit events of the account, newest first.", tag: .accounts,
                parameters: [.eventLimit, .eventsBefore], answers: [.ok("EventList")])
        ) { request, active in
            let limit = try request.query.eventLimit
            let events = try await service.events(of: active, before: try request.query.eventsBefore, limit: limit)
            return .json([
                "events": .array(events.map(\.representation)),
                "next": events.count == limit ? events.last.map { .string($0.id.description) } ?? .null : .null,
            ])
        }
    }
}

/// The changes of an account that a request contains.
private struct AccountChange: JSONReadable {
    let userName: String?
    let language: String?
    /// The member for the time zone. Nil if the member is missing; a nil value removes the setting.
    let timeZone: String??
    /// Whether an e-mail reports each sign-in on a new device; nil to keep the preference.
    let newDeviceNotices: Bool?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        userName = try object.optionalString("username")
        language = try object.optionalString("language")
        newDeviceNotices = try object.optionalBoolean("newDeviceNotices")
        if let node = object.optionalNode("timeZone"), node.isNull {
            timeZone = .some(nil)
        } else {
            timeZone = try object.optionalString("timeZone").map(Optional.some)
        }
    }
}

/// The user name and password of a request, with an optional name for the device.
struct CredentialsBody: JSONReadable {
    let userName: String
    let password: String
    let deviceName: String?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        userName = try object.string("username")
        password = try object.string("password")
        deviceName = try object.optionalString("deviceName")
    }
}

extension FormFields {
    var eventLimit: Int {
        get throws {
            guard let text = self["limit"] else { return 50 }
            guard let limit = Int(text), (1...100).contains(limit), String(limit) == text else {
                throw Problem(parameter: "limit", message: "limit must be a whole number from 1 to 100.")
            }
            return limit
        }
    }

    fileprivate var eventsBefore: AuditEventID? {
        get throws {
            guard let text = self["before"] else { return nil }
            guard let id = AuditEventID(text) else {
                throw Problem(parameter: "before", message: "before must be the identifier of an event.")
            }
            return id
        }
    }
}

extension Problem {
    /// Creates the 400 problem of a query parameter with an unsupported value.
    init(parameter name: String, message: String) {
        self.init(
            .badRequest, detail: message, errors: [FieldProblem(.parameter(name), code: "invalid-value", message: message)])
    }
}
