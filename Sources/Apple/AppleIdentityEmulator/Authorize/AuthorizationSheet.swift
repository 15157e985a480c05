public import FoundationEssentials

/// The sign-in sheet as it stands: what to show, and which step comes next.
public struct AuthorizationSheet: Sendable, Hashable, Identifiable {
    /// What the sheet asks now.
    public enum Step: Sendable, Hashable {
        /// Choose one of these; ``AppleService/chooseAccount(_:in:)``.
        case account([AccountChoice])
        /// Type the code from a trusted device; ``AppleService/enterCode(_:in:)``.
        case twoFactor(AccountChoice)
        /// Confirm, the first time with name and address; ``AppleService/giveConsent(_:in:)``.
        case consent(ConsentForm)
    }

    /// Names the sheet in the steps that follow.
    public let id: AuthorizationIdentifier
    /// The Services ID that asks.
    public let client: ClientID
    /// As the sheet names it.
    public let appName: String
    /// What is asked now.
    public let step: Step
    /// The sheet is gone after this.
    public let expiresAt: Date
    /// Rules that the emulator waived by configuration; name them in the answer.
    public let exceptions: [EmulatorException]
}

/// The answer to a step on the sheet.
public enum SheetAnswer: Sendable {
    /// Show the sheet again, at its next step.
    case sheet(AuthorizationSheet)
    /// Send this to the return URL; the sheet is gone.
    case respond(AuthorizationResponse)
    /// The step was refused; show the sheet as it is, with the reason, or when nil say that it is gone.
    case refused(SheetRefusal, AuthorizationSheet?)
}

/// The answer to a request at `/auth/authorize`.
public enum AuthorizeAnswer: Sendable {
    /// Show the sheet.
    case sheet(AuthorizationSheet)
    /// Show the error page; nothing is sent to the return URL (facts 1.6).
    case refused(AppleServiceError)
}

/// Why a step on the sheet was refused.
public enum SheetRefusal: String, Sendable, Hashable, Codable, CaseIterable {
    /// No such sheet: finished, cancelled, expired or never begun.
    case gone
    /// The step is not the one that the sheet asks for.
    case wrongStep
    case unknownAccount
    /// The account is locked.
    case accountLocked
    /// Sign in with Apple needs two-factor authentication.
    case twoFactorNotEnabled
    case wrongCode
    /// The code was typed wrong five times, or ten minutes passed; choose the account again for a new one.
    case codeExpired
    /// A name of more than 100 bytes, or with control characters.
    case unsuitableName
    /// The account does not have the chosen address.
    case unknownAddress
}

/// An account as the sheet lists it.
public struct AccountChoice: Sendable, Hashable, Identifiable {
    /// The account.
    public let id: PersonIdentifier
    /// First and last name.
    public let name: String
    /// The account's address, if it has one.
    public let email: String?
}

/// A rule of Apple's that was waived because the settings say so. Answers that depend on one name it.
public enum EmulatorException: String, Sendable, Hashable, Codable, CaseIterable {
    /// The return URL is on loopback; Apple wants https and a domain. See ``AppleServiceSettings/allowsLoopbackURLs``.
    case loopbackReturnURL = "loopback-return-url"
}

/// Names one sign-in in progress on the sheet; unguessable, 32 hexadecimal digits.
public struct AuthorizationIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "an authorization's id has 32 lower-case hexadecimal digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 32, rawValue.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.hex(32)
    }
}

/// One sheet in progress.
struct SheetInProgress: Sendable {
    /// Where the person is; each stage holds what the one before established.
    enum Stage: Sendable {
        case choosing
        case provingDevice(TwoFactorChallenge)
        case consenting(AuthenticatedPerson)
    }

    let id: AuthorizationIdentifier
    let request: AuthorizationRequest
    let appName: String
    let expiresAt: Date
    var stage: Stage = .choosing

    /// The account chosen so far.
    var person: PersonIdentifier? {
        switch stage {
        case .choosing: nil
        case .provingDevice(let challenge): challenge.person
        case .consenting(let authenticated): authenticated.person
        }
    }
}

/// A code shown on the trusted devices of a person who chose their account.
struct TwoFactorChallenge: Sendable {
    let person: PersonIdentifier
    let code: String
    let expiresAt: Date
    var attemptsLeft = 5
}

/// A person who typed the right code.
struct AuthenticatedPerson: Sendable {
    let person: PersonIdentifier
    let at: Date
}

/// Sheets in progress, each for thirty minutes; the oldest goes when there are 1,000.
struct SheetRegister: Sendable {
    static let lifetime: TimeInterval = 1_800
    static let codeLifetime: TimeInterval = 600

    private var sheets: [AuthorizationIdentifier: SheetInProgress] = [:]
    /// In the order of their beginning; may hold ids of sheets that are gone.
    private var order: [AuthorizationIdentifier] = []

    func sheet(_ id: AuthorizationIdentifier, now: Date) -> SheetInProgress? {
        sheets[id].flatMap { now < $0.expiresAt ? $0 : nil }
    }

    mutating func add(_ sheet: SheetInProgress) {
        if order.count >= ServiceLimits.sheets {
            order.removeAll { sheets[$0] == nil }
            if order.count >= ServiceLimits.sheets { sheets[order.removeFirst()] = nil }
        }
        order.append(sheet.id)
        sheets[sheet.id] = sheet
    }

    mutating func advance(_ id: AuthorizationIdentifier, to stage: SheetInProgress.Stage) {
        sheets[id]?.stage = stage
    }

    mutating func remove(_ id: AuthorizationIdentifier) {
        sheets[id] = nil
    }

    /// Sends the sheets on which a person was chosen back to the choice.
    mutating func remove(_ person: PersonIdentifier) {
        for (id, sheet) in sheets where sheet.person == person { sheets[id]?.stage = .choosing }
    }

    func codes(for person: PersonIdentifier, now: Date) -> [TwoFactorCode] {
        sheets.values.compactMap { sheet in
            guard case .provingDevice(let challenge) = sheet.stage, challenge.person == person, challenge.attemptsLeft > 0,
                now < challenge.expiresAt, now < sheet.expiresAt
            else { return nil }
            return TwoFactorCode(
                code: challenge.code, authorization: sheet.id, appName: sheet.appName, expiresAt: challenge.expiresAt)
        }
        .sorted { ($0.expiresAt, $0.authorization) < ($1.expiresAt, $1.authorization) }
    }
}
