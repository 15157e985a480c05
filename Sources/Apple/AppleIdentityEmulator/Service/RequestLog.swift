public import FoundationEssentials

/// The last 1,000 requests.
struct RequestLog: Sendable {
    private(set) var records: [RequestRecord] = []
    private var count = 0
    private var watchers: [AsyncStream<Void>.Continuation] = []

    mutating func add(
        _ endpoint: Endpoint, _ form: FormValues? = nil, at now: Date, status: Int = 200, error: String? = nil,
        _ explanation: String
    ) {
        add(
            endpoint, Redaction.parameters(form), clientSecret: ClientSecretClaims.read(form?["client_secret"]), at: now,
            status: status, error: error, explanation)
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
        tellWatchers()
    }

    /// Adds a watcher. Returns false if there are too many.
    mutating func watch(_ watcher: AsyncStream<Void>.Continuation) -> Bool {
        // Some may have ended since the last change.
        if watchers.count >= ServiceLimits.logWatchers { tellWatchers() }
        guard watchers.count < ServiceLimits.logWatchers else { return false }
        watchers.append(watcher)
        return true
    }

    private mutating func add(
        _ endpoint: Endpoint, _ parameters: [RequestRecord.Parameter], clientSecret: [RequestRecord.Parameter] = [],
        at now: Date, status: Int, error: String?, _ explanation: String
    ) {
        if records.count >= ServiceLimits.requests { records.removeFirst() }
        count += 1
        records.append(
            RequestRecord(
                id: count, at: now, endpoint: endpoint, parameters: parameters, clientSecret: clientSecret, status: status,
                error: error, explanation: explanation))
        tellWatchers()
    }

    /// Removes the watchers that ended. `onTermination` must not do so: a cancellation calls it under a lock of the reading task,
    /// which `yield` takes too, and it would wait for the lock of this log.
    private mutating func tellWatchers() {
        watchers.removeAll { if case .terminated = $0.yield() { true } else { false } }
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
    /// The members of the client secret's header and payload that Apple documents, unverified. The signature is not logged.
    public let clientSecret: [Parameter]
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

    /// The maximum length of a logged value, in characters.
    static let valueLength = 256

    /// Returns whether the log contains the whole value of a logged parameter.
    static func isComplete(_ parameter: RequestRecord.Parameter) -> Bool {
        kept.contains(parameter.name) && parameter.value.count < valueLength
    }

    static func parameters(_ form: FormValues?) -> [RequestRecord.Parameter] {
        (form?.fields ?? []).map { field in
            .init(
                name: String(field.name.prefix(64)),
                value: kept.contains(field.name)
                    ? String(field.value.prefix(valueLength)) : "(\(field.value.count) characters, not kept)")
        }
    }
}

/// Decodes the parts of a client secret that are not secret: without its signature, it authenticates no client.
enum ClientSecretClaims {
    /// Returns the members of the header and payload that Apple documents, also those of a malformed secret. Members of another
    /// type are omitted.
    static func read(_ text: String?) -> [RequestRecord.Parameter] {
        guard let text, text.utf8.count <= ClientSecretText.byteLimit else { return [] }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return [] }
        return members(of: parts[0], ["alg", "kid"]) + members(of: parts[1], ["iss", "sub", "aud", "iat", "exp"])
    }

    private static func members(of part: Substring.UTF8View, _ names: [String]) -> [RequestRecord.Parameter] {
        guard let bytes = Base64URL.decode(part), let values = try? JSONDecoder().decode([String: Member].self, from: Data(bytes))
        else { return [] }
        return names.compactMap { name in
            values[name]?.text.map { RequestRecord.Parameter(name: name, value: String($0.prefix(Redaction.valueLength))) }
        }
    }

    /// A text, a whole number or a list of texts; nil for any other value.
    private struct Member: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let number = try? value.decode(Int.self) {
                text = String(number)
            } else {
                text = (try? value.decode([String].self))?.joined(separator: " ")
            }
        }
    }
}

extension AppleService {
    /// Returns the logged requests after `id`, oldest first; at most the last 1,000.
    public func requests(after id: Int = 0) -> [RequestRecord] {
        work { core in core.log.records.filter { $0.id > id } }
    }

    /// Returns a stream with an element after every change of the log; changes before the reader is ready again count as one.
    /// Returns nil if there are too many streams.
    func requestChanges() -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return work { core in core.log.watch(continuation) } ? stream : nil
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
