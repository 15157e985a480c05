/// The declared content of a field: `autocomplete` in HTML, `textContentType` in an app.
package enum DeclaredContent: String, Hashable, Sendable {
    case username, email
    case currentPassword = "current-password"
    case newPassword = "new-password"
    /// `password` of `textContentType`, which may be a current or a new password.
    case password
    case oneTimeCode = "one-time-code"
    /// A known purpose other than these, such as a telephone number, a card or a name.
    case other

    /// Parses an `autocomplete` attribute (HTML standard, 4.10.18.7). The last token that names a field decides. Preceding tokens
    /// (section, shipping, billing, home, work) and a following `webauthn` are ignored. Returns nil for `on`, `off` and unknown
    /// tokens.
    package init?(autocomplete: String) {
        for token in autocomplete.lowercased().split(whereSeparator: \.isWhitespace).reversed() where token != "webauthn" {
            if let known = DeclaredContent(rawValue: String(token)), known != .password, known != .other {
                self = known
                return
            }
            guard Self.otherTokens.contains(String(token)) else { return nil }
            self = .other
            return
        }
        return nil
    }

    /// Parses the name of a constant of `UITextContentType` or `NSTextContentType`. Returns nil for an unknown name.
    package init?(textContentType: String) {
        switch textContentType {
        case "username": self = .username
        case "emailAddress": self = .email
        case "password": self = .password
        case "newPassword": self = .newPassword
        case "oneTimeCode": self = .oneTimeCode
        default:
            guard Self.otherContentTypes.contains(textContentType) else { return nil }
            self = .other
        }
    }

    private static let otherTokens = Set(
        """
        name honorific-prefix given-name additional-name family-name honorific-suffix nickname organization-title organization \
        street-address address-line1 address-line2 address-line3 address-level4 address-level3 address-level2 address-level1 country \
        country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc \
        cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo tel tel-country-code \
        tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension impp
        """.split(separator: " ").map(String.init))

    private static let otherContentTypes = Set(
        """
        name namePrefix givenName middleName familyName nameSuffix nickname jobTitle organizationName location fullStreetAddress \
        streetAddressLine1 streetAddressLine2 addressCity addressState addressCityAndState sublocality countryName postalCode \
        telephoneNumber URL creditCardNumber creditCardExpiration creditCardExpirationMonth creditCardExpirationYear \
        creditCardSecurityCode creditCardType creditCardName creditCardGivenName creditCardMiddleName creditCardFamilyName birthdate \
        birthdateDay birthdateMonth birthdateYear dateTime flightNumber shipmentTrackingNumber cellularEID cellularIMEI
        """.split(separator: " ").map(String.init))
}
