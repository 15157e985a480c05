import FoundationEssentials

/// A consent as the admin interface lists it: with the account that gave it.
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

/// A fault as the admin interface lists it.
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

/// The clock as the admin interface shows it.
struct ClockView: Encodable {
    let now: Date
    /// Seconds that the clock is ahead of the machine's, rounded to whole ones.
    let offset: Int

    init(_ clock: EmulatedClock) {
        now = clock.now
        offset = Int(clock.offset.rounded())
    }
}

/// The answer of a web sign-in: what the browser would carry to the return URL.
struct WebSignInView: Encodable {
    let mode: ResponseMode
    let redirectURI: String
    /// The address that a browser is redirected to; null for `form_post` and `web_message`.
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
