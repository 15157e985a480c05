package import Markup

/// The last lines of the log, the newest first.
package struct DeskLogPage: Page, Hashable {
    package let lines: [DeskLogLine]

    package init(_ lines: [DeskLogLine]) {
        self.lines = lines
    }

    package var script: LocalPath? { PagePath.deskScript }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(english: "Log", site: site, width: .broad, script: script, section: .log).document {
            p(.class("lead")) {
                "The last lines of the account server's log, the newest first. With --log, latchkey dev also writes them to its terminal."
            }
            div(.id("log-lines"), .data("live", "log")) {
                if lines.isEmpty {
                    p(.class("detail")) { "No lines yet." }
                } else {
                    ol(.class("log-lines"), .role(.list)) {
                        for line in lines { line.html }
                    }
                }
            }
        }
    }
}

/// A line of the log. Its texts may contain untrusted text.
package struct DeskLogLine: Sendable, Hashable {
    package let time: DisplayTime
    /// The level, such as `info`.
    package let level: String
    package let message: String
    /// The metadata, such as `event=signed-in`; empty for none.
    package let details: String

    package init(time: DisplayTime, level: String, message: String, details: String) {
        self.time = time
        self.level = level
        self.message = message
        self.details = details
    }

    fileprivate var html: HTML {
        li(["warning", "error", "critical"].contains(level) ? .class("attention") : nil) {
            Markup.time(.datetime(time.machine)) { time.machine }
            " "
            span(.class("level")) { level }
            " "
            strong(.class("name")) { message }
            if !details.isEmpty {
                " "
                code { details }
            }
        }
    }
}
