import DeviceSimulator
import Markup

/// The page of one recommendation: the problem, the possible remedies with their effects, and the result.
struct RecommendationContent {
    let page: PhoneView.SettingsView.RecommendationPage
    let pagePhone: PagePhone

    private var recommendation: PhoneView.SettingsView.Recommendation { page.recommendation }

    @HTMLBuilder var html: HTML {
        div(.class("cells")) {
            div(.class("cell")) {
                span(.class("tile", "small", "site"), .aria(.hidden, "true")) { Glyph.globe.html }
                span(.class("what")) {
                    strong { bdi { recommendation.site } }
                    small { bdi { recommendation.user } }
                }
            }
            if !recommendation.reason.isEmpty {
                div(.class("cell")) {
                    FindingTile(severity: recommendation.severity).html
                    span(.class("what")) {
                        strong(.class("finding", recommendation.severity.rawValue)) { bdi { recommendation.headline } }
                        span { bdi { recommendation.reason } }
                    }
                }
            }
        }
        if let progress = page.progress { UpgradeProgressCell(progress: progress).html }
        if !page.remedies.isEmpty, page.progress?.stage != .working {
            p(.class("cells-title")) { "What you can do" }
            RemedyList(remedies: page.remedies).html
        }
    }
}

/// The remedies for a password. The effect of each is described above its button.
struct RemedyList {
    let remedies: [PhoneView.Remedy]

    @HTMLBuilder var html: HTML {
        let first = remedies.firstIndex { $0.canBeChosen }
        for (place, remedy) in remedies.enumerated() {
            div(.class("remedy"), .data("key", "remedy \(remedy.kind.rawValue) \(place)")) {
                if remedy.canBeChosen {
                    p(.class("happens")) { bdi { remedy.whatHappens } }
                    actionButton(
                        .chooseRemedy(place), class: place == first ? "app-button prominent" : "app-button tinted",
                        .data("remedy", remedy.kind.rawValue)
                    ) { bdi { remedy.title } }
                } else {
                    p(.class("happens")) {
                        strong { bdi { remedy.title } }
                        " "
                        bdi { remedy.whatHappens }
                    }
                    if let obstacle = remedy.obstacle {
                        p(.class("happens obstacle")) {
                            Glyph.warning.html
                            span { bdi { obstacle } }
                        }
                    }
                }
            }
        }
    }
}

/// The progress or the result of an upgrade.
struct UpgradeProgressCell {
    let progress: PhoneView.UpgradeProgress

    var html: HTML {
        div(
            .class("cells", progress.stage == .working ? "under-way" : "over"), .role(.status), .data("key", "progress"),
            .data("progress", progress.stage.rawValue)
        ) {
            div(.class("cell")) {
                span(.class("tile", "small", ground), .aria(.hidden, "true")) { glyph.html }
                span(.class("what")) { bdi { progress.text } }
            }
        }
    }

    private var ground: String {
        switch progress.stage {
        case .working: "blue"
        case .done: "green"
        case .cancelled: "gray"
        case .failed: "red"
        case .open: "orange"
        }
    }

    private var glyph: Glyph {
        switch progress.stage {
        case .working: .clock
        case .done: .check
        case .cancelled: .close
        case .failed: .warning
        case .open: .clock
        }
    }
}

/// The recommendations, most severe first.
struct RecommendationList {
    let settings: PhoneView.SettingsView

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
            group(all.filter { $0.severity == .high }, "High Priority")
            group(all.filter { $0.severity == .medium }, "Other Recommendations")
            if settings.unansweredLookUps > 0 {
                p(.class("footnote")) {
                    "The leak check failed for \(settings.unansweredLookUps) passwords."
                }
            }
        } else {
            p(.class("footnote"), .role(.status)) { "Checking your passwords…" }
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
            FindingTile(severity: recommendation.severity).html
            span(.class("what")) {
                strong { bdi { recommendation.site } }
                small { bdi { recommendation.user } }
                small(.class("finding", recommendation.severity.rawValue)) { bdi { recommendation.headline } }
                small { bdi { recommendation.reason } }
            }
            Glyph.forward.html
        }
    }
}

/// The icon of a problem with a password.
struct FindingTile {
    let severity: PhoneView.SettingsView.Recommendation.Severity

    var html: HTML {
        span(.class("tile", "small", severity == .high ? "red" : "orange"), .aria(.hidden, "true")) { Glyph.warning.html }
    }
}

/// The placeholder for passwords until the user authenticates.
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
