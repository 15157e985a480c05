/// What the author of a field declares it to be: `autocomplete` in HTML, `textContentType` in an app.
package enum DeclaredContent: String, Hashable, Sendable {
    case username, email
    case currentPassword = "current-password"
    case newPassword = "new-password"
    /// `password` of `textContentType`, which does not say which.
    case password
    case oneTimeCode = "one-time-code"
    /// A known purpose that is none of these, such as a telephone number, a card or a name.
    case other

    /// Reads an `autocomplete` attribute (HTML standard, 4.10.18.7): the last token that names a field decides; what stands before it
    /// (section, shipping, billing, home, work) and `webauthn` after it do not matter. Nil for `on`, `off`, and what is no such token.
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

    /// Reads Apple's value of `UITextContentType` or `NSTextContentType`, by the name of its constant. Nil for one that is not known.
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
