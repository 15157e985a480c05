import AccountPageCatalogs
package import Texts

/// What pages say, by the keys of the catalogs in `AccountPageCatalogs`. The tests compare both.
package enum PageText: String, CatalogText, CaseIterable {
    case signIn
    case signInAgain
    case createNewAccount
    case goToAccount
    case signedOutTitle
    case signedOutLead
    case accountDeletedTitle
    case accountDeletedLead
    case accountDeletedRevokeLead
    case newPasswordSetTitle
    case newPasswordSetLead
    case deadLinkTitle
    case deadLinkLead
    case badRequestTitle
    case badRequestAdvice
    case forbiddenTitle
    case forbiddenAdvice
    case notFoundTitle
    case notFoundAdvice
    case methodNotAllowedTitle
    case methodNotAllowedAdvice
    case contentTooLargeTitle
    case contentTooLargeAdvice
    case unsupportedMediaTypeTitle
    case unsupportedMediaTypeAdvice
    case tooManyRequestsTitle
    case tooManyRequestsAdvice
    case internalErrorTitle
    case internalErrorAdvice
    case unavailableTitle
    case unavailableAdvice
}

/// What pages say about numbers.
package enum PageMessage: CatalogText {
    case retryInSeconds(count: Int)
    case retryInMinutes(count: Int)
    case retryInHours(count: Int)
    /// The number of the error; the identifier of the request follows.
    case errorReference(status: Int)

    package var key: String {
        switch self {
        case .retryInSeconds: "retryInSeconds"
        case .retryInMinutes: "retryInMinutes"
        case .retryInHours: "retryInHours"
        case .errorReference: "errorReference"
        }
    }

    package var arguments: [String: TextArgument] {
        switch self {
        case .retryInSeconds(let count), .retryInMinutes(let count), .retryInHours(let count): ["count": .number(count)]
        // The status is the name of the error, with the digits of the standard in every language.
        case .errorReference(let status): ["status": .words(String(status))]
        }
    }

    /// Each message once.
    package static let samples: [PageMessage] = [
        .retryInSeconds(count: 1), .retryInMinutes(count: 1), .retryInHours(count: 1), .errorReference(status: 404),
    ]
}

extension Catalogs {
    /// The catalogs of the pages.
    package static let accountPages: Catalogs = {
        do {
            return try Catalogs { account_page_catalog($0.tag).map { String(cString: $0) } }
        } catch {
            // The files are part of the program, and the tests read each of them.
            preconditionFailure("\(error)")
        }
    }()
}

extension Site {
    /// Returns a text in the reader's language.
    func text(_ text: PageText) -> String { Catalogs.accountPages.string(text, for: format) }

    /// Returns a text with a number, in the reader's language and digits.
    func text(_ message: PageMessage) -> String { Catalogs.accountPages.string(message, for: format) }
}
