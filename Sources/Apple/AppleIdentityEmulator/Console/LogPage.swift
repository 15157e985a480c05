import FoundationEssentials
import Markup

/// The page with the last requests to the service and the reason for each response.
struct LogPage {
    /// The requests that the filter matches, newest first.
    let records: [RequestRecord]
    let filter: LogFilter
    /// The base URL of the emulator, for command lines.
    let base: String

    var document: HTMLDocument {
        PageFrame(title: "Request log", width: .wide, place: .log, hasScript: true).document {
            h1 { "Request log" }
            p(.class("lead")) { "Newest first, updated as requests arrive. Only the length of a secret is kept." }
            filterForm
            div(.id("log"), .data("log-events", PagePath.Console.logEvents.text)) {
                if records.isEmpty {
                    p(.class("empty-log")) { filter.isEmpty ? "No requests." : "No requests match the filter." }
                } else {
                    logTable
                }
            }
        }
    }

    private var filterForm: HTML {
        form(.class("filter"), .method(.get), .action(PagePath.Console.log)) {
            selectField(
                .endpoint, label: "Endpoint", value: filter.endpoint?.rawValue ?? "",
                options: [FieldOption("", "All")] + Endpoint.allCases.map { FieldOption($0.rawValue, $0.rawValue) })
            selectField(
                .status, label: "Result", value: filter.result?.rawValue ?? "",
                options: [FieldOption("", "All")] + LogFilter.Result.allCases.map { FieldOption($0.rawValue, $0.title) })
            textField(.words, label: "Text", value: filter.words ?? "", type: .search, maxLength: 256)
            submitButton("Filter", look: .quiet)
        }
    }

    private var logTable: HTML {
        table(.class("log")) {
            caption(.class("visually-hidden")) { "Requests, newest first" }
            thead {
                tr {
                    for title in ["Time", "Endpoint", "Status", "Request"] { th { title } }
                }
            }
            tbody {
                for record in records { LogRow(record: record, base: base).html }
            }
        }
    }
}

/// A request in the log. It opens to its parameters.
private struct LogRow {
    let record: RequestRecord
    let base: String

    var html: HTML {
        tr(.data("record", String(record.id))) {
            td { DateText(record.at).html }
            td { code { record.endpoint.rawValue } }
            td {
                span(.class("badge \(isAccepted ? "good" : "bad")")) { String(record.status) }
                if let error = record.error {
                    " "
                    code { error }
                }
            }
            td {
                details(.id("request-\(record.id)")) {
                    summary { bdi { record.explanation } }
                    parts
                }
            }
        }
    }

    private var isAccepted: Bool { record.status < 400 }

    @HTMLBuilder private var parts: HTML {
        if record.parameters.isEmpty {
            p(.class("detail")) { "No parameters." }
        } else {
            h2 { "Parameters" }
            facts(record.parameters)
        }
        if !record.clientSecret.isEmpty {
            h2 { "Client secret, without its signature" }
            facts(record.clientSecret)
        }
        if let command = CurlCommand(repeating: record, at: base) {
            h2 { "As a command" }
            pre(.class("curl"), .id("curl-\(record.id)")) { command.text }
            copyButton("Copy as curl", of: "curl-\(record.id)", spoken: "the request \(record.id)")
        }
    }

    private func facts(_ parameters: [RequestRecord.Parameter]) -> HTML {
        dl(.class("facts")) {
            for parameter in parameters {
                dt { code { parameter.name } }
                dd {
                    bdi { parameter.value }
                    if let date = Self.date(parameter) {
                        " ("
                        DateText(date).html
                        ")"
                    }
                }
            }
        }
    }

    /// Returns the time that a claim names (RFC 7519, section 2), if the clock can show it.
    private static func date(_ parameter: RequestRecord.Parameter) -> Date? {
        guard ["iat", "exp"].contains(parameter.name), let seconds = Int(parameter.value),
            (EmulatedClock.earliest.timeIntervalSince1970...EmulatedClock.latest.timeIntervalSince1970).contains(Double(seconds))
        else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}

/// The choice of requests that the log shows.
struct LogFilter {
    /// The result of a request.
    enum Result: String, CaseIterable {
        case accepted, rejected

        var title: String {
            switch self {
            case .accepted: "Accepted"
            case .rejected: "Rejected"
            }
        }
    }

    let endpoint: Endpoint?
    let result: Result?
    /// The text that the request contains, regardless of case.
    let words: String?

    /// Reads the filter of a query. An unknown value does not restrict.
    init(_ query: FormValues?) {
        endpoint = query?[.endpoint].flatMap(Endpoint.init(rawValue:))
        result = query?[.status].flatMap(Result.init(rawValue:))
        words = query?[.words].map { String($0.prefix(256)).lowercased() }
    }

    var isEmpty: Bool { endpoint == nil && result == nil && words == nil }

    func matches(_ record: RequestRecord) -> Bool {
        guard endpoint == nil || record.endpoint == endpoint else { return false }
        guard result == nil || (record.status < 400) == (result == .accepted) else { return false }
        guard let words else { return true }
        let texts =
            [record.explanation, record.error ?? "", String(record.status)]
            + (record.parameters + record.clientSecret).flatMap { [$0.name, $0.value] }
        return texts.contains { $0.lowercased().contains(words) }
    }
}
