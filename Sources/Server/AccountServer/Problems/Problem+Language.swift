import AccountPages
package import Texts

/// The details of problems in the reader's language.
extension Problem {
    private static let formats = ReaderFormats()

    /// Returns the problem in the language that a client accepts, and the language of its detail.
    ///
    /// - Parameter acceptLanguage: The value of the request's `Accept-Language`.
    package func translated(acceptLanguage: String?) -> (problem: Problem, language: Language) {
        let choice = LanguageChoice(acceptLanguage: acceptLanguage)
        let reader = Self.formats.format(for: choice.reader(configured: .english))
        guard let translated = translated(for: reader) else { return (self, .english) }
        return (translated, reader.language)
    }

    /// Returns the problem with its detail, and the messages of its parts, in a language. Returns nil for a detail for developers,
    /// which is in English only, and in English for a problem that has a detail already.
    package func translated(for reader: ReaderFormat) -> Problem? {
        let reasons: [AccountPages.FormError.Reason] = texts.isEmpty ? code.reasons : texts
        guard reader.language != .english || detail == nil, !reasons.isEmpty else { return nil }
        let sentences = reasons.map { reader.string($0) }
        var translated = self
        translated.detail = sentences.joined(separator: reader.language.separatesSentences ? " " : "")
        if errors.count == sentences.count {
            translated.errors = zip(errors, sentences).map { FieldProblem($0.place, code: $0.code, message: $1) }
        }
        return translated
    }
}

extension ProblemCode {
    /// The text for the user that fits every problem of this kind. Empty for kinds whose text depends on the occurrence
    /// (``Problem/texts``), and for problems that a developer must solve.
    fileprivate var reasons: [AccountPages.FormError.Reason] {
        switch self {
        case .sessionExpired: [.text(.problemSessionExpired)]
        case .reauthenticationRequired: [.text(.problemReauthentication)]
        case .secondFactorEnrolmentRequired: [.text(.noticeTwoFactorRequired)]
        case .factorRejected: [.text(.errorCode)]
        case .challengeRejected: [.text(.problemChallengeExpired)]
        case .lastCredential: [.text(.noticeLastCredential)]
        case .passkeyRejected: [.text(.errorPasskeyRejected)]
        case .passkeyNotRegistered: [.text(.errorPasskeyNotRegistered)]
        case .passkeyTaken: [.text(.errorPasskeyTaken)]
        case .credentialSuspended: [.text(.errorCredentialSuspended)]
        case .accountLocked: [.text(.problemAccountLocked)]
        case .appleUnavailable: [.text(.problemAppleUnavailable)]
        case .appleIdentityTaken: [.text(.noticeAppleTaken)]
        case .appleAlreadyLinked: [.text(.noticeAppleAlreadyLinked)]
        case .emailAddressMalformed: [.message(.errorUserNameAddress(example: "anna@example.com"))]
        case .emailAddressTaken: [.text(.noticeAddressTaken)]
        case .emailCodeRejected: [.text(.codeSignInExpired)]
        case .recoveryExpired: [.text(.resetExpired)]
        case .recoveryUnavailable: [.text(.problemRecoveryUnavailable)]

        // The occurrence has the texts.
        case .invalidCredentials, .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed,
            .usernameMalformedAddress, .usernameReserved, .passwordTooShort, .passwordTooLong, .passwordContainsNull,
            .passwordRules, .passwordCommon, .passwordContainsUserName, .passwordContainsContextWord, .passwordWeak,
            .passwordLeaked, .passwordUnchanged, .conflict, .notFound, .tooManyRequests, .overloaded:
            []
        // Pages have forms, and show their own texts.
        case .formTokenInvalid: []
        // The app's developer must solve these, or the app responds to them itself.
        case .badRequest, .malformedJSON, .malformedForm, .invalidFields, .unauthenticated, .forbidden, .methodNotAllowed,
            .notAcceptable, .requestTimeout, .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType,
            .headerFieldsTooLarge, .internalError, .languageNotOffered, .timeZoneUnknown, .additionalAuthenticationRequired,
            .attestationRejected, .attestationRequired, .appleTokenRejected:
            []
        }
    }
}

extension ReaderFormat {
    fileprivate func string(_ reason: AccountPages.FormError.Reason) -> String {
        switch reason {
        case .text(let text): Catalogs.accountPages.string(text, for: self)
        case .message(let message): Catalogs.accountPages.string(message, for: self)
        case .english(let sentence): sentence
        }
    }
}

extension Language {
    /// Whether a space separates sentences.
    fileprivate var separatesSentences: Bool { ![.simplifiedChinese, .traditionalChinese, .japanese].contains(self) }
}
