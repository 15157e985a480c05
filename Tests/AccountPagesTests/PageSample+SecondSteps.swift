import AccountPages

extension PageSample {
    static let secondSteps: [PageSample] = [
        PageSample("second-step", SecondStepPage(.signIn, method: .authenticator, other: .recoveryCode, formToken: token)),
        PageSample(
            "second-step-refused",
            SecondStepPage(
                .signIn, method: .recoveryCode, other: .authenticator, next: .password,
                errors: [FormError(field: .code, code: "factor-refused", message: "This code is wrong, or was used before.")],
                formToken: token)),
        PageSample(
            "confirm",
            SecondStepPage(.confirmation, method: .recoveryCode, hasDevices: true, next: .delete, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "second-steps-off",
            SecondStepsPage(hasAuthenticator: false, devices: [], recoveryCodes: 0, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "second-steps",
            factors,
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "authenticator",
            AuthenticatorPage(
                picture: QRPicture(rows: [[true, true, false], [false, true, false], [true, false, true]]),
                secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "recovery-codes",
            RecoveryCodesPage(
                codes: ["abcd-efgh-ijkl-mnop-qrst-uvwx", "2345-6722-aaaa-bbbb-cccc-dddd"], isFirst: true, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "upgrade", UpgradePage(isWeak: true, apple: .linked, formToken: token), to: .signedIn(username: "mira@example.com")),
        PageSample(
            "upgrade-unlinked", UpgradePage(isWeak: false, apple: .unlinked, formToken: token),
            to: .signedIn(username: "mira@example.com")),
        PageSample(
            "account-weak-password",
            AccountPage(username: "mira", sessions: [], events: [], notice: .weakPassword, formToken: token),
            to: .signedIn(username: "mira")),
        PageSample(
            "account-second-step",
            AccountPage(username: "mira", hasSecondStep: true, sessions: [], events: [], formToken: token),
            to: .signedIn(username: "mira")),
    ]

    static let factors = SecondStepsPage(
        hasAuthenticator: true,
        devices: [
            SecondStepsPage.Device(
                id: "k1", name: "Mira's <phone>",
                added: DisplayTime(machine: "2026-03-01T08:12:00Z", human: "1 March 2026, 08:12 UTC"),
                lastUse: DisplayTime(machine: "2026-03-09T12:40:00Z", human: "9 March 2026, 12:40 UTC"), isAttested: false),
            SecondStepsPage.Device(
                id: "k2", name: "Workstation",
                added: DisplayTime(machine: "2026-03-02T08:12:00Z", human: "2 March 2026, 08:12 UTC"), lastUse: nil,
                isAttested: true),
        ],
        recoveryCodes: 2, notice: .deviceRemoved, formToken: token)
}
