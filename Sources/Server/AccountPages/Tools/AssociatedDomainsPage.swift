package import Markup

/// The tool for associated domains: the query, and the result with its evidence.
///
/// It has no script, because a check requires a fetch and cannot follow the user's typing.
package struct AssociatedDomainsPage: Page, Hashable {
    /// The input as typed.
    package let question: DomainQuestion

    /// The errors of the input. If there are any, nothing was checked.
    package let errors: [FormError]

    /// The result; nil without a query.
    package let answer: DomainAnswer?

    package init(question: DomainQuestion, errors: [FormError] = [], answer: DomainAnswer? = nil) {
        self.question = question
        self.errors = errors
        self.answer = answer
    }

    /// Returns the result, then the query; without a result only the query.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Associated domains", site: site, width: .broad, errors: errors).document {
            if let answer {
                DomainVerdictView(answer: answer).html
                section(.class("again"), .aria(.label, "Query")) {
                    details {
                        summary { "Edit query" }
                        DomainForm(page: self).html
                    }
                    // Works while the form is collapsed.
                    button(.class("button", "small", "quiet"), .type(.submit), .form(DomainForm.id)) { "Check again" }
                    a(.class("permanent"), .href(.local(PagePath.associatedDomains(question)))) { "Link to this query" }
                }
                for report in answer.files { FileReportView(report: report, isOneOfMany: answer.files.count > 1).html }
                DomainDifferenceView(differences: answer.differences).html
            } else {
                p(.class("lead")) {
                    "Find out why an app does not fill passwords or open links. Enter a site, and optionally an app. The site’s "
                        + "association file is fetched and evaluated as Apple’s systems do it."
                }
                DomainForm(page: self).html
            }
        }
    }
}

extension PagePath {
    /// Returns the path of the tool with this query filled in, except for the text of a file: GET. Opening it checks nothing.
    package static func associatedDomains(_ question: DomainQuestion) -> LocalPath {
        let fields: [(FormField, String)] = [
            (.domain, question.domain), (.appID, question.appID), (.service, question.service?.rawValue ?? ""),
            (.link, question.link), (.source, question.source == .site ? "" : question.source.rawValue),
        ]
        return fields.filter { !$0.1.isEmpty }.reduce(associatedDomains) { $0.appending(query: $1.0.rawValue, $1.1) }
    }
}

/// The input of the tool for associated domains, as typed.
package struct DomainQuestion: Sendable, Hashable {
    /// The domain whose file is fetched.
    package var domain: String

    /// The text of a file, which is checked instead of a fetched one.
    package var file: String

    /// The app identifier to check.
    package var appID: String

    /// The service to check; nil for all.
    package var service: DomainService?

    /// A link to test.
    package var link: String

    /// The source of the file.
    package var source: DomainSource

    /// Creates a query, which is empty by default.
    package init(
        domain: String = "", file: String = "", appID: String = "", service: DomainService? = nil, link: String = "",
        source: DomainSource = .site
    ) {
        self.domain = domain
        self.file = file
        self.appID = appID
        self.service = service
        self.link = link
        self.source = source
    }
}

/// The services that an app and a site can share, by their names in association files.
package enum DomainService: String, Sendable, Hashable, CaseIterable {
    case webcredentials
    case applinks
    case appclips
    case activitycontinuation

    /// The label of the service.
    var label: String {
        switch self {
        case .webcredentials: "Passwords and passkeys"
        case .applinks: "Universal links"
        case .appclips: "App Clips"
        case .activitycontinuation: "Handoff"
        }
    }
}

/// The source of a file.
package enum DomainSource: String, Sendable, Hashable, CaseIterable {
    case site
    /// Apple's content delivery network, which devices use.
    case network
    case both

    var label: String {
        switch self {
        case .site: "Site"
        case .network: "Apple’s network, as devices do"
        case .both: "Both, compared"
        }
    }
}

/// The form: a domain or the text of a file, and what to check.
struct DomainForm {
    let page: AssociatedDomainsPage

    /// The identifier of the form, for buttons elsewhere on the page.
    static let id = "domain-form"

    var html: HTML {
        form(.id(Self.id), .class("fields", "domain-fields"), .method(.post), .action(PagePath.associatedDomains), .novalidate) {
            fields.line(.domain, "Domain", hint: "For example www.example.com. Its file is fetched.", page.question.domain, .url)
            fields.line(.appID, "App identifier", hint: "For example ABCDE12345.com.example.app.", page.question.appID, .text)
            fields.choice(
                .service, "Service", DomainService.allCases.map { ($0.rawValue, $0.label) }, page.question.service?.rawValue,
                all: "All")
            fields.choice(.source, "Source", DomainSource.allCases.map { ($0.rawValue, $0.label) }, page.question.source.rawValue)
            fields.line(
                .link, "Link", hint: "Does it open the app? For example https://www.example.com/buy/42.", page.question.link, .url)
            fileField
            SubmitButton("Check").html
        }
    }

    private var fields: ToolFields { ToolFields(errors: page.errors) }

    /// Collapsed if empty, because most queries are about a site.
    private var fileField: HTML {
        let isOpen = !page.question.file.isEmpty || page.errors.contains { $0.field == .file }
        return details(.class("paste"), isOpen ? .open : nil) {
            summary { "Paste a file instead" }
            fields.area(.file, "File contents", hint: "If you paste a file, nothing is fetched.", page.question.file)
        }
    }
}

/// The fields of the forms of tools. Their texts are code.
struct ToolFields {
    let errors: [FormError]

    func line(_ field: FormField, _ label: String, hint: String, _ value: String, _ mode: InputMode) -> HTML {
        FieldFrame(field: field, label: label, hint: hint, errors: errors).html(on: .english) { describedBy, invalid in
            input(
                .type(.text), .id(field.id), .name(field.rawValue), value.isEmpty ? nil : .value(value), .class("code"),
                .autocomplete(.off), .spellcheckOff, .autocapitalizeNone, .autocorrectOff, .inputmode(mode), .enterkeyhint(.go),
                describedBy, invalid)
        }
    }

    func area(_ field: FormField, _ label: String, hint: String, _ value: String) -> HTML {
        FieldFrame(field: field, label: label, hint: hint, errors: errors).html(on: .english) { describedBy, invalid in
            textarea(
                .id(field.id), .name(field.rawValue), .rows(12), .class("code"), .spellcheckOff, .autocapitalizeNone,
                .autocorrectOff, .autocomplete(.off), describedBy, invalid, text: value)
        }
    }

    func choice(
        _ field: FormField, _ label: String, _ options: [(value: String, label: String)], _ chosen: String?, all: String? = nil
    ) -> HTML {
        FieldFrame(field: field, label: label, hint: nil, errors: errors).html(on: .english) { describedBy, invalid in
            select(.id(field.id), .name(field.rawValue), describedBy, invalid) {
                if let all { option(.value(""), chosen == nil ? .selected : nil) { all } }
                for option in options {
                    Markup.option(.value(option.value), chosen == option.value ? .selected : nil) { option.label }
                }
            }
        }
    }
}
