import Markup

/// The button below a form, as the other way to do the same.
struct AppleChoice {
    let button: AppleButton

    var html: HTML {
        div(.class("choice")) {
            p(.class("or")) { span { "or" } }
            button.html
        }
    }
}
