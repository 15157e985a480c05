import FoundationEssentials

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
        _ endpoint: Endpoint, _ client: ClientIdentifier, _ person: PersonIdentifier, _ scopes: Set<AuthorizationScope>,
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
