import Markup

/// The section of the desk with the snapshots of `latchkey dev`.
package struct DeskSnapshots: Sendable, Hashable {
    /// One snapshot.
    package struct Row: Sendable, Hashable {
        package let name: String
        package let saved: DisplayTime

        package init(name: String, saved: DisplayTime) {
            self.name = name
            self.saved = saved
        }
    }

    /// The newest first.
    package let rows: [Row]
    /// Whether snapshots stay when the command ends.
    package let areKept: Bool
    /// The maximum length of a name.
    package let lengthLimit: Int
    /// The outcome of the last request, in one sentence; nil for none.
    package let notice: String?
    /// Whether that request failed.
    package let hasFailed: Bool

    package init(rows: [Row], areKept: Bool, lengthLimit: Int, notice: String? = nil, hasFailed: Bool = false) {
        self.rows = rows
        self.areKept = areKept
        self.lengthLimit = lengthLimit
        self.notice = notice
        self.hasFailed = hasFailed
    }

    var noticeHTML: HTML {
        HTML {
            if let notice { p(hasFailed ? .class("notice", "warning") : .class("notice"), .role(.status)) { notice } }
        }
    }

    func html(formToken: FormToken, on site: Site) -> HTML {
        section(.aria(.labelledby, "snapshots")) {
            h2(.id("snapshots")) { "Snapshots" }
            p(.class("detail")) {
                "A snapshot has the accounts, Apple Accounts and phones of one moment. The mailbox, traces and log lines are not part of it. To save or restore one, everything stops for a few seconds."
                if !areKept { " Without --data, snapshots are deleted when the command ends." }
            }
            form(.class("desk-search"), .method(.post), .action(PagePath.deskSaveSnapshot)) {
                HiddenField(.formToken, formToken.value).html
                div(.class("field")) {
                    label(.for("snapshot-name")) { "Name: letters, digits, dots, hyphens and underscores" }
                    input(
                        .type(.text), .id("snapshot-name"), .name(FormField.name.rawValue), .maxlength(lengthLimit), .required,
                        .autocomplete(.off), .autocapitalizeNone, .autocorrectOff, .spellcheckOff)
                }
                button(.class("button", "small", "quiet"), .type(.submit)) { "Save a snapshot" }
            }
            if !rows.isEmpty {
                ul(.class("rows"), .role(.list)) {
                    for row in rows { html(of: row, formToken: formToken, on: site) }
                }
            }
        }
    }

    private func html(of row: Row, formToken: FormToken, on site: Site) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { row.name }
                p(.class("detail")) {
                    "Saved "
                    row.saved.html(on: site)
                }
                details(.class("start-over")) {
                    summary {
                        "Restore or delete"
                        span(.class("visually-hidden")) { " \(row.name)" }
                    }
                    p(.class("detail")) {
                        "Restoring replaces the current data. As after any restored backup, single-use codes end, and passkey signals are off until they are confirmed."
                    }
                    DeskButton(
                        label: "Restore", action: PagePath.restoreDeskSnapshot(row.name), formToken: formToken, isDestructive: true,
                        spoken: " \(row.name)"
                    ).html
                    DeskButton(
                        label: "Delete", action: PagePath.deleteDeskSnapshot(row.name), formToken: formToken, isDestructive: true,
                        spoken: " \(row.name)"
                    ).html
                }
            }
        }
    }
}
