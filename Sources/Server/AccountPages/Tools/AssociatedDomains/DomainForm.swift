import Markup

/// The question: a domain or the text of a file, and what to ask about it.
struct DomainForm {
    let page: AssociatedDomainsPage

    /// The id by which a button elsewhere on the page sends the form.
    static let id = "domain-form"

    var html: HTML {
        form(.id(Self.id), .class("fields", "domain-fields"), .method(.post), .action(PagePath.associatedDomains), .novalidate) {
            line(.domain, "Domain", hint: "Such as www.example.com; its file is fetched.", page.question.domain, .url)
            line(.appID, "App identifier", hint: "Team and bundle, as in ABCDE12345.com.example.app.", page.question.appID, .text)
            choice(
                .service, "Service", DomainService.allCases.map { ($0.rawValue, $0.label) }, page.question.service?.rawValue,
                all: "All")
            choice(.source, "Whom to ask", DomainSource.allCases.map { ($0.rawValue, $0.label) }, page.question.source.rawValue)
            line(.link, "Link", hint: "Would it open the app? As in https://www.example.com/buy/42.", page.question.link, .url)
            fileField
            SubmitButton("Check").html
        }
    }

    private func line(_ field: FormField, _ label: String, hint: String, _ value: String, _ mode: InputMode) -> HTML {
        FieldFrame(field: field, label: label, hint: hint, errors: page.errors).html { describedBy, invalid in
            input(
                .type(.text), .id(field.id), .name(field.rawValue), value.isEmpty ? nil : .value(value), .class("code"),
                .autocomplete(.off), .spellcheckOff, .autocapitalizeNone, .autocorrectOff, .inputmode(mode), .enterkeyhint(.go),
                describedBy, invalid)
        }
    }

    private func choice(
        _ field: FormField, _ label: String, _ options: [(value: String, label: String)], _ chosen: String?, all: String? = nil
    ) -> HTML {
        FieldFrame(field: field, label: label, hint: nil, errors: page.errors).html { describedBy, invalid in
            select(.id(field.id), .name(field.rawValue), describedBy, invalid) {
                if let all { option(.value(""), chosen == nil ? .selected : nil) { all } }
                for option in options {
                    Markup.option(.value(option.value), chosen == option.value ? .selected : nil) { option.label }
                }
            }
        }
    }

    /// Folded away while nothing is in it: the usual question is about a site.
    private var fileField: HTML {
        let isOpen = !page.question.file.isEmpty || page.errors.contains { $0.field == .file }
        return details(.class("paste"), isOpen ? .open : nil) {
            summary { "Paste a file instead" }
            FieldFrame(
                field: .file, label: "Text of the file", hint: "With a text here nothing is fetched.", errors: page.errors
            ).html { describedBy, invalid in
                textarea(
                    .id(FormField.file.id), .name(FormField.file.rawValue), .rows(12), .class("code"), .spellcheckOff,
                    .autocapitalizeNone, .autocorrectOff, .autocomplete(.off), describedBy, invalid, text: page.question.file)
            }
        }
    }
}
