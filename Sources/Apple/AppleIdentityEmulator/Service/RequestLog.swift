public import FoundationEssentials

/// The latest 1,000 requests.
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
        at now: Date, _ refusal: NativeRefusal?
    ) {
        let parameters: [RequestRecord.Parameter] = [
            .init(name: "client_id", value: client.rawValue), .init(name: "person", value: person.rawValue),
            .init(name: "scope", value: scopes.map(\.rawValue).sorted().joined(separator: " ")),
        ]
        add(
            endpoint, parameters, at: now, status: refusal == nil ? 200 : 400, error: refusal?.rawValue,
            refusal.map { "no credential was given: \($0.words)" } ?? "a credential was given")
    }

    mutating func add(
        _ request: DeviceSignInRequest, at now: Date, _ answer: Result<DeviceSignIn, DeviceSignInRefusal>
    ) {
        let parameters: [RequestRecord.Parameter] = [
            .init(name: "account", value: String(request.account.prefix(256))),
            .init(name: "device_name", value: String(request.deviceName.prefix(256))),
        ]
        let (error, explanation): (String?, String) =
            switch answer {
            case .success(.signedIn): (nil, "the device is signed in")
            case .success(.needsCode): (nil, "the password is right; trusted devices show a code")
            case .failure(let refusal): (refusal.rawValue, "the device is not signed in: \(refusal.words)")
            }
        add(.native, parameters, at: now, status: error == nil ? 200 : 400, error: error, explanation)
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

/// One request as the log keeps it; secrets are left out, only their length stays.
public struct RequestRecord: Sendable, Hashable, Codable, Identifiable {
    /// One parameter of the request.
    public struct Parameter: Sendable, Hashable, Codable {
        /// The parameter's name, cut after 64 characters.
        public let name: String
        /// The value, or `(43 characters, not kept)` for a secret; cut after 256 characters.
        public let value: String
    }

    /// Counts up from 1, over all requests.
    public let id: Int
    /// When it came.
    public let at: Date
    /// The door it came to.
    public let endpoint: Endpoint
    /// In the order of the request.
    public let parameters: [Parameter]
    /// HTTP status of the answer.
    public let status: Int
    /// `error` of the answer, if it was one.
    public let error: String?
    /// Why, in words for the developer; may say more than the answer did.
    public let explanation: String
}

/// What of a request's parameters the log may keep.
enum Redaction {
    /// The only parameters whose values are kept; whatever else comes may be a secret in the wrong place.
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
    /// The requests in the log that came after `id`, from the oldest to the newest; the latest 1,000 are kept.
    public func requests(after id: Int = 0) -> [RequestRecord] {
        work { desk in desk.log.records.filter { $0.id > id } }
    }

    /// Empties the log; ids go on counting.
    public func removeAllRequests() {
        work { desk in desk.log.removeAll() }
    }

    /// Logs a request that never reached an operation: refused by its transport, or kept back by a fault.
    public func recordUnworked(_ endpoint: Endpoint, status: Int, explanation: String) {
        work { desk in desk.log.add(endpoint, at: desk.now, status: status, String(explanation.prefix(500))) }
    }

    /// Logs a request that never reached an operation, since its parameters could not be read.
    func recordUnreadable(_ endpoint: Endpoint, _ error: AppleServiceError) {
        work { desk in desk.log.add(endpoint, at: desk.now, status: error.status, error: error.code.rawValue, error.explanation) }
    }
}
