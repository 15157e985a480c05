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

    /// A page.
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
