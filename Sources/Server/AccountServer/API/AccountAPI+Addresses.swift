import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Mail
import Secrets

extension AccountAPI {
    /// The routes of e-mail addresses; none if mail is off.
    var addressRoutes: [DescribedRoute] {
        addresses.map {
            [listAddresses($0), claimAddress($0), verifyAddress($0), removeAddress($0), undoAddressRemoval($0)]
        } ?? []
    }

    private func listAddresses(_ addresses: AddressService) -> DescribedRoute {
        route(
            .get, "/v1/account/addresses", for: .living,
            Operation(
                "listAddresses", "The e-mail addresses of the account, in the order in which they were entered.", tag: .addresses,
                answers: [.ok("AddressList")])
        ) { _, active in
            .json(["addresses": .array(try await addresses.addresses(of: active).map(\.representation))])
        }
    }

    private func claimAddress(_ addresses: AddressService) -> DescribedRoute {
        route(
            .post, "/v1/account/addresses", for: .changing,
            Operation(
                "claimAddress",
                "Enter an e-mail address, and have a code sent to it. `secret` comes back with the code, within ten minutes, in the same "
                    + "session. Repeat the request for another code.",
                tag: .addresses, body: "NewAddress", answers: [.created("AddressClaim")],
                problems: [.emailAddressMalformed, .conflict, .tooManyRequests] + Self.proofs)
        ) { request, active in
            let text = try await request.json { object throws(JSONReadingError) in try object.string("email") }
            guard let address = EmailAddress(typed: text) else { throw Problem(.emailAddressMalformed) }
            let outcome = try await addresses.claim(
                address, of: active, client: request.client(), now: now())
            switch outcome {
            case .codeSent(let claim):
                return .json(claim.representation, status: .created)
            case .alreadyVerified:
                throw Problem(
                    .conflict, detail: "The address is verified already.", texts: [.text(.noticeAddressAlreadyVerified)])
            case .tooMany:
                throw Problem(
                    .conflict, detail: "The account has \(AccountAddress.limit) addresses. Remove one first.",
                    texts: [.text(.noticeTooManyAddresses)])
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func verifyAddress(_ addresses: AddressService) -> DescribedRoute {
        route(
            .post, "/v1/account/address-verification", for: .changing,
            Operation(
                "verifyAddress",
                "Verify an e-mail address by the code that was sent to it. A code has five attempts.", tag: .addresses,
                body: "AddressCode", answers: [.ok("AddressEnvelope")],
                problems: [.emailCodeRejected, .emailAddressTaken, .tooManyRequests])
        ) { request, active in
            let (secret, typed) = try await request.json { object throws(JSONReadingError) in
                (try object.string("secret"), try object.string("emailCode"))
            }
            guard let holder = OpaqueToken(encoded: secret), let code = MailedCode(typed: typed) else {
                throw Problem(.emailCodeRejected)
            }
            let outcome = try await addresses.verify(
                code, holder: holder, of: active, client: request.client(), now: now())
            switch outcome {
            case .verified(let address): return .json(["address": address.representation])
            case .codeRejected(let attemptsLeft): throw Problem.codeRejected(attemptsLeft: attemptsLeft)
            case .taken: throw Problem(.emailAddressTaken)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func removeAddress(_ addresses: AddressService) -> DescribedRoute {
        route(
            .delete, "/v1/account/addresses/{id}", for: .changing,
            Operation(
                "removeAddress",
                "Remove an e-mail address. All verified addresses get a notice, the removed one included. Its notice may contain "
                    + "a code that restores it.",
                tag: .addresses, parameters: [.addressID], answers: [.noContent],
                problems: [.notFound, .tooManyRequests] + Self.proofs)
        ) { request, active in
            guard let id = AccountAddressID(try request.parameters.required("id")) else { throw Problem.noSuchAddress }
            let outcome = try await addresses.remove(
                id, of: active, client: request.client(), now: now())
            switch outcome {
            case .removed: return .noContent
            case .missing: throw Problem.noSuchAddress
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func undoAddressRemoval(_ addresses: AddressService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/address-undo",
            Operation(
                "undoAddressRemoval",
                "Restore a removed e-mail address by the code from the mail to it, within 72 hours of the removal. A code works once, and "
                    + "requires no session. All sessions and recoveries of the account end, a waiting time too, and its devices are forgotten; no "
                    + "session opens. All verified addresses get a notice.",
                tag: .addresses, body: "UndoCode", answers: [.noContent], problems: [.emailCodeRejected, .tooManyRequests])
        ) { request in
            try await undone(request) { typed, client in try await addresses.undoRemoval(typed, client: client, now: now()) }
        }
    }
}

extension EmailAddress {
    /// Parses an address as a user typed it. White space around it is ignored. Returns nil for anything that ``MailAddress`` rejects.
    init?(typed text: String) {
        let trimmed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        guard let address = try? MailAddress(String(trimmed)) else { return nil }
        self.init(address.text, key: address.canonical)
    }
}

extension AccountAddress {
    /// The address in responses.
    var representation: JSONValue {
        [
            "id": .string(id.description), "email": .string(address.text), "claimedAt": .string(claimedAt.description),
            "verifiedAt": verifiedAt.map { .string($0.description) } ?? nil,
            "unreachableSince": undeliverableSince.map { .string($0.description) } ?? nil,
        ]
    }
}

extension AccountAPI {
    /// Undoes a change by the code in the request. The rejection of a code does not say why.
    func undone(
        _ request: IncomingRequest, _ undo: (_ typed: String, _ client: Client) async throws -> UndoOutcome
    ) async throws -> Response {
        let typed = try await request.json { object throws(JSONReadingError) in try object.string("undoCode") }
        switch try await undo(typed, request.client()) {
        case .undone: return .noContent
        case .rejected: throw Problem(.emailCodeRejected, texts: [.text(.errorUndoCode)])
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
    }
}

extension AddressClaim {
    /// `AddressClaim` of the OpenAPI document. The secret appears only here.
    var representation: JSONValue {
        [
            "address": address.representation, "secret": .string(holder.reveal()), "expiresAt": .string(expiresAt.description),
        ]
    }
}

extension Problem {
    fileprivate static var noSuchAddress: Problem {
        Problem(.notFound, detail: "The account has no such address.", texts: [.text(.problemGone)])
    }
}

extension Schemas {
    /// The schemas of e-mail addresses.
    static var ofAddresses: JSONValue {
        let time: JSONValue = ["type": ["string", "null"], "format": "date-time"]
        return [
            "NewAddress": closed(["email": ["type": "string", "minLength": 3, "maxLength": 254]]),
            "AddressCode": closed(["secret": token, "emailCode": ["type": "string", "minLength": 8, "maxLength": 16]]),
            "UndoCode": closed(["undoCode": ["type": "string", "minLength": 24, "maxLength": 64]]),
            "EmailAddress": open([
                "id": identifier, "email": text, "claimedAt": moment, "verifiedAt": time, "unreachableSince": time,
            ]),
            "AddressList": open(["addresses": list(of: "EmailAddress")]),
            "AddressEnvelope": open(["address": reference("EmailAddress")]),
            "AddressClaim": open(["address": reference("EmailAddress"), "secret": token, "expiresAt": moment]),
        ]
    }
}
