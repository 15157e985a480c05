internal import JSONText

extension JSONDocument {
    /// The payload of a token as JSON.
    ///
    /// - Throws: ``TokenRefusal/Code/malformedClaims``.
    init(claims payload: [UInt8], limits: JSONLimits = .default) throws(TokenRefusal) {
        do {
            self = try JSONText.parse(payload, limits: limits)
        } catch {
            throw TokenRefusal(
                .malformedClaims, "The token's payload is not JSON: \(error.code.rawValue) at byte \(error.position.offset).")
        }
    }
}

extension JSONNode {
    /// A claim that must be a string.
    func claimString(_ name: String) throws(TokenRefusal) -> String {
        guard let string else { throw TokenRefusal(.malformedClaims, "The claim \(name) is not a string.") }
        return string
    }

    /// A claim that should be a string; `null` and the empty string count as absent.
    func optionalClaimString(_ name: String) throws(TokenRefusal) -> String? {
        guard !isNull else { return nil }
        let string = try claimString(name)
        return string.isEmpty ? nil : string
    }

    /// A claim that must be a time in whole seconds since 1970, after then and before the year 10000. RFC 7519 permits fractions; Apple
    /// sends none, and a number that is not whole is no honest mistake.
    func claimTime(_ name: String) throws(TokenRefusal) -> Int64 {
        guard let seconds = number?.int64, (1...253_402_300_799).contains(seconds) else {
            throw TokenRefusal(.malformedClaims, "The claim \(name) is not a time in whole seconds since 1970.")
        }
        return seconds
    }

    /// A claim that Apple has sent as Boolean and as string; nil where it is neither of `true` and `false`.
    var claimBoolean: Bool? {
        if let boolean { return boolean }
        switch string {
        case "true": return true
        case "false": return false
        default: return nil
        }
    }
}

extension TokenRefusal {
    static let claimsNotAnObject = TokenRefusal(.malformedClaims, "The token's payload is not an object.")

    static func missingClaim(_ name: String) -> TokenRefusal {
        TokenRefusal(.malformedClaims, "The claim \(name) is missing.")
    }
}
