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
                a(.class("app-button prominent"), .href(.web(url)), .rel(.elsewhere)) { "Open the page" }
            }
            // A browser follows no link to an app that is not on its machine: what it was led to is given to the device here.
            p(.class("message")) { "At its end the page leads to an address that your browser cannot open. Copy it here." }
            div(.class("cells")) {
                div(.class("cell entry")) {
                    label(.for(stand.id(PageField.address.rawValue))) { "Led to" }
                    input(
                        .type(.text), .id(stand.id(PageField.address.rawValue)), .name(PageField.address.rawValue),
                        .autocomplete(.off), .autocapitalizeNone, .spellcheckOff, .placeholder("example-app://callback?…"),
                        .data("submits", Composition.page.rawValue))
                }
            }
            composingButton(.page, class: "app-button plain") { "Follow" }
        }
    }
}
