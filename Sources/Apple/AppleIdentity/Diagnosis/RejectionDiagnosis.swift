public import FoundationEssentials

/// Finds likely causes when Apple rejects a request. Apple's errors say little, so it also uses the request and local facts.
public enum RejectionDiagnosis {
    /// Returns the causes that match, most likely first. Never empty.
    ///
    /// - Parameters:
    ///   - appleDescription: the `error_description`, if any.
    ///   - facts: the known facts about the request.
    public static func causes(of rejection: AppleErrorCode, appleDescription: String?, facts: RejectionFacts) -> [RejectionCause] {
        let meaning = appleDescription.map(KnownDescription.init) ?? .unknown
        let causes: [RejectionCause]
        switch rejection.documented {
        case .invalidClient: causes = clientCauses(facts)
        case .invalidGrant: causes = grantCauses(meaning, facts)
        case .invalidRequest: causes = requestCauses(meaning, facts)
        case .unauthorizedClient: causes = authorizationCauses(facts)
        case .unsupportedGrantType: causes = [.protocolDiffers("grant type")]
        case .invalidScope: causes = [.protocolDiffers("scope")]
        case nil: causes = [.unknownRejection]
        }
        // A certain cause excludes merely possible ones.
        let isKnown = causes.contains { $0.certainty == .certain }
        return ordered(causes.filter { !isKnown || $0.certainty > .possible })
    }

    /// Sorts by certainty, keeps the given order among equals, and keeps the first of each kind.
    static func ordered(_ causes: [RejectionCause]) -> [RejectionCause] {
        var seen: Set<RejectionCause.Code> = []
        return RejectionCause.Certainty.allCases.reversed().flatMap { certainty in causes.filter { $0.certainty == certainty } }
            .filter { seen.insert($0.code).inserted }
    }

    private static func clientCauses(_ facts: RejectionFacts) -> [RejectionCause] {
        var causes: [RejectionCause] = []
        if let clock = clockCause(facts) { causes.append(clock) }
        if let expiresAt = facts.secretExpiresAt {
            if expiresAt <= facts.now { causes.append(.secretExpired) }
            let lifetime = expiresAt.timeIntervalSince(facts.appleTime ?? facts.now)
            if lifetime > TimeInterval(ClientSecretLifetime.maximum.seconds) { causes.append(.secretLivesTooLong) }
        }
        causes.append(.keyUnknown(facts.keyID, facts.team))
        causes.append(.teamDiffers(facts.team))
        causes.append(.clientUnknown(facts.client))
        causes.append(.keyNotForClient)
        return causes
    }

    /// Returns the clock difference as a cause. It is certain if it alone makes the secret invalid.
    private static func clockCause(_ facts: RejectionFacts) -> RejectionCause? {
        guard let appleTime = facts.appleTime else { return nil }
        let difference = facts.now.timeIntervalSince(appleTime)
        guard difference.magnitude > tolerance, difference.isFinite else { return nil }
        let isFatal =
            (facts.secretExpiresAt.map { $0 <= appleTime } ?? false)
            || (facts.secretIssuedAt.map { $0 > appleTime.addingTimeInterval(tolerance) } ?? false)
        return .clockDiffers(by: difference, isFatal ? .certain : .possible)
    }

    private static func grantCauses(_ meaning: KnownDescription, _ facts: RejectionFacts) -> [RejectionCause] {
        guard facts.operation == nil || facts.operation == .exchange else {
            let isReported = meaning == .tokenExpired || meaning == .consentRevoked
            return [
                .consentEnded(isReported ? .certain : .likely),
                .tokenOfOtherClient(facts.client, meaning == .otherClient ? .certain : .possible),
            ]
        }
        let age = facts.codeReceivedAt.map { facts.now.timeIntervalSince($0) }
        let isOld = age.map { $0 >= codeLifetime } ?? false
        var causes: [RejectionCause] = [
            .codeExpired(isOld ? .certain : meaning == .codeExpired ? .likely : .possible),
            .codeUsed(meaning == .codeUsed ? .certain : meaning == .codeExpired && !isOld ? .likely : .possible),
        ]
        causes += redirectCauses(facts.codeOrigin, isReported: meaning == .otherRedirectURI)
        causes.append(.codeOfOtherClient(facts.client, meaning == .otherClient ? .certain : .possible))
        if facts.operation == nil { causes.append(.consentEnded(meaning == .tokenExpired ? .certain : .possible)) }
        return causes
    }

    private static func redirectCauses(_ origin: CodeOrigin?, isReported: Bool) -> [RejectionCause] {
        // A redirect URI may be wrong or superfluous: Apple responds the same to both.
        let certainty: RejectionCause.Certainty = isReported ? .likely : .possible
        switch origin {
        case .native: return [.redirectURILeftOut(isReported ? .certain : .possible)]
        case .web: return [.redirectURIDiffers(certainty), .redirectURISentNatively(certainty)]
        case nil: return [.redirectURISentNatively(certainty), .redirectURIDiffers(certainty), .redirectURILeftOut(certainty)]
        }
    }

    private static func requestCauses(_ meaning: KnownDescription, _ facts: RejectionFacts) -> [RejectionCause] {
        var causes: [RejectionCause] = []
        if meaning == .consentRevoked { causes.append(.consentEnded(.certain)) }
        switch facts.operation {
        case .transferIdentifier, .transferredUser: causes.append(.transferNotOpen)
        case .refresh where meaning != .consentRevoked: causes.append(.consentEnded(.possible))
        case .exchange where facts.codeOrigin == .native: causes.append(.redirectURILeftOut(.likely))
        case .exchange where facts.codeOrigin == nil: causes.append(.redirectURILeftOut(.possible))
        default: break
        }
        return causes + [.requestMalformed]
    }

    private static func authorizationCauses(_ facts: RejectionFacts) -> [RejectionCause] {
        let isAuthorization = facts.operation == nil
        return [.redirectURINotRegistered(isAuthorization ? .likely : .possible), .clientNotAllowed(facts.client)]
    }

    /// Five minutes, the lifetime of a code.
    private static let codeLifetime: TimeInterval = 300
    /// The clock difference, in seconds, up to which it is not reported.
    private static let tolerance: TimeInterval = 60
}

/// The known facts about a request that Apple rejected.
public struct RejectionFacts: Sendable {
    /// The kind of request; nil if unknown.
    public var operation: AppleOperation?
    /// The team of the signing key.
    public var team: TeamID?
    /// The signing key.
    public var keyID: KeyID?
    /// The client of the request.
    public var client: ClientID?
    /// The time when the client secret was created.
    public var secretIssuedAt: Date?
    /// The time when the client secret expires.
    public var secretExpiresAt: Date?
    /// The origin of the code; nil if there is no code or its origin is unknown.
    public var codeOrigin: CodeOrigin?
    /// The time when the code was received.
    public var codeReceivedAt: Date?
    /// The local time.
    public var now: Date
    /// Apple's time, from the `Date` header of the response.
    public var appleTime: Date?

    /// Creates facts. Omitted facts are unknown.
    public init(
        operation: AppleOperation? = nil, team: TeamID? = nil, keyID: KeyID? = nil, client: ClientID? = nil,
        secretIssuedAt: Date? = nil, secretExpiresAt: Date? = nil, codeOrigin: CodeOrigin? = nil, codeReceivedAt: Date? = nil,
        now: Date, appleTime: Date? = nil
    ) {
        self.operation = operation
        self.team = team
        self.keyID = keyID
        self.client = client
        self.secretIssuedAt = secretIssuedAt
        self.secretExpiresAt = secretExpiresAt
        self.codeOrigin = codeOrigin
        self.codeReceivedAt = codeReceivedAt
        self.now = now
        self.appleTime = appleTime
    }
}

/// Known texts of `error_description`, by meaning.
///
/// Apple documents none. They only rank causes, and in one case distinguish revoked consent from a malformed request.
enum KnownDescription: Sendable, Hashable {
    case codeExpired, codeUsed, tokenExpired, otherClient, otherRedirectURI, consentRevoked, unknown

    init(_ text: String) {
        let text = text.lowercased()
        self = Self.beginnings.first { text.hasPrefix($0.text) }?.meaning ?? .unknown
    }

    private static let beginnings: [(text: String, meaning: KnownDescription)] = [
        ("the code has expired or has been revoked", .codeExpired),
        ("the code has already been used", .codeUsed),
        ("the token has expired or has been revoked", .tokenExpired),
        ("client_id mismatch", .otherClient),
        ("redirect_uri mismatch", .otherRedirectURI),
        ("the user has revoked authorization", .consentRevoked),
    ]
}

/// Parses an HTTP date (RFC 9110, section 5.6.7) in the one form that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    /// Returns the time, or nil for any other text.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, bytes[3...4].elementsEqual(", ".utf8), bytes[25...].elementsEqual(" GMT".utf8),
            [7, 11, 16].allSatisfy({ bytes[$0] == UInt8(ascii: " ") }), [19, 22].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }),
            let month = months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
            let day = number(bytes[5..<7]), (1...31).contains(day), let year = number(bytes[12..<16]), year >= 1970,
            let hour = number(bytes[17..<19]), hour < 24, let minute = number(bytes[20..<22]), minute < 60,
            let second = number(bytes[23..<25]), second <= 60
        else { return nil }
        let seconds = (days(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// Returns the days from 1970 to a day of the Gregorian calendar. Months count from 0.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
        let before = year - 1
        let years = (year - 1_970) * 365 + (before / 4 - before / 100 + before / 400) - 477
        return years + daysBefore[month] + (isLeap && month > 1 ? 1 : 0) + day - 1
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
}
