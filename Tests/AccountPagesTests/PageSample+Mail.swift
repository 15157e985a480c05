import AccountPages
import Texts

extension PageSample {
    /// The pages about e-mail addresses and recoveries.
    static let mail: [PageSample] = recoveries + signIns + addresses

    private static let wrongCode = FormError(field: .code, code: "email-code-rejected", .errorEmailCode)
    private static let moment = DisplayTime(seconds: 1_800_000_000)

    private static let recoveries: [PageSample] = [
        PageSample("sign-in-recovery", SignInPage(offersRecovery: true, formToken: token)),
        PageSample("recovery", RequestCodePage(.recovery, formToken: token)),
        PageSample("recovery-expired", RequestCodePage(.recovery, notice: .expired, formToken: token)),
        PageSample("recovery-code", EmailCodePage(.recovery, formToken: token)),
        PageSample("recovery-code-rejected", EmailCodePage(.recovery, errors: [wrongCode], formToken: token)),
        PageSample(
            "recovery-second-factor",
            SecondFactorPage(.recovery(waitsUntil: nil), method: .authenticator, other: .recoveryCode, formToken: token)),
        PageSample(
            "recovery-passkey",
            SecondFactorPage(
                .recovery(waitsUntil: nil), method: nil, passkey: PasskeyPrompt(.get, options: #"{"challenge":"AAAA"}"#),
                formToken: token)),
        PageSample(
            "recovery-waits", SecondFactorPage(.recovery(waitsUntil: moment), method: .recoveryCode, formToken: token)),
        PageSample(
            "recovery-password",
            NewPasswordPage(.recovery, username: "mira", passwordRules: rules, formToken: token)),
        PageSample(
            "recovery-password-or-passkey",
            NewPasswordPage(.recovery, username: "mira", passwordRules: rules, offersPasskey: true, formToken: token)),
        PageSample(
            "recovery-new-passkey",
            CreatePasskeyPage(
                .recovery, prompt: PasskeyPrompt(.create, options: #"{"challenge":"AAAA"}"#), formToken: token)),
        PageSample(
            "recovery-password-rejected",
            NewPasswordPage(
                .recovery, username: nil, typedUsername: "mira", passwordRules: rules,
                errors: [
                    FormError(field: .username, code: "username-taken", .errorUserNameTaken),
                    FormError(field: .newPassword, code: "password-common", .errorPasswordCommon),
                ], formToken: token)),
    ]

    private static let signIns: [PageSample] = [
        PageSample("sign-in-code", SignInPage(offersRecovery: true, offersCode: true, formToken: token)),
        PageSample("email-sign-in", RequestCodePage(.signIn(next: nil), formToken: token)),
        PageSample(
            "email-sign-in-expired", RequestCodePage(.signIn(next: .newAddress), notice: .expired, formToken: token)),
        PageSample("email-sign-in-code", EmailCodePage(.signIn(next: .account), formToken: token)),
    ]

    private static let addresses: [PageSample] = [
        PageSample("address-undo", UndoPage(.addressRemoval, formToken: token)),
        PageSample("recovery-cancel", UndoPage(.recovery, formToken: token)),
        PageSample("new-address", NewAddressPage(formToken: token), to: .signedIn(username: "mira")),
        PageSample(
            "new-address-rejected",
            NewAddressPage(
                address: "mira@",
                errors: [
                    FormError(
                        field: .email, code: "email-address-malformed",
                        reason: .message(.errorUserNameAddress(example: "anna@example.com")))
                ], formToken: token), to: .signedIn(username: "mira")),
        PageSample("address-code", EmailCodePage(.address, formToken: token), to: .signedIn(username: "mira")),
        PageSample(
            "account-addresses",
            AccountPage(
                username: "mira",
                addresses: [
                    ShownAddress(id: "a1", address: "mira@example.com", state: .verified),
                    ShownAddress(id: "a2", address: "<mira>@example.net", state: .unverified),
                    ShownAddress(id: "a3", address: "mira@example.org", state: .unreachable),
                ], waitsUntil: moment, sendsNewDeviceNotices: true, sessions: [], events: [], notice: .addressVerified,
                formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "account-no-address",
            AccountPage(
                username: "mira", addresses: [], sendsNewDeviceNotices: false, sessions: [], events: [], notice: .noticesChanged,
                formToken: token),
            to: .signedIn(username: "mira")),
    ]
}
