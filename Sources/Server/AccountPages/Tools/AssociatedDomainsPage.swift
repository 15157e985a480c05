package import Markup

/// The tool for associated domains: what was asked, and the answer with everything that it rests on.
///
/// It has no script: a check takes a fetch, so there is nothing that could follow while somebody types.
package struct AssociatedDomainsPage: Page, Hashable {
    /// What was typed.
    package let question: DomainQuestion

    /// What is wrong with it; nothing was checked then.
    package let errors: [FormError]

    /// The answer; nil where nothing was asked yet.
    package let answer: DomainAnswer?

    package init(question: DomainQuestion, errors: [FormError] = [], answer: DomainAnswer? = nil) {
        self.question = question
        self.errors = errors
        self.answer = answer
    }

    /// The answer first, and the question after it; without an answer the question alone.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Associated domains", site: site, width: .broad, errors: errors).document {
            if let answer {
                DomainVerdictView(answer: answer).html
                section(.class("again"), .aria(.label, "The question")) {
                    details {
                        summary { "Change the question" }
                        DomainForm(page: self).html
                    }
                    // Without the form being unfolded.
                    button(.class("button", "small", "quiet"), .type(.submit), .form(DomainForm.id)) { "Check again" }
                    a(.class("permanent"), .href(.local(PagePath.associatedDomains(question)))) { "Link to this question" }
                }
                for report in answer.files { FileReportView(report: report, isOneOfMany: answer.files.count > 1).html }
                DomainDifferenceView(differences: answer.differences).html
            } else {
                p(.class("lead")) {
                    "Why does an app not fill passwords, or not open links? Name the site, and the app if you like: the site’s "
                        + "association file is fetched and read as Apple’s systems do it."
                }
                DomainForm(page: self).html
            }
        }
    }
}

extension PagePath {
    /// The tool with this question filled in, but for the text of a file: GET, which checks nothing yet.
    package static func associatedDomains(_ question: DomainQuestion) -> LocalPath {
        let fields: [(FormField, String)] = [
            (.domain, question.domain), (.appID, question.appID), (.service, question.service?.rawValue ?? ""),
            (.link, question.link), (.source, question.source == .site ? "" : question.source.rawValue),
        ]
        return fields.filter { !$0.1.isEmpty }.reduce(associatedDomains) { $0.appending(query: $1.0.rawValue, $1.1) }
    }
}

/// What was typed into the tool for associated domains, as it was typed.
package struct DomainQuestion: Sendable, Hashable {
    /// The site whose file is fetched.
    package var domain: String

    /// The text of a file, which is looked at in place of one that is fetched.
    package var file: String

    /// The app to ask about.
    package var appID: String

    /// The one service to ask about; nil for all.
    package var service: DomainService?

    /// A link to try.
    package var link: String

    /// Whom the file is asked of.
    package var source: DomainSource

    /// A question; an empty one to begin with.
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

/// What an app and a site can share, by the names of association files.
package enum DomainService: String, Sendable, Hashable, CaseIterable {
    case webcredentials
    case applinks
    case appclips
    case activitycontinuation

    /// What it is for, as the beginning of a line.
    var label: String {
        switch self {
        case .webcredentials: "Passwords and passkeys"
        case .applinks: "Universal links"
        case .appclips: "App Clips"
        case .activitycontinuation: "Handoff"
        }
    }
}

/// Whom a file is asked of.
package enum DomainSource: String, Sendable, Hashable, CaseIterable {
    case site
    /// Apple's content delivery network, which devices ask.
    case network
    case both

    var label: String {
        switch self {
        case .site: "The site itself"
        case .network: "Apple’s network, as devices do"
        case .both: "Both, and compare"
        }
    }
}

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
