/// A step of the guided tour: the story of "What to try" in `docs/device.md`, on the phones of `latchkey dev`. Every order of the steps
/// works.
package enum TourStep: String, CaseIterable, Sendable {
    case hiddenAddress = "hidden-address"
    case staysSignedIn = "stays-signed-in"
    case stopUsing = "stop-using"
    case strongPassword = "strong-password"
    case autoFill = "autofill"
    case someoneElse = "someone-else"
    case messageCode = "message-code"
    case otherPhone = "other-phone"
    case passkey
    case passkeyOnOtherPhone = "passkey-on-other-phone"
    case passkeyRemoved = "passkey-removed"
    case strongerPassword = "stronger-password"
    case signInWithApple = "sign-in-with-apple"

    var text: PhoneText {
        switch self {
        case .hiddenAddress: .tourHiddenAddress
        case .staysSignedIn: .tourStaysSignedIn
        case .stopUsing: .tourStopUsing
        case .strongPassword: .tourStrongPassword
        case .autoFill: .tourAutoFill
        case .someoneElse: .tourSomeoneElse
        case .messageCode: .tourMessageCode
        case .otherPhone: .tourOtherPhone
        case .passkey: .tourPasskey
        case .passkeyOnOtherPhone: .tourPasskeyOnOtherPhone
        case .passkeyRemoved: .tourPasskeyRemoved
        case .strongerPassword: .tourStrongerPassword
        case .signInWithApple: .tourSignInWithApple
        }
    }
}
