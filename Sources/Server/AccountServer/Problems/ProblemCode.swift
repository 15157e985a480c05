package import HTTPTypes

/// Every kind of problem the server answers with. The raw values are stable: clients decide by them.
package enum ProblemCode: String, CaseIterable, Hashable, Sendable {
    // What HTTP itself can go wrong with
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

    // What the account domain refuses
    case invalidCredentials = "invalid-credentials"
    case sessionExpired = "session-expired"
    case reauthenticationRequired = "reauthentication-required"
    case formTokenInvalid = "form-token-invalid"
    case usernameTaken = "username-taken"
    case usernameTooShort = "username-too-short"
    case usernameTooLong = "username-too-long"
    case usernameCharacterNotAllowed = "username-character-not-allowed"
    case usernameMalformedAddress = "username-malformed-address"
    case usernameReserved = "username-reserved"
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
    /// Spelled as clients of account upgrades know it.
    case additionalAuthenticationRequired = "additional_authentication_required"
    case secondFactorEnrolmentRequired = "second-factor-enrolment-required"
    case factorRefused = "factor-refused"
    case attestationRefused = "attestation-refused"
    case attestationRequired = "attestation-required"

    // What Sign in with Apple refuses
    case challengeRefused = "challenge-refused"
    case appleTokenRefused = "apple-token-refused"
    case appleUnavailable = "apple-unavailable"
    case appleIdentityTaken = "apple-identity-taken"
    case appleAlreadyLinked = "apple-already-linked"
}

extension ProblemCode {
    /// What the member `type` of a problem document holds: `urn:latchkey:problem:` and the code.
    ///
    /// A URN says the same wherever the server is deployed; an address would differ with the public origin, or would have to
    /// point at a site that this project does not run (RFC 9457 section 3.1.1 asks for a stable identifier, not for a page).
    package var type: String { "urn:latchkey:problem:\(rawValue)" }

    /// The status of the answer.
    package var status: HTTPResponse.Status {
        switch self {
        case .badRequest, .malformedJSON, .malformedForm, .invalidFields: .badRequest
        case .unauthenticated, .invalidCredentials, .sessionExpired, .challengeRefused, .appleTokenRefused,
            .additionalAuthenticationRequired,
            .factorRefused:
            .unauthorized
        case .forbidden, .reauthenticationRequired, .formTokenInvalid, .secondFactorEnrolmentRequired: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .notAcceptable: .notAcceptable
        case .requestTimeout: .requestTimeout
        case .conflict, .usernameTaken, .lastCredential, .appleIdentityTaken, .appleAlreadyLinked: .conflict
        case .preconditionFailed: .preconditionFailed
        case .contentTooLarge: .contentTooLarge
        case .uriTooLong: .uriTooLong
        case .unsupportedMediaType: .unsupportedMediaType
        case .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress, .usernameReserved,
            .passwordTooShort, .passwordTooLong, .passwordContainsNull, .passwordRules, .passwordCommon, .passwordContainsUserName,
            .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .passwordUnchanged, .attestationRefused,
            .attestationRequired:
            .unprocessableContent
        case .tooManyRequests: .tooManyRequests
        case .headerFieldsTooLarge: .requestHeaderFieldsTooLarge
        case .internalError: .internalServerError
        case .overloaded, .appleUnavailable: .serviceUnavailable
        }
    }

    /// The member `title`: the kind of problem in a few words, the same for each occurrence.
    package var title: String {
        switch self {
        case .badRequest: "The request is malformed"
        case .malformedJSON: "The body is not the JSON expected here"
        case .malformedForm: "The form is malformed"
        case .invalidFields: "Some fields are not accepted"
        case .unauthenticated: "Authentication is required"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "The method is not offered here"
        case .notAcceptable: "No acceptable representation"
        case .requestTimeout: "The request took too long to arrive"
        case .conflict: "The request conflicts with the current state"
        case .preconditionFailed: "A precondition does not hold"
        case .contentTooLarge: "The body is too large"
        case .uriTooLong: "The address is too long"
        case .unsupportedMediaType: "The media type is not accepted here"
        case .tooManyRequests: "Too many requests"
        case .headerFieldsTooLarge: "The header is too large"
        case .internalError: "Internal error"
        case .overloaded: "The server is overloaded"
        case .invalidCredentials: "User name or password is wrong"
        case .sessionExpired: "The session has ended"
        case .reauthenticationRequired: "Sign in again to continue"
        case .formTokenInvalid: "The form has expired"
        case .usernameTaken: "The user name is taken"
        case .usernameTooShort: "The user name is too short"
        case .usernameTooLong: "The user name is too long"
        case .usernameCharacterNotAllowed: "The user name contains a character that is not allowed"
        case .usernameMalformedAddress: "The user name is not a complete e-mail address"
        case .usernameReserved: "The user name is reserved"
        case .passwordTooShort: "The password is too short"
        case .passwordTooLong: "The password is too long"
        case .passwordContainsNull: "The password contains a null character"
        case .passwordRules: "The password breaks a rule"
        case .passwordCommon: "The password is too common"
        case .passwordContainsUserName: "The password contains the user name"
        case .passwordContainsContextWord: "The password contains a word of this service"
        case .passwordWeak: "The password is easy to guess"
        case .passwordLeaked: "The password has leaked"
        case .passwordUnchanged: "The password is the one in use"
        case .lastCredential: "It is the only way to sign in to the account"
        case .additionalAuthenticationRequired: "A second factor is required"
        case .secondFactorEnrolmentRequired: "The account requires a second factor"
        case .factorRefused: "The second factor is wrong"
        case .attestationRefused: "The statement about the key does not hold"
        case .attestationRequired: "The key needs a statement of its device"
        case .challengeRefused: "The challenge cannot be answered any more"
        case .appleTokenRefused: "Apple does not vouch for this"
        case .appleUnavailable: "Apple cannot be asked"
        case .appleIdentityTaken: "The Apple identity belongs to another account"
        case .appleAlreadyLinked: "The account has as many Apple identities as it may have"
        }
    }
}
