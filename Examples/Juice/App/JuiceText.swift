import AppTexts
import DeviceScreens
import JuiceCatalogs

/// The texts of Juice. Each raw value is a key of the catalogs in `JuiceCatalogs`; the tests compare the two.
enum JuiceText: String, CaseIterable {
    case signIn
    case signInLead
    case signUpWithPasskey
    case passkeyUnavailable
    case accountNotCreated
    case signOut
    case serverUnreachable
    case accountCreated
    case welcomeBack
    case passkeyAdded
    case appleFailed
    case credentialTitle
    case credentialLead
    case credentialUser
    case credentialPassword
    case dismiss
    case userIdentifier
    case givenName
    case familyName
    case email
    case userName
    case twoFactorTitle
    case twoFactorRequired
    case turnOnTwoFactor
    case turnOffTwoFactor
    case twoFactorIsOn
    case recoveryCodes
    case recoveryCodesLead
    case useFaceID
    case code
    case codeLead
    case continueButton
    case cancel
    case done
    case ok
    case otherDeviceRequired
    case verificationFailed
    case requestTimedOut
    case signInAgain
    case signInAgainToChange
    case cannotConfirm
    case couldNotConfirm
    case biometryReason
    case deviceKeyName
    case useStrongPassword
    case useSignInWithApple
    case usesStrongPassword
    case usesSignInWithApple
    case notChanged
    case confirmAccount
    case oneMoment
    case savedPasswordRejected
    case passwordChangedElsewhere
    case appleAccountTaken
    case otherAccountQuestion
    case deleteOtherAccount
    case keepOtherAccount
    case otherAppleAccountLinked
    case tooManyAttempts
    case requestRejected
    case forgotPassword
    case resetPassword
    case resetPasswordLead
    case userNameOrEmail
    case sendCode
    case mailedCodeTitle
    case mailedCodeLead
    case sendAnotherCode
    case mailedCodeRejected
    case usePasskey
    case factorsLost
    case beginWait
    case recoveryWaits
    case newPassword
    case newPasswordLead
    case setPassword
    case createPasskey
    case createPasskeyLead
    case passkeyNotCreated
    case newPasswordSet
    case newPasskeyReady
    case devicesSignedOut
    case keptCredentials
    case suspendedCredentials
    case suspendedCredentialsLead
    case appleAccount
    case signInWithPasskey
}

extension AppTexts {
    /// The texts of Juice in the language of the current device.
    static func juice() -> AppTexts {
        AppTexts(ScreenDevice.language, embedded: { juice_catalog($0) })
    }

    func callAsFunction(_ text: JuiceText, _ arguments: [String: Argument] = [:]) -> String {
        string(text.rawValue, arguments)
    }
}
