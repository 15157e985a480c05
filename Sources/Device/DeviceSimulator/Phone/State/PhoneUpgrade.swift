import AssociatedDomains
import DeviceProtocol
import PasswordManager

/// An upgrade that the user started on the phone, and its state.
struct PhoneUpgrade: Hashable, Sendable {
    let number: Int
    let credential: CredentialID
    let modification: AccountModification
    /// The identifier of the app whose extension performs it.
    let app: String
    var progress: PhoneView.UpgradeProgress

    var isUnderWay: Bool { progress.stage == .working }
}

/// The notice about a weak password, between a sign-in and the user's answer.
struct PendingWeaknessNotice: Hashable, Sendable {
    /// The identifier of the app.
    let app: String
    let recommendation: Recommendation
    /// The upgrades that its extension offers.
    let remedies: [Remedy]
    /// The chosen upgrade.
    var upgrade: Int?
}

/// A sign-in with a saved password whose success or check is pending.
struct WatchedSignIn: Hashable, Sendable {
    let credential: CredentialID
    /// The pending check whether its password is weak; nil before the sign-in succeeded.
    var inquiry: Int?
}

/// The check of all saved passwords.
struct Assessment: Hashable, Sendable {
    /// The running check.
    var inquiry: Int?
    /// Whether the passwords changed since it started.
    var isStale = false
    /// The last result.
    var report: RecommendationReport?
}

extension PhoneView.UpgradeProgress {
    static func working(_ modification: AccountModification, _ app: String) -> Self {
        let text =
            switch modification {
            case .strongPassword: "\(app) is changing the password…"
            case .signInWithApple: "\(app) is moving the account to Sign in with Apple…"
            }
        return Self(stage: .working, text: text, remedy: remedy(modification), app: app, isSettled: false)
    }

    /// Creates the result of an upgrade.
    ///
    /// - Parameters:
    ///   - isSettled: Whether the device knows the server's state.
    ///   - isOnline: Whether the device had a network connection.
    init(_ outcome: ModificationOutcome, of modification: AccountModification, by app: String, isSettled: Bool, isOnline: Bool) {
        switch outcome {
        case .done:
            self.init(
                stage: .done, text: Self.done(modification), remedy: Self.remedy(modification), app: app, isSettled: isSettled)
        case .failed(let failure):
            let isCancelled = failure.code == .userCanceled
            let stated = isCancelled ? nil : failure.reason.flatMap { $0.isEmpty ? nil : $0 }
            let reason = isCancelled ? "Cancelled." : stated
            let cause: Cause = isCancelled ? .cancelled : stated.map(Cause.stated) ?? (isOnline ? .unknown : .offline)
            if isSettled {
                let usual =
                    isOnline
                    ? "\(app) could not change the account." : "\(app) could not change the account: this device is offline."
                self.init(
                    stage: isCancelled ? .cancelled : .failed, text: "\(reason ?? usual) Your password was not changed.",
                    remedy: Self.remedy(modification), app: app, cause: cause, isSettled: true)
            } else {
                // The change may have succeeded, even if the extension reported a failure.
                let usual = "\(app) did not confirm the change" + (isOnline ? "." : ": this device is offline.")
                self.init(
                    stage: isCancelled ? .cancelled : reason == nil ? .open : .failed,
                    text: "\(reason ?? usual) Your saved password is kept. \(Self.sayWhatSignsIn(modification))",
                    remedy: Self.remedy(modification), app: app, cause: cause, isSettled: false)
            }
        }
    }

    private static func remedy(_ modification: AccountModification) -> PhoneView.Remedy.Kind {
        switch modification {
        case .strongPassword: .strongPassword
        case .signInWithApple: .signInWithApple
        }
    }

    private static func done(_ modification: AccountModification) -> String {
        switch modification {
        case .strongPassword: "Done. The account now has a strong password, which is saved on this device."
        case .signInWithApple: "Done. The account now uses Sign in with Apple, and its password was removed from this device."
        }
    }

    private static func sayWhatSignsIn(_ modification: AccountModification) -> String {
        let change =
            switch modification {
            case .strongPassword: "the new password works"
            case .signInWithApple: "Sign in with Apple works"
            }
        return "Go to Settings > Passwords and choose whether \(change)."
    }
}
