import DeviceSimulator
import Markup

/// The view of an app's extension, under a bar that is the system's: whose it is, what for, and Cancel.
struct ExtensionContent {
    let sheet: PhoneView.ExtensionSheet
    let stand: Stand

    init(_ sheet: PhoneView.ExtensionSheet, stand: Stand) {
        self.sheet = sheet
        self.stand = stand
    }

    var html: HTML {
        div(.class("extension"), .role(.group), .aria(.labelledby, stand.id("extension"))) {
            div(.class("extension-bar")) {
                actionButton(.cancelExtension, class: "plain") { "Cancel" }
                p(.id(stand.id("extension"))) {
                    strong { bdi { sheet.app } }
                    small { bdi { [sheet.user, sheet.site].filter { !$0.isEmpty }.joined(separator: " · ") } }
                }
            }
            if let screen = sheet.screen {
                AppContent(screen, of: "extension \(sheet.number)", stand: stand).html
            } else {
                p(.class("footnote"), .role(.status)) { "\(sheet.app) is at it…" }
            }
        }
    }
}
