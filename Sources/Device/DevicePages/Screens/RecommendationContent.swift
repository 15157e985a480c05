import DeviceSimulator
import Markup
import Texts

/// The page of one recommendation: the problem, the possible remedies with their effects, and the result.
struct RecommendationContent {
    let page: PhoneView.SettingsView.RecommendationPage
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

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
            if let first = recommendation.findings.first {
                div(.class("cell")) {
                    FindingTile(severity: recommendation.severity).html
                    span(.class("what")) {
                        strong(.class("finding", recommendation.severity.rawValue)) { reader.text(first.headline) }
                        span { reader.html(recommendation.findings.map(\.sentence)) }
                    }
                }
            }
        }
        if let progress = page.progress { UpgradeProgressCell(progress: progress, reader: reader).html }
        if !page.remedies.isEmpty, page.progress?.stage != .working {
            p(.class("cells-title")) { reader.text(.whatYouCanDo) }
            RemedyList(remedies: page.remedies, reader: reader).html
        }
    }
}

/// The remedies for a password. The effect of each is described below its button.
struct RemedyList {
    let remedies: [PhoneView.Remedy]
    let reader: ReaderFormat

    @HTMLBuilder var html: HTML {
        let first = remedies.firstIndex { $0.canBeChosen }
        for (place, remedy) in remedies.enumerated() {
            div(.class("remedy"), .data("key", "remedy \(remedy.kind.rawValue) \(place)")) {
                if remedy.canBeChosen {
                    actionButton(
                        .chooseRemedy(place), class: place == first ? "app-button prominent" : "app-button tinted",
                        .data("remedy", remedy.kind.rawValue)
                    ) { reader.text(remedy.heading) }
                    p(.class("happens")) { reader.html(remedy.effect) }
                } else {
                    p(.class("happens")) {
                        strong { reader.text(remedy.heading) }
                        " "
                        reader.html(remedy.effect)
                    }
                    if remedy.obstacle != nil {
                        p(.class("happens obstacle")) {
                            Glyph.warning.html
                            span { reader.text(.obstacleNoAccount) }
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
    let reader: ReaderFormat

    var html: HTML {
        div(
            .class("cells", progress.stage == .working ? "under-way" : "over"), .role(.status), .data("key", "progress"),
            .data("progress", progress.stage.rawValue)
        ) {
            div(.class("cell")) {
                span(.class("tile", "small", ground), .aria(.hidden, "true")) { glyph.html }
                span(.class("what")) { span { reader.html(progress.sentences) } }
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
    let reader: ReaderFormat

    @HTMLBuilder var html: HTML {
        if !settings.arePasswordsShown {
            LockedPasswords(page: .recommendations, reader: reader).html
        } else if let all = settings.recommendations {
            if all.isEmpty {
                div(.class("closed")) {
                    span(.class("padlock good"), .aria(.hidden, "true")) { Glyph.shield.html }
                    p { reader.text(.noRecommendations) }
                }
            }
            group(all.filter { $0.severity == .high }, .highPriority)
            group(all.filter { $0.severity == .medium }, .otherRecommendations)
            if settings.unansweredLookUps > 0 {
                p(.class("footnote")) { reader.text(.leakCheckFailed(count: settings.unansweredLookUps)) }
            }
        } else {
            p(.class("footnote"), .role(.status)) { reader.text(.checkingPasswords) }
        }
    }

    @HTMLBuilder private func group(_ recommendations: [PhoneView.SettingsView.Recommendation], _ title: PhoneText) -> HTML {
        if !recommendations.isEmpty {
            p(.class("cells-title")) { reader.text(title) }
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
                if let first = recommendation.findings.first {
                    small(.class("finding", recommendation.severity.rawValue)) { reader.text(first.headline) }
                }
                small { reader.html(recommendation.findings.map(\.sentence)) }
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
    let reader: ReaderFormat

    var html: HTML {
        div(.class("closed")) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            p { reader.text(.passwordsLocked) }
            actionButton(.openSettings(page), class: "app-button plain") { reader.text(.viewPasswords) }
        }
    }
}
