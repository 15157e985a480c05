import FoundationEssentials

/// Codes, used ones included so that a second use can be told from an invention.
struct CodeLedger: Sendable, Codable {
    private var codes: [String: AuthorizationCode] = [:]

    subscript(_ code: String) -> AuthorizationCode? { codes[code] }

    mutating func add(_ code: String, _ record: AuthorizationCode) {
        if codes.count >= ServiceLimits.codes {
            let day = record.issuedAt.addingTimeInterval(-86_400)
            codes = codes.filter { $0.value.issuedAt > day }
            if codes.count >= ServiceLimits.codes, let oldest = codes.min(by: { $0.value.issuedAt < $1.value.issuedAt }) {
                codes[oldest.key] = nil
            }
        }
        codes[code] = record
    }

    mutating func use(_ code: String, at now: Date) {
        codes[code]?.usedAt = now
    }

    mutating func remove(where isGone: (AuthorizationCode) -> Bool) {
        codes = codes.filter { !isGone($0.value) }
    }
}
