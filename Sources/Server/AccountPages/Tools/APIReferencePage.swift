package import Markup

/// The reference of the API: every operation with an example request and an example of each response.
package struct APIReferencePage: Page, Hashable {
    /// The operations, by subject.
    package let sections: [Section]

    /// The path of the OpenAPI document.
    package let document: LocalPath

    package init(sections: [Section], document: LocalPath) {
        self.sections = sections
        self.document = document
    }

    /// The operations of one subject.
    package struct Section: Sendable, Hashable {
        package let name: String
        package let operations: [Operation]

        package init(name: String, operations: [Operation]) {
            self.name = name
            self.operations = operations
        }
    }

    /// An operation of the API.
    package struct Operation: Sendable, Hashable {
        /// The name in the OpenAPI document, which is the anchor on the page.
        package let id: String
        package let method: String
        package let path: String
        package let summary: String
        /// The parameters, each with its place and meaning.
        package let parameters: [Parameter]
        /// A command line that sends a complete request.
        package let request: String
        package let responses: [Response]
        package let problems: [Problem]

        package init(
            id: String, method: String, path: String, summary: String, parameters: [Parameter], request: String,
            responses: [Response], problems: [Problem]
        ) {
            self.id = id
            self.method = method
            self.path = path
            self.summary = summary
            self.parameters = parameters
            self.request = request
            self.responses = responses
            self.problems = problems
        }
    }

    /// A parameter in the path or the query.
    package struct Parameter: Sendable, Hashable {
        package let name: String
        package let place: String
        package let summary: String

        package init(name: String, place: String, summary: String) {
            self.name = name
            self.place = place
            self.summary = summary
        }
    }

    /// A successful response.
    package struct Response: Sendable, Hashable {
        package let status: String
        /// Formatted JSON; nil for a response without content.
        package let body: String?

        package init(status: String, body: String?) {
            self.status = status
            self.body = body
        }
    }

    /// The problem codes of one status.
    package struct Problem: Sendable, Hashable {
        package let status: String
        package let codes: [String]

        package init(status: String, codes: [String]) {
            self.status = status
            self.codes = codes
        }
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "API reference", site: site, width: .broad, section: .api).document {
            p(.class("lead")) {
                "Send and receive JSON. A client shows its session as a bearer token. An error is a problem document (RFC 9457) with a "
                    + "stable code. "
                a(.href(.local(document))) { "OpenAPI document" }
            }
            div(.class("api")) {
                nav(.class("operations"), .aria(.label, "Operations")) {
                    for section in sections {
                        h2 { section.name }
                        ul {
                            for operation in section.operations {
                                li { a(.href(fragment: operation.id)) { operation.title } }
                            }
                        }
                    }
                }
                div {
                    for section in sections {
                        h2(.class("subject")) { section.name }
                        for operation in section.operations { operation.html }
                    }
                }
            }
        }
    }
}

extension APIReferencePage.Operation {
    /// The first sentence of the summary, without its stop.
    fileprivate var title: String { String(summary.prefix { $0 != "." }) }

    /// The rest of the summary.
    private var notes: String { String(summary.dropFirst(title.count + 2)).replacing("`", with: "") }

    fileprivate var html: HTML {
        section(.class("operation"), .id(id)) {
            h3 { title }
            p(.class("endpoint")) {
                strong { method }
                " "
                code { path }
            }
            if !notes.isEmpty { p { notes } }
            if !parameters.isEmpty {
                dl(.class("parameters")) {
                    for parameter in parameters {
                        dt {
                            code { parameter.name }
                            " in the \(parameter.place)"
                        }
                        dd { parameter.summary }
                    }
                }
            }
            pre(.class("example"), .role(.group), .aria(.label, "Example request"), .tabindex(0)) { code { request } }
            for response in responses {
                p(.class("status")) { response.body == nil ? "\(response.status), no content" : response.status }
                if let body = response.body {
                    pre(.class("example"), .role(.group), .aria(.label, "Example response"), .tabindex(0)) { code { body } }
                }
            }
            details(.class("problems")) {
                Markup.summary { "Errors" }
                dl {
                    for problem in problems {
                        dt { problem.status }
                        dd { for code in problem.codes { Markup.code { code }; " " } }
                    }
                }
            }
        }
    }
}
