import DeviceSimulator
import Markup

/// The page of one recommendation: what is wrong, what can be done and what happens then, and what came of it.
struct RecommendationContent {
    let page: PhoneView.SettingsView.RecommendationPage
    let stand: Stand

    init(_ page: PhoneView.SettingsView.RecommendationPage, stand: Stand) {
        self.page = page
        self.stand = stand
    }

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
                    FindingTile(recommendation.severity).html
                    span(.class("what")) {
                        strong(.class("finding", recommendation.severity.rawValue)) { recommendation.headline }
                        span { bdi { recommendation.reason } }
                    }
                }
            }
        }
        if let progress = page.progress { UpgradeProgressCell(progress).html }
        if !page.remedies.isEmpty, page.progress?.stage != .working {
            p(.class("cells-title")) { "What you can do" }
            RemedyList(page.remedies).html
        }
    }
}

/// What can be done about a password: before each button stands what it does.
struct RemedyList {
    let remedies: [PhoneView.Remedy]

    init(_ remedies: [PhoneView.Remedy]) {
        self.remedies = remedies
    }

    @HTMLBuilder var html: HTML {
        let first = remedies.firstIndex { $0.canBeChosen }
        for (place, remedy) in remedies.enumerated() {
            div(.class("remedy"), .data("key", "remedy \(remedy.kind.rawValue) \(place)")) {
                if remedy.canBeChosen {
                    p(.class("happens")) { remedy.whatHappens }
                    actionButton(
                        .chooseRemedy(place), class: place == first ? "app-button prominent" : "app-button tinted",
                        .data("remedy", remedy.kind.rawValue)
                    ) { remedy.title }
                } else {
                    p(.class("happens")) {
                        strong { remedy.title }
                        " "
                        remedy.whatHappens
                    }
                    if let obstacle = remedy.obstacle {
                        p(.class("happens obstacle")) {
                            Glyph.warning.html
                            span { obstacle }
                        }
                    }
                }
            }
        }
    }
}

/// How far an upgrade is, or how it ended.
struct UpgradeProgressCell {
    let progress: PhoneView.UpgradeProgress

    init(_ progress: PhoneView.UpgradeProgress) {
        self.progress = progress
    }

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
