import FoundationEssentials

/// A consent as the admin interface lists it.
struct ConsentView: Encodable {
    let account: PersonIdentifier
    let primary: ClientID
    let appName: String
    let team: TeamID
    let subject: Subject
    let since: Date
    let sharedName: Bool
    let email: EmailChoice?
    let address: String?
    let forwards: Bool?
    let forwardsTo: String?

    init(_ consent: ConsentSummary, of account: PersonIdentifier) {
        self.account = account
        primary = consent.primary
        appName = consent.appName
        team = consent.team
        subject = consent.subject
        since = consent.since
        sharedName = consent.sharedName
        email = consent.email
        address = consent.address
        forwards = consent.forwards
        forwardsTo = consent.forwardsTo
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

/// The .p8 file of a key. It leaves the emulator once, by this.
struct KeyFileView: Encodable {
    let fileName: String
    let pem: String

    init(_ file: DeveloperKeyFile) {
        fileName = file.fileName
        pem = file.pem
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

/// What a device shows before a sign-in.
struct NativeFormView: Encodable {
    let isFirst: Bool
    let asksName: Bool
    let asksEmail: Bool
    let givenName: String
    let familyName: String
    let email: String?
    let emails: [String]

    init(_ form: ConsentForm) {
        isFirst = form.isFirst
        asksName = form.asksName
        asksEmail = form.asksEmail
        givenName = form.givenName
        familyName = form.familyName
        email = form.email
        emails = form.emails
    }
}

/// A refusal as the admin interface tells it.
struct RefusalView: Encodable {
    struct Content: Encodable {
        let code: String
        let message: String
    }

    let error: Content

    init(code: String, message: String) {
        error = Content(code: code, message: message)
    }
}
