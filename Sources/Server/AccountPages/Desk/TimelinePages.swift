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
            div(.id("traces"), .class("timeline"), .data("timeline", PagePath.deskTimelineEvents.text)) {
                if traces.isEmpty {
                    p(.class("detail")) {
                        filter == TimelineFilter()
                            ? "Nothing is recorded yet. Open an app on a phone, or sign in." : "No trace matches the filter."
                    }
                } else {
                    ul(.class("rows"), .role(.list)) {
                        for trace in traces { trace.row(on: site.inEnglish) }
                    }
                }
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

/// The filter of the timeline. Nil does not restrict.
package struct TimelineFilter: Sendable, Hashable {
    package enum Status: String, Sendable, CaseIterable {
        case running, succeeded, refused, cancelled
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
    /// What began the trace.
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

    fileprivate func row(on site: Site) -> HTML {
        li(outcome.isRefused ? .class("attention") : nil) {
            div(.class("what")) {
                p(.class("name")) {
                    a(.href(.local(PagePath.deskTrace(id)))) { title }
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
    case refused(String)
    case cancelled

    fileprivate var isRefused: Bool { reason != nil }

    fileprivate var reason: String? { if case .refused(let reason) = self { reason } else { nil } }

    fileprivate var badge: HTML {
        span(.class("badge")) {
            switch self {
            case .running: "Running"
            case .succeeded: "Succeeded"
            case .refused: "Refused"
            case .cancelled: "Cancelled"
            }
        }
    }
}

/// One trace: its steps in four lanes, in order.
package struct TracePage: Page, Hashable {
    package let title: String
    package let outcome: TimelineOutcome
    package let start: DisplayTime
    package let steps: [TimelineStep]
    /// The number of steps that were not recorded, because the trace was full.
    package let dropped: Int

    package init(title: String, outcome: TimelineOutcome, start: DisplayTime, steps: [TimelineStep], dropped: Int) {
        self.title = title
        self.outcome = outcome
        self.start = start
        self.steps = steps
        self.dropped = dropped
    }

    package var script: LocalPath? { PagePath.deskTimelineScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Trace", site: site, width: .broad, script: script, section: .timeline).document {
            p(.class("single")) { a(.class("button", "small", "quiet"), .href(.local(PagePath.deskTimeline))) { "All traces" } }
            div(.id("trace"), .data("timeline", PagePath.deskTimelineEvents.text)) {
                p(.class("lead")) {
                    title
                    " "
                    outcome.badge
                }
                if let reason = outcome.reason { p(.class("notice"), .data("refused", "trace")) { reason } }
                p(.class("detail")) {
                    "Began "
                    start.html(on: site.inEnglish)
                }
                ul(.class("lane-names"), .aria(.hidden, "true")) {
                    for lane in TimelineLane.allCases { li(.class("lane-\(lane.rawValue)")) { lane.label } }
                }
                ol(.class("lanes"), .role(.list)) {
                    for step in steps { step.html }
                }
                if dropped > 0 { p(.class("detail")) { "\(dropped) more steps were not recorded, because the trace was full." } }
            }
        }
    }
}

/// The party of a step. The raw values are parts of class names.
package enum TimelineLane: String, Sendable, CaseIterable {
    case phone, app, server, apple

    var label: String {
        switch self {
        case .phone: "Phone"
        case .app: "App"
        case .server: "Account server"
        case .apple: "Apple"
        }
    }
}

/// A step of a trace. Its texts may contain untrusted text.
package struct TimelineStep: Sendable, Hashable {
    package struct Value: Sendable, Hashable {
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// A check of a token.
    package struct Check: Sendable, Hashable {
        package let claim: String
        package let requirement: String
        package let value: String?
        /// Nil for a check that was skipped, because an earlier one failed.
        package let outcome: TimelineOutcome?

        package init(claim: String, requirement: String, value: String?, outcome: TimelineOutcome?) {
            self.claim = claim
            self.requirement = requirement
            self.value = value
            self.outcome = outcome
        }
    }

    package let lane: TimelineLane
    /// The lane of the step that caused this one, if it is another.
    package let origin: TimelineLane?
    package let title: String
    /// The time from the start of the trace.
    package let offset: String
    /// The duration; nil while the step runs.
    package let duration: String?
    package let outcome: TimelineOutcome
    package let values: [Value]
    package let checks: [Check]

    package init(
        lane: TimelineLane, origin: TimelineLane? = nil, title: String, offset: String, duration: String?, outcome: TimelineOutcome,
        values: [Value] = [], checks: [Check] = []
    ) {
        self.lane = lane
        self.origin = origin
        self.title = title
        self.offset = offset
        self.duration = duration
        self.outcome = outcome
        self.values = values
        self.checks = checks
    }

    fileprivate var html: HTML {
        li(outcome.isRefused ? .class("lane-\(lane.rawValue)", "attention") : .class("lane-\(lane.rawValue)")) {
            p(.class("detail")) {
                if let origin { "\(origin.label) → " }
                "\(lane.label) · \(offset)"
                if let duration { " · took \(duration)" }
            }
            p(.class("name")) {
                title
                " "
                outcome.badge
            }
            if let reason = outcome.reason { p(.class("reason")) { reason } }
            if !values.isEmpty {
                dl {
                    for value in values {
                        div {
                            dt { value.name }
                            dd { code { value.text } }
                        }
                    }
                }
            }
            if !checks.isEmpty {
                details(outcome.isRefused ? .open : nil) {
                    summary { "Checks of the token" }
                    ul(.role(.list)) {
                        for check in checks { Self.row(check) }
                    }
                }
            }
        }
    }

    private static func row(_ check: Check) -> HTML {
        li(check.outcome?.isRefused == true ? .class("attention") : nil) {
            code { check.claim }
            " \(word(check.outcome)): \(check.requirement)"
            if let value = check.value {
                ". Value: "
                code { value }
            }
            if let reason = check.outcome?.reason {
                " "
                strong { reason }
            }
        }
    }

    private static func word(_ outcome: TimelineOutcome?) -> String {
        switch outcome {
        case .refused: "refused"
        case nil: "not checked"
        default: "passed"
        }
    }
}
