import AssociatedDomains
import DeviceProtocol
import PasswordManager

/// An upgrade that the person started on the phone, and how it stands.
struct PhoneUpgrade: Hashable, Sendable {
    let number: Int
    let credential: CredentialID
    let modification: AccountModification
    /// The identifier of the app whose extension does it.
    let app: String
    var progress: PhoneView.UpgradeProgress

    var isUnderWay: Bool { progress.stage == .working }
}

/// "This password is weak", between a sign-in and the person's answer.
struct StandingQuestion: Hashable, Sendable {
    /// The identifier of the app.
    let app: String
    let recommendation: Recommendation
    /// What its extension can do.
    let remedies: [Remedy]
    /// The upgrade that was chosen.
    var upgrade: Int?
}

/// A sign-in with a saved password, or an answer about it, that is waited for.
struct WatchedSignIn: Hashable, Sendable {
    let credential: CredentialID
    /// Who is asked whether its password is weak; nil: the sign-in has not succeeded yet.
    var inquiry: Int?
}

/// What the system finds out about all saved passwords.
struct Assessment: Hashable, Sendable {
    /// The one that is under way.
    var inquiry: Int?
    /// What it is about has changed meanwhile.
    var isStale = false
    /// The last that was found.
    var report: RecommendationReport?
}

extension PhoneView.UpgradeProgress {
    static func working(_ modification: AccountModification, _ app: String) -> Self {
        switch modification {
        case .strongPassword: Self(stage: .working, text: "\(app) is changing the password…")
        case .signInWithApple: Self(stage: .working, text: "\(app) is moving the account to Sign in with Apple…")
        }
    }

    /// What became of it.
    ///
    /// - Parameters:
    ///   - isSettled: Whether the device knows how it ended.
    ///   - isOnline: Whether the device reached anything.
    init(_ outcome: ModificationOutcome, of modification: AccountModification, by app: String, isSettled: Bool, isOnline: Bool) {
        switch outcome {
        case .done:
            self.init(stage: .done, text: Self.done(modification))
        case .failed(let failure):
            let isCancelled = failure.code == .userCanceled
            let reason = isCancelled ? "Cancelled." : failure.reason.flatMap { $0.isEmpty ? nil : $0 }
            if isSettled {
                let usual =
                    isOnline ? "\(app) did not do it, and does not say why." : "\(app) did not do it: this device is offline."
                self.init(stage: isCancelled ? .cancelled : .failed, text: "\(reason ?? usual) Your password is as it was.")
            } else {
                // Whatever the extension says, it may have been done.
                let usual = "\(app) does not say how it ended" + (isOnline ? "." : ": this device is offline.")
                self.init(
                    stage: isCancelled ? .cancelled : reason == nil ? .open : .failed,
                    text: "\(reason ?? usual) Your password is kept. \(Self.sayWhatSignsIn(modification))")
            }
        }
    }

    private static func done(_ modification: AccountModification) -> String {
        switch modification {
        case .strongPassword: "Done. The account has a strong password now, and it is saved here."
        case .signInWithApple: "Done. The account signs in with Apple now, and its password is removed here."
        }
    }

    private static func sayWhatSignsIn(_ modification: AccountModification) -> String {
        let change =
            switch modification {
            case .strongPassword: "the new password signs in all the same: you find it there"
            case .signInWithApple: "the account signs in with Apple all the same"
            }
        return "Say in Settings, Passwords, if \(change)."
    }
}
