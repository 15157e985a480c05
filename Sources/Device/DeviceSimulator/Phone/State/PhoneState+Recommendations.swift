import AssociatedDomains
import PasswordManager

/// Security recommendations: the findings about saved passwords, and the remedies, as texts.
extension PhoneState {
    /// Checks all passwords, and repeats a running check that is outdated. When passwords are hidden, the result is deleted: see
    /// `hidePasswords`.
    mutating func assess() {
        guard assessment.inquiry == nil else {
            assessment.isStale = true
            return
        }
        let inquiry = nextInquiry()
        assessment.inquiry = inquiry
        effects.append(.assess(number: inquiry))
    }

    mutating func observe(_ report: RecommendationReport?, _ number: Int) {
        guard assessment.inquiry == number else { return }
        assessment.inquiry = nil
        assessment.report = report ?? assessment.report
        if assessment.isStale {
            assessment.isStale = false
            assess()
        }
    }

    /// Returns the recommendation for a credential; nil without a finding, or before the check.
    func recommendation(named name: String) -> Recommendation? {
        assessment.report?.recommendations.first { Self.name(of: $0.credential) == name }
    }

    mutating func openRecommendation(_ name: String) throws(PhoneError) {
        guard let found = recommendation(named: name) else {
            throw PhoneError(.nothingThere, "no recommendation for “\(name)”")
        }
        openedRecommendation = found
        // The result of an earlier attempt does not belong to this one.
        if upgrade?.isUnderWay == false { upgrade = nil }
        move(to: .settings(.recommendation))
    }

    // MARK: - The view

    var recommendationsView: [PhoneView.SettingsView.Recommendation]? {
        assessment.report?.recommendations.map(Self.view)
    }

    var recommendationPage: PhoneView.SettingsView.RecommendationPage? {
        guard shownPasswords != nil, let opened = openedRecommendation else { return nil }
        let name = Self.name(of: opened.credential)
        // The current recommendation, if the finding still exists.
        let current = recommendation(named: name) ?? opened
        let progress = upgrade.flatMap { $0.credential == opened.credential ? $0.progress : nil }
        let isOver = progress?.stage == .done
        var view = Self.view(current)
        if isOver { view.reason = "" }
        return PhoneView.SettingsView.RecommendationPage(
            recommendation: view, remedies: isOver ? [] : current.remedies.map(self.view), progress: progress)
    }

    /// Describes a remedy, and its obstacle: a missing Apple Account.
    func view(_ remedy: Remedy) -> PhoneView.Remedy {
        switch remedy {
        case .upgradeToStrongPassword:
            PhoneView.Remedy(kind: .strongPassword, title: "Use Strong Password", whatHappens: remedy.whatHappens)
        case .upgradeToSignInWithApple:
            PhoneView.Remedy(
                kind: .signInWithApple, title: "Use Sign in with Apple", whatHappens: remedy.whatHappens,
                obstacle: account.account == nil ? "Sign in to an Apple Account in Settings first." : nil)
        case .changeOnSite:
            PhoneView.Remedy(kind: .changeOnSite, title: "Change Password on Website", whatHappens: remedy.whatHappens)
        case .byHand: PhoneView.Remedy(kind: .byHand, title: "Change Password Yourself", whatHappens: remedy.whatHappens)
        }
    }

    private static func view(_ recommendation: Recommendation) -> PhoneView.SettingsView.Recommendation {
        PhoneView.SettingsView.Recommendation(
            id: name(of: recommendation.credential), site: recommendation.credential.server.text,
            user: recommendation.credential.user, severity: recommendation.severity == .high ? .high : .medium,
            headline: recommendation.headline, reason: recommendation.reason)
    }
}

extension Recommendation {
    /// The most severe finding in a few words.
    var headline: String {
        switch findings.first {
        case .leaked?: "Leaked password"
        case .weak(_, isVeryWeak: true)?: "Easily guessed password"
        case .weak?: "Weak password"
        case .reused?, nil: "Reused password"
        }
    }
}
