import Markup

/// The latest requests to the service, and why each was answered as it was.
struct LogPage {
    /// The newest first.
    let records: [RequestRecord]

    var document: HTMLDocument {
        PageFrame(title: "Request log", width: .wide, place: .log).document {
            h1 { "Request log" }
            p(.class("lead")) { "The newest first. Secrets are not kept, only their length." }
            ul(.class("rows")) {
                if records.isEmpty { li(.class("empty")) { "Nobody has asked anything yet." } }
                for record in records { li(.class("record")) { row(record) } }
            }
        }
    }

    private func row(_ record: RequestRecord) -> HTML {
        div(.class("what")) {
            p(.class("name")) {
                span(.class("badge \(record.status < 400 ? "good" : "bad")")) { String(record.status) }
                code { record.endpoint.rawValue }
                if let error = record.error { code { error } }
                span(.class("detail")) { DateText(record.at).html }
            }
            p { bdi { record.explanation } }
            for parameter in record.parameters {
                p(.class("detail")) {
                    code { parameter.name }
                    " = "
                    bdi { parameter.value }
                }
            }
        }
    }
}
