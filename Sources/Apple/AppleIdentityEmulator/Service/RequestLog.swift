public import FoundationEssentials

/// The last 1,000 requests.
struct RequestLog: Sendable {
    private(set) var records: [RequestRecord] = []
    private var count = 0

    mutating func add(
        _ endpoint: Endpoint, _ form: FormValues? = nil, at now: Date, status: Int = 200, error: String? = nil,
        _ explanation: String
    ) {
        add(endpoint, Redaction.parameters(form), at: now, status: status, error: error, explanation)
    }

    mutating func add(_ endpoint: Endpoint, _ form: FormValues, at now: Date, _ error: AppleServiceError) {
        add(endpoint, form, at: now, status: error.status, error: error.code.rawValue, error.explanation)
    }

    mutating func add(
        _ endpoint: Endpoint, _ client: ClientID, _ person: PersonIdentifier, _ scopes: Set<AuthorizationScope>,
        at now: Date, _ rejection: NativeRejection?
    ) {
        let parameters: [RequestRecord.Parameter] = [
            .init(name: "client_id", value: client.rawValue), .init(name: "person", value: person.rawValue),
            .init(name: "scope", value: scopes.map(\.rawValue).sorted().joined(separator: " ")),
        ]
        add(
            endpoint, parameters, at: now, status: rejection == nil ? 200 : 400, error: rejection?.rawValue,
            rejection.map { "no credential was issued: \($0.words)" } ?? "a credential was issued")
    }

    mutating func add(
        _ request: DeviceSignInRequest, at now: Date, _ answer: Result<DeviceSignIn, DeviceSignInRejection>
    ) {
        let parameters: [RequestRecord.Parameter] = [
            .init(name: "account", value: String(request.account.prefix(256))),
            .init(name: "device_name", value: String(request.deviceName.prefix(256))),
        ]
        let (error, explanation): (String?, String) =
            switch answer {
            case .success(.signedIn): (nil, "the device is signed in")
            case .success(.needsCode): (nil, "the password is correct; trusted devices show a code")
            case .failure(let rejection): (rejection.rawValue, "the device is not signed in: \(rejection.words)")
            }
        add(.native, parameters, at: now, status: error == nil ? 200 : 400, error: error, explanation)
    }

    mutating func add(
        from sender: EnvelopeAddress?, to recipient: EnvelopeAddress, at now: Date, _ rejection: RelayRejection?
    ) {
        let parameters: [RequestRecord.Parameter] = [
            .init(name: "mail_from", value: sender?.description ?? ""), .init(name: "rcpt_to", value: recipient.description),
        ]
        add(
            .relay, parameters, at: now, status: rejection?.reply.code ?? 250, error: rejection?.error,
            rejection.map { "the mail is not forwarded: \($0.reason)" } ?? "the mail is forwarded")
    }

    mutating func removeAll() {
        records = []
    }

    private mutating func add(
        _ endpoint: Endpoint, _ parameters: [RequestRecord.Parameter], at now: Date, status: Int, error: String?,
        _ explanation: String
    ) {
        if records.count >= ServiceLimits.requests { records.removeFirst() }
        count += 1
        records.append(
            RequestRecord(
                id: count, at: now, endpoint: endpoint, parameters: parameters, status: status, error: error,
                explanation: explanation))
    }
}

/// A logged request. Only the length of a secret is logged.
public struct RequestRecord: Sendable, Hashable, Codable, Identifiable {
    /// One parameter of the request.
    public struct Parameter: Sendable, Hashable, Codable {
        /// The parameter's name, truncated to 64 characters.
        public let name: String
        /// The value, truncated to 256 characters, or `(43 characters, not kept)` for a secret.
        public let value: String
    }

    /// The number of the request, from 1.
    public let id: Int
    /// The time when the request arrived.
    public let at: Date
    /// The endpoint of the request.
    public let endpoint: Endpoint
    /// The parameters, in the order of the request.
    public let parameters: [Parameter]
    /// The HTTP status of the response; for mail, the code of the SMTP reply.
    public let status: Int
    /// The `error` of the response, if any.
    public let error: String?
    /// The explanation for the developer, which can be more detailed than the response.
    public let explanation: String
}

/// Decides which parameter values the log contains.
enum Redaction {
    /// The only parameters whose values are logged. Any other may be a secret in the wrong parameter.
    private static let kept: Set<String> = [
        "client_id", "grant_type", "redirect_uri", "response_type", "response_mode", "scope", "token_type_hint", "target", "sub",
        "code_challenge_method",
    ]

    static func parameters(_ form: FormValues?) -> [RequestRecord.Parameter] {
        (form?.fields ?? []).map { field in
            .init(
                name: String(field.name.prefix(64)),
                value: kept.contains(field.name) ? String(field.value.prefix(256)) : "(\(field.value.count) characters, not kept)")
        }
    }
}

extension AppleService {
    /// Returns the logged requests after `id`, oldest first; at most the last 1,000.
    public func requests(after id: Int = 0) -> [RequestRecord] {
        work { core in core.log.records.filter { $0.id > id } }
    }

    /// Empties the log. Numbering continues.
    public func removeAllRequests() {
        work { core in core.log.removeAll() }
    }

    /// Logs a request that reached no operation, because the transport rejected it or a fault applied.
    public func recordUnworked(_ endpoint: Endpoint, status: Int, explanation: String) {
        work { core in core.log.add(endpoint, at: core.now, status: status, String(explanation.prefix(500))) }
    }

    /// Logs a request that reached no operation, because its parameters are malformed.
    func recordUnreadable(_ endpoint: Endpoint, _ error: AppleServiceError) {
        work { core in core.log.add(endpoint, at: core.now, status: error.status, error: error.code.rawValue, error.explanation) }
    }
}
