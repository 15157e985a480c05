import Markup

/// The second step among the ways to sign in.
struct SecondStepsRow {
    let isOn: Bool

    var html: HTML {
        li(.data("second-step", isOn ? "on" : "off")) {
            div(.class("what")) {
                p(.class("name")) { "Two-step sign-in" }
                p(.class("detail")) { isOn ? "On: a second step is asked for" : "Off: the first step is enough" }
            }
            a(.class("button", "small", "quiet"), .href(.local(PagePath.secondSteps))) { isOn ? "Manage" : "Turn on" }
        }
    }
}
