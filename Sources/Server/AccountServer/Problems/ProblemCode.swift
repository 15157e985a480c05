package import HTTPTypes

/// The kinds of problems. The raw values are stable, because clients depend on them.
package enum ProblemCode: String, CaseIterable, Hashable, Sendable {
    // HTTP
    case badRequest = "bad-request"
    case malformedJSON = "malformed-json"
    case malformedForm = "malformed-form"
    case invalidFields = "invalid-fields"
    case unauthenticated = "unauthenticated"
    case forbidden = "forbidden"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"
    case requestTimeout = "request-timeout"
    case conflict = "conflict"
    case preconditionFailed = "precondition-failed"
    case contentTooLarge = "content-too-large"
    case uriTooLong = "uri-too-long"
    case unsupportedMediaType = "unsupported-media-type"
    case tooManyRequests = "too-many-requests"
    case headerFieldsTooLarge = "header-fields-too-large"
    case internalError = "internal"
    case overloaded = "overloaded"

    // Accounts
    case invalidCredentials = "invalid-credentials"
    case sessionExpired = "session-expired"
    case reauthenticationRequired = "reauthentication-required"
    case accountLocked = "account-locked"
    case formTokenInvalid = "form-token-invalid"
    case usernameTaken = "username-taken"
    case usernameTooShort = "username-too-short"
    case usernameTooLong = "username-too-long"
    case usernameCharacterNotAllowed = "username-character-not-allowed"
    case usernameMalformedAddress = "username-malformed-address"
    case usernameReserved = "username-reserved"
    case languageNotOffered = "language-not-offered"
    case timeZoneUnknown = "time-zone-unknown"
    case passwordTooShort = "password-too-short"
    case passwordTooLong = "password-too-long"
    case passwordContainsNull = "password-contains-null"
    case passwordRules = "password-rules"
    case passwordCommon = "password-common"
    case passwordContainsUserName = "password-contains-user-name"
    case passwordContainsContextWord = "password-contains-context-word"
    case passwordWeak = "password-weak"
    case passwordLeaked = "password-leaked"
    case passwordUnchanged = "password-unchanged"
    case lastCredential = "last-credential"
    /// The spelling that clients of account upgrades expect.
    case additionalAuthenticationRequired = "additional_authentication_required"
    case secondFactorEnrolmentRequired = "second-factor-enrolment-required"
    case factorRejected = "factor-rejected"
    case attestationRejected = "attestation-rejected"
    case attestationRequired = "attestation-required"

    // Passkeys
    case passkeyRejected = "passkey-rejected"
    case passkeyNotRegistered = "passkey-not-registered"
    case passkeyTaken = "passkey-taken"
    case credentialSuspended = "credential-suspended"

    // Sign in with Apple
    case challengeRejected = "challenge-rejected"
    case appleTokenRejected = "apple-token-rejected"
    case appleUnavailable = "apple-unavailable"
    case appleIdentityTaken = "apple-identity-taken"
    case appleAlreadyLinked = "apple-already-linked"

    // E-mail addresses
    case emailAddressMalformed = "email-address-malformed"
    case emailAddressTaken = "email-address-taken"
    case emailCodeRejected = "email-code-rejected"

    // Account recovery
    case recoveryExpired = "recovery-expired"
    case recoveryUnavailable = "recovery-unavailable"
}

extension ProblemCode {
    /// The member `type` of a problem document: `urn:latchkey:problem:` and the code.
    ///
    /// A URN is the same in every deployment. A URL would depend on the public origin or on a site that this project does not run
    /// (RFC 9457, section 3.1.1, requires a stable identifier, not a page).
    package var type: String { "urn:latchkey:problem:\(rawValue)" }

    /// The status of the response.
    package var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .malformedJSON, .malformedForm, .invalidFields: .badRequest
        case .unauthenticated, .invalidCredentials, .sessionExpired, .challengeRejected, .appleTokenRejected,
            .additionalAuthenticationRequired,
            .factorRejected, .passkeyRejected, .recoveryExpired:
            .unauthorized
        case .forbidden, .reauthenticationRequired, .formTokenInvalid, .secondFactorEnrolmentRequired, .credentialSuspended,
            .accountLocked:
            .forbidden
        case .notFound, .recoveryUnavailable: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .requestTimeout: .requestTimeout
        case .conflict, .usernameTaken, .lastCredential, .appleIdentityTaken, .appleAlreadyLinked, .passkeyTaken,
            .emailAddressTaken:
            .conflict
        case .preconditionFailed: .preconditionFailed
        case .contentTooLarge: .contentTooLarge
        case .uriTooLong: .uriTooLong
        case .unsupportedMediaType: .unsupportedMediaType
        case .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress, .usernameReserved,
            .languageNotOffered, .timeZoneUnknown, .passwordTooShort, .passwordTooLong, .passwordContainsNull, .passwordRules,
            .passwordCommon, .passwordContainsUserName,
            .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .passwordUnchanged, .attestationRejected,
            .attestationRequired, .passkeyNotRegistered, .emailAddressMalformed, .emailCodeRejected:
            .unprocessableContent
        case .tooManyRequests: .tooManyRequests
        case .headerFieldsTooLarge: .requestHeaderFieldsTooLarge
        case .internalError: .internalServerError
        case .overloaded, .appleUnavailable: .serviceUnavailable
        }
    }

    /// The member `title`: a short description of the kind, the same for each occurrence.
    package var title: String {
        switch self {
        case .badRequest: "The request is malformed"
        case .malformedJSON: "The JSON body is malformed"
        case .malformedForm: "The form is malformed"
        case .invalidFields: "Some fields are invalid"
        case .unauthenticated: "Authentication is required"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .notAcceptable: "No acceptable representation"
        case .requestTimeout: "The request took too long to arrive"
        case .conflict: "The request conflicts with the current state"
        case .preconditionFailed: "Precondition failed"
        case .contentTooLarge: "The body is too large"
        case .uriTooLong: "The URL is too long"
        case .unsupportedMediaType: "Unsupported media type"
        case .tooManyRequests: "Too many requests"
        case .headerFieldsTooLarge: "The header is too large"
        case .internalError: "Internal error"
        case .overloaded: "The server is overloaded"
        case .invalidCredentials: "User name or password is wrong"
        case .sessionExpired: "The session has ended"
        case .reauthenticationRequired: "Sign in again to continue"
        case .accountLocked: "The account is locked"
        case .formTokenInvalid: "The form has expired"
        case .usernameTaken: "The user name is taken"
        case .usernameTooShort: "The user name is too short"
        case .usernameTooLong: "The user name is too long"
        case .usernameCharacterNotAllowed: "The user name contains a character that is not allowed"
        case .usernameMalformedAddress: "The user name is not a complete e-mail address"
        case .usernameReserved: "The user name is reserved"
        case .languageNotOffered: "The language is not offered"
        case .timeZoneUnknown: "The time zone is unknown"
        case .passwordTooShort: "The password is too short"
        case .passwordTooLong: "The password is too long"
        case .passwordContainsNull: "The password contains a null character"
        case .passwordRules: "The password does not satisfy the rules"
        case .passwordCommon: "The password is too common"
        case .passwordContainsUserName: "The password contains the user name"
        case .passwordContainsContextWord: "The password contains a word of this service"
        case .passwordWeak: "The password is easy to guess"
        case .passwordLeaked: "The password has leaked"
        case .passwordUnchanged: "The new password is the current password"
        case .lastCredential: "This is the account's only credential"
        case .additionalAuthenticationRequired: "A second factor is required"
        case .secondFactorEnrolmentRequired: "The account requires a second factor"
        case .factorRejected: "The second factor is wrong"
        case .attestationRejected: "The attestation is invalid"
        case .attestationRequired: "The key requires an attestation"
        case .passkeyRejected: "The passkey is invalid"
        case .passkeyNotRegistered: "The new passkey is invalid"
        case .passkeyTaken: "The passkey is already registered"
        case .credentialSuspended: "The credential is suspended"
        case .challengeRejected: "The challenge is no longer valid"
        case .appleTokenRejected: "Apple's credential is invalid"
        case .appleUnavailable: "Apple is unavailable"
        case .appleIdentityTaken: "The Apple identity belongs to another account"
        case .appleAlreadyLinked: "The account has the maximum number of Apple identities"
        case .emailAddressMalformed: "The e-mail address is malformed"
        case .emailAddressTaken: "The e-mail address belongs to another account"
        case .emailCodeRejected: "The code is wrong or no longer valid"
        case .recoveryExpired: "The recovery has ended"
        case .recoveryUnavailable: "This server sends no mail, so it cannot recover accounts"
        }
    }
}
