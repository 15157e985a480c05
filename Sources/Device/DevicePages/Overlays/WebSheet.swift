import DeviceSimulator
import Markup

/// The page that an app opened for signing in. It is shown in a tab of its own: what stands in a frame of another page must not be trusted
/// with a password.
struct WebSheet {
    let address: String
    let stand: Stand

    var html: HTML {
        div(.class("sheet", "tall", "web"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, stand.id("browser"))) {
            actionButton(.closeBrowser, class: "corner") { "Cancel" }
            h3(.id(stand.id("browser"))) { "Sign in on the web" }
            p(.class("address")) { bdi { address } }
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.compass.html }
            if let url = WebURL(address) {
                a(.class("app-button prominent"), .href(.web(url))) { "Open the page" }
            }
        }
    }
}
