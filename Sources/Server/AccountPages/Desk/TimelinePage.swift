package import Markup

/// The recorded traces of `latchkey dev`, the newest first, with a filter.
package struct TimelinePage: Page, Hashable {
    package let filter: TimelineFilter
    /// The people and apps of all traces, to choose from.
    package let people: [String]
    package let apps: [String]
    /// The traces that match the filter.
    package let traces: [TimelineTrace]

    package init(filter: TimelineFilter, people: [String], apps: [String], traces: [TimelineTrace]) {
        self.filter = filter
        self.people = people
        self.apps = apps
        self.traces = traces
    }

    package var script: LocalPath? { PagePath.deskTimelineScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Timeline", site: site, width: .broad, script: script, section: .timeline).document {
            p(.class("lead")) {
                "What happened after each tap on a phone and each request of a client, across phone, app, account server and Apple. Passwords, cookies, codes and keys are not recorded."
            }
            form(.class("desk-search"), .method(.get), .action(PagePath.deskTimeline)) {
                choice(TimelineFilter.personName, "Person", filter.person, people)
                choice(TimelineFilter.appName, "App", filter.app, apps)
                choice(
                    TimelineFilter.statusName, "Status", filter.status?.rawValue, TimelineFilter.Status.allCases.map(\.rawValue))
                button(.class("button", "small", "quiet"), .type(.submit)) { "Filter" }
            }
            files
            div(.id("traces"), .class("timeline"), .data("timeline", PagePath.deskTimelineEvents.text)) {
                if traces.isEmpty {
                    p(.class("detail")) {
                        filter == TimelineFilter()
                            ? "Nothing is recorded yet. Open an app on a phone, or sign in." : "No trace matches the filter."
                    }
                } else {
                    ul(.class("rows"), .role(.list)) {
                        for trace in traces { trace.row(on: site.inEnglish, at: PagePath.deskTrace(trace.id)) }
                    }
                }
            }
        }
    }

    /// The export of all traces, and a field that opens a file.
    private var files: HTML {
        details(.class("files")) {
            summary { "Files" }
            p(.class("single")) {
                a(.class("button", "small", "quiet"), .href(.local(PagePath.deskTimelineFile))) { "Export all traces" }
                " "
                a(.class("button", "small", "quiet"), .href(.local(PagePath.deskOpenedTraces))) { "Opened traces" }
            }
            div(.class("field"), .hidden, .data("opens", PagePath.deskOpenedTraces.text)) {
                label(.for("trace-file")) { "Open a file of traces" }
                input(.id("trace-file"), .type(.file))
                p(.class("reason"), .role(.alert)) {}
            }
            p(.class("detail")) {
                "Without a script, "
                code { "latchkey desk open-traces FILE" }
                " opens a file."
            }
        }
    }

    private func choice(_ name: String, _ title: String, _ chosen: String?, _ options: [String]) -> HTML {
        div(.class("field")) {
            label(.for(name)) { title }
            select(.id(name), .name(name)) {
                option(.value(""), chosen == nil ? .selected : nil) { "All" }
                for value in options { option(.value(value), value == chosen ? .selected : nil) { value } }
            }
        }
    }
}

/// The traces of an opened file, which is untrusted. Nothing on this page changes or reaches another server.
package struct OpenedTracesPage: Page, Hashable {
    package let traces: [TimelineTrace]

    package init(_ traces: [TimelineTrace]) {
        self.traces = traces
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Opened traces", site: site, width: .broad, section: .timeline).document {
            p(.class("single")) { a(.class("button", "small", "quiet"), .href(.local(PagePath.deskTimeline))) { "All traces" } }
            p(.class("lead")) { "These traces are of a file, not of this desk. They stay until another file is opened." }
            if traces.isEmpty {
                p(.class("detail")) { "No file is open." }
            } else {
                div(.class("timeline")) {
                    ul(.class("rows"), .role(.list)) {
                        for trace in traces { trace.row(on: site.inEnglish, at: PagePath.deskOpenedTrace(trace.id)) }
                    }
                }
            }
        }
    }
}

/// The filter of the timeline. Nil does not restrict.
package struct TimelineFilter: Sendable, Hashable {
    package enum Status: String, Sendable, CaseIterable {
        case running, succeeded, failed, cancelled
    }

    package let person: String?
    package let app: String?
    package let status: Status?

    package init(person: String? = nil, app: String? = nil, status: Status? = nil) {
        self.person = person
        self.app = app
        self.status = status
    }

    package static let personName = "person"
    package static let appName = "app"
    package static let statusName = "status"
}

/// A trace in the list. Its texts may contain untrusted text.
package struct TimelineTrace: Sendable, Hashable {
    package let id: String
    /// The action or request that began the trace.
    package let title: String
    /// The person, app and phone, as far as they are known.
    package let origin: [String]
    package let start: DisplayTime
    package let duration: String
    package let steps: Int
    package let outcome: TimelineOutcome

    package init(
        id: String, title: String, origin: [String], start: DisplayTime, duration: String, steps: Int, outcome: TimelineOutcome
    ) {
        self.id = id
        self.title = title
        self.origin = origin
        self.start = start
        self.duration = duration
        self.steps = steps
        self.outcome = outcome
    }

    fileprivate func row(on site: Site, at path: LocalPath) -> HTML {
        li(outcome.hasFailed ? .class("attention") : nil) {
            div(.class("what")) {
                p(.class("name")) {
                    a(.href(.local(path))) { title }
                    " "
                    outcome.badge
                }
                if let reason = outcome.reason { p(.class("detail")) { reason } }
                p(.class("detail")) {
                    for part in origin {
                        bdi { part }
                        " · "
                    }
                    "\(steps == 1 ? "1 step" : "\(steps) steps") · \(duration)"
                }
            }
            p(.class("detail", "when")) { start.html(on: site) }
        }
    }
}

/// The outcome of a trace or a step.
package enum TimelineOutcome: Sendable, Hashable {
    case running
    case succeeded
    case failed(String)
    case cancelled

    var hasFailed: Bool { reason != nil }

    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }

    var badge: HTML {
        span(.class(hasFailed ? "badge failed" : "badge")) {
            switch self {
            case .running: "Running"
            case .succeeded: "Succeeded"
            case .failed: "Failed"
            case .cancelled: "Cancelled"
            }
        }
    }
}
