import DeviceSimulator
import Markup

/// The home screen: the apps that are installed, and those of the system below.
struct HomeContent {
    let apps: [PhoneView.AppIcon]

    init(_ apps: [PhoneView.AppIcon]) {
        self.apps = apps
    }

    var html: HTML {
        HTML {
            ul(.class("apps"), .role(.list)) {
                for app in apps {
                    li(.data("key", app.id)) {
                        actionButton(.open(app: app.id), class: "app", .data("app", app.id)) {
                            AppTile(app).html
                            span(.class("label")) { bdi { app.name } }
                        }
                        if app.isRunning {
                            actionButton(.quit(app: app.id), class: "quit", spoken: "Quit \(app.name)") { Glyph.close.html }
                        }
                    }
                }
            }
            div(.class("dock")) {
                actionButton(.openSettings(.root), class: "app") {
                    span(.class("tile", "gray"), .aria(.hidden, "true")) { Glyph.gear.html }
                    span(.class("label")) { "Settings" }
                }
                actionButton(.openSettings(.passwords), class: "app") {
                    span(.class("tile", "dark"), .aria(.hidden, "true")) { Glyph.key.html }
                    span(.class("label")) { "Passwords" }
                }
                actionButton(.open(app: PhoneView.browser), class: "app") {
                    span(.class("tile", "blue"), .aria(.hidden, "true")) { Glyph.compass.html }
                    span(.class("label")) { "Browser" }
                }
                actionButton(.openMessages, class: "app") {
                    span(.class("tile", "green"), .aria(.hidden, "true")) { Glyph.message.html }
                    span(.class("label")) { "Messages" }
                }
            }
        }
    }
}
