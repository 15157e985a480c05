import FoundationEssentials

/// A consent with its account, as the admin interface returns it.
struct ConsentView: Encodable {
    private enum CodingKeys: CodingKey {
        case account
    }

    let consent: ConsentSummary
    let account: PersonIdentifier

    func encode(to encoder: any Encoder) throws {
        try consent.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
    }
}

/// A fault as the admin interface returns it.
struct FaultView: Encodable {
    let id: Int
    let endpoint: Endpoint
    let kind: String
    let value: String?
    let remaining: Int?

    init(_ fault: Fault) {
        id = fault.id
        endpoint = fault.endpoint
        kind = FaultText(fault.kind).name
        value = FaultText(fault.kind).value
        remaining = fault.remaining
    }
}

/// The clock as the admin interface returns it.
struct ClockView: Encodable {
    let now: Date
    /// The offset from the machine's clock, rounded to whole seconds.
    let offset: Int

    init(_ clock: EmulatedClock) {
        now = clock.now
        offset = Int(clock.offset.rounded())
    }
}

/// The result of a web sign-in: the fields that the browser would send to the return URL.
struct WebSignInView: Encodable {
    let mode: ResponseMode
    let redirectURI: String
    /// The URL to which the browser is redirected; null for `form_post` and `web_message`.
    let location: String?
    let fields: [String: String]
    let exceptions: [EmulatorException]

    init(_ response: AuthorizationResponse) {
        mode = response.mode
        redirectURI = response.redirectURI
        location = response.location
        fields = Dictionary(response.fields.map { ($0.name, $0.value) }) { first, _ in first }
        exceptions = response.exceptions
    }
}
