import DeviceSimulator
import Markup

/// An app that shows nothing yet, or nothing any more.
struct LaunchingContent {
    let icon: PhoneView.AppIcon
    let failure: String?

    init(_ icon: PhoneView.AppIcon, failure: String?) {
        self.icon = icon
        self.failure = failure
    }

    var html: HTML {
        div(.class("launching", failure == nil ? "under-way" : "ended")) {
            AppTile(icon).html
            p(.class("name")) { bdi { icon.name } }
            if let failure {
                p(.class("failure"), .role(.alert)) { bdi { failure } }
                actionButton(.open(app: icon.id), class: "plain") { "Open again" }
            }
        }
    }
}
