internal import FoundationEssentials

/// What may be wrong when Apple refuses. Apple says little, so that this rests on what the request was and what this machine knows.
public enum RefusalDiagnosis {
    /// The causes that fit, the likeliest first; never none.
    ///
    /// - Parameters:
    ///   - appleDescription: the `error_description`, if any.
    ///   - facts: what is known about the request.
    public static func causes(of refusal: AppleRefusal, appleDescription: String?, facts: RefusalFacts) -> [RefusalCause] {
        let meaning = appleDescription.map(KnownDescription.init) ?? .unknown
        let causes: [RefusalCause]
        switch refusal {
        case .invalidClient: causes = clientCauses(facts)
        case .invalidGrant: causes = grantCauses(meaning, facts)
        case .invalidRequest: causes = requestCauses(meaning, facts)
        case .unauthorizedClient: causes = authorizationCauses(facts)
        case .unsupportedGrantType: causes = [.protocolDiffers("grant type")]
        case .invalidScope: causes = [.protocolDiffers("scope")]
        case .other: causes = [.unknownRefusal]
        }
        // What is known for certain leaves no room for what merely fits.
        let isKnown = causes.contains { $0.certainty == .certain }
        return ordered(causes.filter { !isKnown || $0.certainty > .possible })
    }

    /// The likeliest first; equally likely ones in the order given, each kind once.
    static func ordered(_ causes: [RefusalCause]) -> [RefusalCause] {
        var seen: Set<RefusalCause.Code> = []
        return RefusalCause.Certainty.allCases.reversed().flatMap { certainty in causes.filter { $0.certainty == certainty } }
            .filter { seen.insert($0.code).inserted }
    }

    private static func clientCauses(_ facts: RefusalFacts) -> [RefusalCause] {
        var causes: [RefusalCause] = []
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

    /// A difference of clocks; certain where it alone makes the secret one that Apple cannot take.
    private static func clockCause(_ facts: RefusalFacts) -> RefusalCause? {
        guard let appleTime = facts.appleTime else { return nil }
        let difference = facts.now.timeIntervalSince(appleTime)
        guard difference.magnitude > tolerance, difference.isFinite else { return nil }
        let isFatal =
            (facts.secretExpiresAt.map { $0 <= appleTime } ?? false)
            || (facts.secretIssuedAt.map { $0 > appleTime.addingTimeInterval(tolerance) } ?? false)
        return .clockDiffers(by: difference, isFatal ? .certain : .possible)
    }

    private static func grantCauses(_ meaning: KnownDescription, _ facts: RefusalFacts) -> [RefusalCause] {
        guard facts.operation == nil || facts.operation == .exchange else {
            let isSaid = meaning == .tokenExpired || meaning == .consentRevoked
            return [
                .consentEnded(isSaid ? .certain : .likely),
                .tokenOfOtherClient(facts.client, meaning == .otherClient ? .certain : .possible),
            ]
        }
        let age = facts.codeReceivedAt.map { facts.now.timeIntervalSince($0) }
        let isOld = age.map { $0 >= codeLifetime } ?? false
        var causes: [RefusalCause] = [
            .codeExpired(isOld ? .certain : meaning == .codeExpired ? .likely : .possible),
            .codeUsed(meaning == .codeUsed ? .certain : meaning == .codeExpired && !isOld ? .likely : .possible),
        ]
        causes += redirectCauses(facts.codeOrigin, isSaid: meaning == .otherRedirectURI)
        causes.append(.codeOfOtherClient(facts.client, meaning == .otherClient ? .certain : .possible))
        if facts.operation == nil { causes.append(.consentEnded(meaning == .tokenExpired ? .certain : .possible)) }
        return causes
    }

    private static func redirectCauses(_ origin: CodeOrigin?, isSaid: Bool) -> [RefusalCause] {
        // One that was sent may be another one, or one too many: Apple says the same to both.
        let certainty: RefusalCause.Certainty = isSaid ? .likely : .possible
        switch origin {
        case .native: return [.redirectURILeftOut(isSaid ? .certain : .possible)]
        case .web: return [.redirectURIDiffers(certainty), .redirectURISentNatively(certainty)]
        case nil: return [.redirectURISentNatively(certainty), .redirectURIDiffers(certainty), .redirectURILeftOut(certainty)]
        }
    }

    private static func requestCauses(_ meaning: KnownDescription, _ facts: RefusalFacts) -> [RefusalCause] {
        var causes: [RefusalCause] = []
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

    private static func authorizationCauses(_ facts: RefusalFacts) -> [RefusalCause] {
        let isAuthorization = facts.operation == nil
        return [.redirectURINotRegistered(isAuthorization ? .likely : .possible), .clientNotAllowed(facts.client)]
    }

    /// Five minutes, after which Apple forgets a code.
    private static let codeLifetime: TimeInterval = 300
    /// By how many seconds clocks may differ without a word.
    private static let tolerance: TimeInterval = 60
}
