public import FoundationEssentials

/// The state of a sign-in sheet: its contents, and its current step.
public struct AuthorizationSheet: Sendable, Hashable, Identifiable {
    /// The current step.
    public enum Step: Sendable, Hashable {
        /// Choose an account with ``AppleService/chooseAccount(_:in:)``.
        case account([AccountChoice])
        /// Enter the code of a trusted device with ``AppleService/enterCode(_:in:)``.
        case twoFactor(AccountChoice)
        /// Confirm, at the first sign-in with name and address, with ``AppleService/giveConsent(_:in:)``.
        case consent(ConsentForm)
    }

    /// The identifier of the sheet in later steps.
    public let id: AuthorizationIdentifier
    /// The Services ID of the request.
    public let client: ClientID
    /// The name of the app on the sheet.
    public let appName: String
    /// The current step.
    public let step: Step
    /// The time when the sheet expires.
    public let expiresAt: Date
    /// The rules that the emulator's configuration waived. The response must name them.
    public let exceptions: [EmulatorException]
}

/// The result of a step on the sheet.
public enum SheetAnswer: Sendable {
    /// Show the sheet with its next step.
    case sheet(AuthorizationSheet)
    /// Send this response to the return URL; the sheet is closed.
    case respond(AuthorizationResponse)
    /// The step was rejected. Show the sheet again with the reason, or if it is nil, show that it is closed.
    case rejected(SheetRejection, AuthorizationSheet?)
}

/// The result of a request at `/auth/authorize`.
public enum AuthorizeAnswer: Sendable {
    /// Show the sheet.
    case sheet(AuthorizationSheet)
    /// Show the error page. Nothing goes to the return URL.
    case rejected(AppleServiceError)
}

/// The reason why a step on the sheet is rejected.
public struct SheetRejection: Sendable, Hashable, CustomStringConvertible {
    enum Value: String, CaseIterable {
        case gone, wrongStep, unknownAccount, accountLocked, twoFactorNotEnabled, wrongCode
        case codeExpired, unsuitableName, unknownAddress
    }

    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// The raw value.
    public var rawValue: String { value.rawValue }

    /// The raw value.
    public var description: String { rawValue }

    /// The sheet does not exist: it is finished, cancelled or expired, or was never opened.
    public static let gone = SheetRejection(.gone)
    /// The step is not the current one.
    public static let wrongStep = SheetRejection(.wrongStep)
    /// The account does not exist.
    public static let unknownAccount = SheetRejection(.unknownAccount)
    /// The account is locked.
    public static let accountLocked = SheetRejection(.accountLocked)
    /// Sign in with Apple requires two-factor authentication.
    public static let twoFactorNotEnabled = SheetRejection(.twoFactorNotEnabled)
    /// The code is wrong.
    public static let wrongCode = SheetRejection(.wrongCode)
    /// The code was entered wrong five times, or ten minutes passed. Choose the account again for a new code.
    public static let codeExpired = SheetRejection(.codeExpired)
    /// The name has more than 100 bytes or contains control characters.
    public static let unsuitableName = SheetRejection(.unsuitableName)
    /// The account does not have the chosen address.
    public static let unknownAddress = SheetRejection(.unknownAddress)
}

/// An account in the sheet's list.
public struct AccountChoice: Sendable, Hashable, Identifiable {
    /// The account.
    public let id: PersonIdentifier
    /// The first and last name.
    public let name: String
    /// The account's address, if it has one.
    public let email: String?
}

/// A rule of Apple that the settings waive. Responses that depend on it name it.
public enum EmulatorException: String, Sendable, Hashable, Codable, CaseIterable {
    /// The return URL has a loopback host; Apple requires https and a domain. See ``AppleServiceSettings/allowsLoopbackURLs``.
    case loopbackReturnURL = "loopback-return-url"
}

/// The identifier of a sign-in on the sheet: 32 random hexadecimal digits.
public struct AuthorizationIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "an authorization's id must have 32 lower-case hexadecimal digits"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 32, rawValue.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a random identifier.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.hex(32)
    }
}

/// An open sheet.
struct SheetInProgress: Sendable {
    /// The progress of the sign-in. Each stage contains the results of the previous one.
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

    /// The chosen account, if any.
    var person: PersonIdentifier? {
        switch stage {
        case .choosing: nil
        case .provingDevice(let challenge): challenge.person
        case .consenting(let authenticated): authenticated.person
        }
    }
}

/// A code that is shown on the trusted devices of the chosen account.
struct TwoFactorChallenge: Sendable {
    let person: PersonIdentifier
    let code: String
    let expiresAt: Date
    var attemptsLeft = 5
}

/// A user who entered the correct code.
struct AuthenticatedPerson: Sendable {
    let person: PersonIdentifier
    let at: Date
}

/// The open sheets. A sheet expires after thirty minutes. If there are more than 1,000, the oldest is removed.
struct SheetRegister: Sendable {
    static let lifetime: TimeInterval = 1_800
    static let codeLifetime: TimeInterval = 600

    private var sheets: [AuthorizationIdentifier: SheetInProgress] = [:]
    /// The identifiers in the order of creation, including those of closed sheets.
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

    /// Resets the sheets on which the user was chosen to the choice of an account.
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
