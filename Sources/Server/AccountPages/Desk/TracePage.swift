package import Markup

/// One trace: its steps in four lanes, in order.
package struct TracePage: Page, Hashable {
    package let title: String
    package let outcome: TimelineOutcome
    package let start: DisplayTime
    package let steps: [TimelineStep]
    /// The number of steps that were not recorded, because the trace was full.
    package let dropped: Int
    /// The path of the trace as a file; nil for a trace of an opened file, which does not change.
    package let file: LocalPath?
    /// The source of a test that repeats what the user did; nil for a trace that no user began.
    package let test: String?

    package init(
        title: String, outcome: TimelineOutcome, start: DisplayTime, steps: [TimelineStep], dropped: Int, file: LocalPath? = nil,
        test: String? = nil
    ) {
        self.title = title
        self.outcome = outcome
        self.start = start
        self.steps = steps
        self.dropped = dropped
        self.file = file
        self.test = test
    }

    package var script: LocalPath? { PagePath.deskTimelineScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Trace", site: site, width: .broad, script: script, section: .timeline).document {
            p(.class("single")) {
                if let file {
                    a(.class("button", "small", "quiet"), .href(.local(PagePath.deskTimeline))) { "All traces" }
                    " "
                    a(.class("button", "small", "quiet"), .href(.local(file))) { "Export this trace" }
                } else {
                    a(.class("button", "small", "quiet"), .href(.local(PagePath.deskOpenedTraces))) { "Opened traces" }
                }
            }
            div(.id("trace"), file == nil ? nil : .data("timeline", PagePath.deskTimelineEvents.text)) {
                if file == nil { p(.class("detail")) { "This trace is of a file, not of this desk." } }
                p(.class("lead")) {
                    title
                    " "
                    outcome.badge
                }
                if let reason = outcome.reason { p(.class("notice"), .data("failed", "trace")) { reason } }
                p(.class("detail")) {
                    "Began "
                    start.html(on: site.inEnglish)
                }
                if let test { Self.source(test, id: "test", summary: "As a Swift test", button: "Copy as Swift test") }
                ul(.class("lane-names"), .aria(.hidden, "true")) {
                    for lane in TimelineLane.allCases { li(.class("lane-\(lane.rawValue)")) { lane.label } }
                }
                ol(.class("lanes"), .role(.list)) {
                    for (index, step) in steps.enumerated() { step.html(number: index + 1) }
                }
                if dropped > 0 { p(.class("detail")) { "\(dropped) more steps were not recorded, because the trace was full." } }
            }
        }
    }
}

extension TracePage {
    /// A text to copy, behind a disclosure.
    ///
    /// - Parameter spoken: what distinguishes the button from others of the page, for screen readers.
    fileprivate static func source(
        _ text: String, id: String, summary title: String, button label: String, spoken: String = ""
    ) -> HTML {
        details(.id("\(id)-part"), .class("files")) {
            summary { title }
            pre(.id(id)) { text }
            DeskCopyButton(of: id, label: label, spoken: spoken).html
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

    /// The shape of a request or a response, without the values of most members.
    package struct Message: Sendable, Hashable {
        package let title: String
        package let fields: [Value]
        /// The kind and the size of the body; nil if it is empty or was not read.
        package let body: String?
        package let members: [Value]
        /// The number of fields and members that were not recorded.
        package let omitted: Int

        package init(title: String, fields: [Value], body: String?, members: [Value], omitted: Int) {
            self.title = title
            self.fields = fields
            self.body = body
            self.members = members
            self.omitted = omitted
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
    package let messages: [Message]
    /// The command line that repeats the request, without secrets; nil for a step that is not a request.
    package let command: String?

    package init(
        lane: TimelineLane, origin: TimelineLane? = nil, title: String, offset: String, duration: String?, outcome: TimelineOutcome,
        values: [Value] = [], checks: [Check] = [], messages: [Message] = [], command: String? = nil
    ) {
        self.lane = lane
        self.origin = origin
        self.title = title
        self.offset = offset
        self.duration = duration
        self.outcome = outcome
        self.values = values
        self.checks = checks
        self.messages = messages
        self.command = command
    }

    fileprivate func html(number: Int) -> HTML {
        li(outcome.hasFailed ? .class("lane-\(lane.rawValue)", "attention") : .class("lane-\(lane.rawValue)")) {
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
            if !values.isEmpty { Self.list(values) }
            if !checks.isEmpty {
                // The script keeps a closed part closed. The checks of a failed step are a new part, which is open at first.
                details(.id("checks-\(number)\(outcome.hasFailed ? "-failed" : "")"), outcome.hasFailed ? .open : nil) {
                    summary { "Checks of the token" }
                    ul(.role(.list)) {
                        for check in checks { Self.row(check) }
                    }
                }
            }
            for message in messages {
                details(.id("\(message.title.lowercased())-\(number)")) {
                    summary { message.title }
                    if !message.fields.isEmpty {
                        p(.class("detail")) { "Header fields" }
                        Self.list(message.fields)
                    }
                    if let body = message.body { p(.class("detail")) { "Body: \(body)" } }
                    if !message.members.isEmpty { Self.list(message.members) }
                    if message.omitted > 0 { p(.class("detail")) { "\(message.omitted) more were not recorded." } }
                }
            }
            if let command {
                TracePage.source(
                    command, id: "curl-\(number)", summary: "As a command", button: "Copy as curl", spoken: "step \(number)")
            }
        }
    }

    private static func list(_ values: [Value]) -> HTML {
        dl {
            for value in values {
                div {
                    dt { value.name }
                    dd { code { value.text } }
                }
            }
        }
    }

    private static func row(_ check: Check) -> HTML {
        li(check.outcome?.hasFailed == true ? .class("attention") : nil) {
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
        case .failed: "failed"
        case nil: "not checked"
        default: "passed"
        }
    }
}
