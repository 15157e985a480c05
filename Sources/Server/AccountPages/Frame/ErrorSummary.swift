import Markup

/// All reasons why a form was not taken, at the top of the page, with links to the fields. It takes the focus when the page
/// opens, so that keyboards and screen readers begin there.
struct ErrorSummary {
    let errors: [FormError]

    var html: HTML {
        guard !errors.isEmpty else { return .empty }
        return div(.id("errors"), .class("summary"), .role(.alert), .tabindex(-1), .autofocus) {
            h2 { errors.count == 1 ? "One thing to put right" : "\(errors.count) things to put right" }
            ul(.role(.list)) {
                for error in errors {
                    li(.data("code", error.code)) {
                        if let field = error.field {
                            a(.href(fragment: field.id)) { error.message }
                        } else {
                            error.message
                        }
                    }
                }
            }
        }
    }
}
