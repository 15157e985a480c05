import AppTexts
import DeviceScreens
import MotivationCatalogs

/// The texts of the app. Each raw value is a key of the catalogs in `MotivationCatalogs`; the tests compare the two.
enum MotivationText: String, CaseIterable {
    case logIn
    case logOut
    case signUp
    case createAccount
    case welcome
    case userName
    case password
    case currentPassword
    case newPassword
    case changePassword
    case change
    case passwordChanged
    case securityCode
    case codeLead
    case code
    case enterCode
    case verify
    case codeVerified
    case codeWrong
    case cancel
    case another
    case wrongCredentials
    case tooManyAttempts
    case unreachable
    case unexpectedStatus
}

extension AppTexts {
    /// The texts of Motivation in the language of the current device.
    static func motivation() -> AppTexts {
        AppTexts(ScreenDevice.language, embedded: { motivation_catalog($0) })
    }

    func callAsFunction(_ text: MotivationText, _ arguments: [String: Argument] = [:]) -> String {
        string(text.rawValue, arguments)
    }
}
