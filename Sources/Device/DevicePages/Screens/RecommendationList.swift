import DeviceSimulator
import Markup

/// The passwords that should be others, the worst first.
struct RecommendationList {
    let settings: PhoneView.SettingsView

    init(_ settings: PhoneView.SettingsView) {
        self.settings = settings
    }

    @HTMLBuilder var html: HTML {
        if !settings.arePasswordsShown {
            LockedPasswords(page: .recommendations).html
        } else if let all = settings.recommendations {
            if all.isEmpty {
                div(.class("closed")) {
                    span(.class("padlock good"), .aria(.hidden, "true")) { Glyph.shield.html }
                    p { "No security recommendations." }
                }
            }
            group(all.filter { $0.severity == .high }, "Change these first")
            group(all.filter { $0.severity == .medium }, "Worth changing")
            if settings.unansweredLookUps > 0 {
                p(.class("footnote")) {
                    "For \(settings.unansweredLookUps) passwords it could not be found out whether they have leaked."
                }
            }
        } else {
            p(.class("footnote"), .role(.status)) { "Looking at your passwords…" }
        }
    }

    @HTMLBuilder private func group(_ recommendations: [PhoneView.SettingsView.Recommendation], _ title: String) -> HTML {
        if !recommendations.isEmpty {
            p(.class("cells-title")) { title }
            div(.class("cells")) {
                for recommendation in recommendations { row(recommendation) }
            }
        }
    }

    private func row(_ recommendation: PhoneView.SettingsView.Recommendation) -> HTML {
        actionButton(.openRecommendation(id: recommendation.id), class: "cell", .data("key", recommendation.id)) {
            FindingTile(recommendation.severity).html
            span(.class("what")) {
                strong { bdi { recommendation.site } }
                small { bdi { recommendation.user } }
                small(.class("finding", recommendation.severity.rawValue)) { recommendation.headline }
                small { bdi { recommendation.reason } }
            }
            Glyph.forward.html
        }
    }
}

/// The sign before something that is wrong with a password.
struct FindingTile {
    let severity: PhoneView.SettingsView.Recommendation.Severity

    init(_ severity: PhoneView.SettingsView.Recommendation.Severity) {
        self.severity = severity
    }

    var html: HTML {
        span(.class("tile", "small", severity == .high ? "red" : "orange"), .aria(.hidden, "true")) { Glyph.warning.html }
    }
}

/// What stands in the place of passwords until the person has proved who they are.
struct LockedPasswords {
    let page: PhoneView.SettingsView.Page

    var html: HTML {
        div(.class("closed")) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            p { "Passwords are locked." }
            actionButton(.openSettings(page), class: "app-button plain") { "View Passwords" }
        }
    }
}
