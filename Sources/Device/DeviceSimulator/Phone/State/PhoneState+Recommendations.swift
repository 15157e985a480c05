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
        if isOver { (view.reason, view.findings) = ("", []) }
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
        case .changeOnSite(let page):
            PhoneView.Remedy(
                kind: .changeOnSite, title: "Change Password on Website", whatHappens: remedy.whatHappens, site: "\(page.host)")
        case .byHand(let host):
            PhoneView.Remedy(
                kind: .byHand, title: "Change Password Yourself", whatHappens: remedy.whatHappens, site: host.text)
        }
    }

    private static func view(_ recommendation: Recommendation) -> PhoneView.SettingsView.Recommendation {
        PhoneView.SettingsView.Recommendation(
            id: name(of: recommendation.credential), site: recommendation.credential.server.text,
            user: recommendation.credential.user, severity: recommendation.severity == .high ? .high : .medium,
            headline: recommendation.headline, reason: recommendation.reason,
            findings: recommendation.findings.map(PhoneView.SettingsView.Finding.init))
    }
}

extension PhoneView.SettingsView.Finding {
    init(_ finding: Recommendation.Finding) {
        self =
            switch finding {
            case .leaked(let times): .leaked(times: times)
            case .weak(let weakness, let isVeryWeak): .weak(PhoneView.SettingsView.Weakness(weakness), isVeryWeak: isVeryWeak)
            case .reused(let others, let count):
                if count == 1, let other = others.first {
                    .reusedOnce(user: other.user, site: other.server.text)
                } else {
                    .reused(count: count)
                }
            }
    }
}

extension PhoneView.SettingsView.Weakness {
    fileprivate init(_ weakness: PasswordWeakness) {
        self =
            switch weakness {
            case .common: .common
            case .word: .word
            case .substitutions: .substitutions
            case .personal: .personal
            case .keyboard: .keyboard
            case .sequence: .sequence
            case .repetition: .repetition
            case .date: .date
            case .short: .short
            case .commonPIN: .commonPIN
            case .countingPIN: .countingPIN
            case .repeatingPIN: .repeatingPIN
            }
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
