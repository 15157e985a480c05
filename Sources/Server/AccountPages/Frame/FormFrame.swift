import Markup

/// A form with its hidden fields.
struct FormFrame {
    let action: LocalPath
    let formToken: FormToken
    var next: PageDestination?
    let errors: [FormError]

    func html(@HTMLBuilder fields: () -> HTML) -> HTML {
        form(.class("fields"), .method(.post), .action(action)) {
            HiddenField(.formToken, formToken.value).html
            if let next { HiddenField(.next, next.rawValue).html }
            fields()
        }
    }
}

/// A button that sends its own request: a form with only a token.
struct PostButton {
    let label: PageText
    let spokenDetail: HTML?
    let action: LocalPath
    let formToken: FormToken

    /// - Parameter spokenDetail: what distinguishes this button from similar ones, for screen readers.
    init(_ label: PageText, spokenDetail: HTML? = nil, action: LocalPath, formToken: FormToken) {
        self.label = label
        self.spokenDetail = spokenDetail
        self.action = action
        self.formToken = formToken
    }

    func html(on site: Site) -> HTML {
        form(.class("single"), .method(.post), .action(action)) {
            HiddenField(.formToken, formToken.value).html
            button(.class("button", "small", "quiet"), .type(.submit)) {
                site.text(label)
                if let spokenDetail {
                    span(.class("visually-hidden")) {
                        " "
                        spokenDetail
                    }
                }
            }
        }
    }
}

/// The button that submits a form.
struct SubmitButton {
    let label: String
    let isDestructive: Bool

    init(_ label: String, isDestructive: Bool = false) {
        self.label = label
        self.isDestructive = isDestructive
    }

    var html: HTML {
        button(isDestructive ? .class("button", "danger") : .class("button"), .type(.submit)) { label }
    }
}

/// The link from a form back to the account.
struct BackToAccount {
    let label: PageText

    init(_ label: PageText = .backToAccount) {
        self.label = label
    }

    func html(on site: Site) -> HTML {
        p(.class("aside")) { a(.href(.local(PagePath.account))) { site.text(label) } }
    }
}

/// A field that is neither visible nor filled by password managers.
struct HiddenField {
    let field: FormField
    let value: String

    init(_ field: FormField, _ value: String) {
        self.field = field
        self.value = value
    }

    var html: HTML {
        input(.type(.hidden), .name(field.rawValue), .value(value))
    }
}

/// A field with its label, hint and errors, which are linked for assistive technologies.
struct FieldFrame {
    let field: FormField
    let label: String
    let hint: String?
    let errors: [FormError]

    /// - Parameter control: creates the field from the attributes that refer to the hint and the errors.
    func html(on site: Site, control: (_ describedBy: HTMLAttribute?, _ invalid: HTMLAttribute?) -> HTML) -> HTML {
        let own = errors.filter { $0.field == field }
        let descriptions = [hint == nil ? nil : field.hintID, own.isEmpty ? nil : field.errorID].compactMap { $0 }
        return div(.class("field")) {
            Markup.label(.for(field.id)) { label }
            if let hint { p(.id(field.hintID), .class("hint")) { hint } }
            if !own.isEmpty {
                div(.id(field.errorID), .class("error")) {
                    for error in own { p { site.html(error.reason) } }
                }
            }
            control(
                descriptions.isEmpty ? nil : .aria(.describedby, descriptions.joined(separator: " ")),
                own.isEmpty ? nil : .aria(.invalid, "true"))
        }
    }
}

/// All errors of a form at the top of the page, with links to the fields. It takes the focus when the page opens, so that keyboards
/// and screen readers start there.
struct ErrorSummary {
    let errors: [FormError]

    func html(on site: Site) -> HTML {
        guard !errors.isEmpty else { return .empty }
        return div(.id("errors"), .class("summary"), .role(.alert), .tabindex(-1), .autofocus) {
            h2 { site.text(.problemCount(count: errors.count)) }
            ul(.role(.list)) {
                for error in errors {
                    li(.data("code", error.code)) {
                        if let field = error.field {
                            a(.href(fragment: field.id)) { site.html(error.reason) }
                        } else {
                            site.html(error.reason)
                        }
                    }
                }
            }
        }
    }
}
