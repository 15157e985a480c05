import AppTexts
import Hummingbird
import MotivationServerCatalogs

/// The texts of the server. Each raw value is a key of the catalogs in `MotivationServerCatalogs`; the tests compare the two.
enum MotivationServerText: String, CaseIterable {
    case firstVersion
    case finishToday
    case smallSteps
    case itWorked
    case writtenDown
    case rest
    case askEarly
    case harderThings
    case codeMessage
    case codeWrong
    case messageNotSent
    case somethingWrong
}

extension AppTexts {
    /// The texts in the language that the client of a request accepts.
    static func motivation(for request: Request) -> AppTexts {
        AppTexts(request.headers[.acceptLanguage], embedded: { motivation_server_catalog($0) })
    }

    func callAsFunction(_ text: MotivationServerText, _ arguments: [String: Argument] = [:]) -> String {
        string(text.rawValue, arguments)
    }
}

extension Response {
    /// Names the language of the text in the body, and the request's header field that it depends on.
    mutating func setLanguage(_ tag: String) {
        headers[.contentLanguage] = tag
        headers[.vary] = "Accept-Language"
    }
}

/// A failure that the user can act on.
struct MotivationError: Error {
    let status: HTTPResponse.Status
    let text: MotivationServerText
}
