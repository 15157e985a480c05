import Markup

/// The parts that only the console adds to the page of an account: the acts, and the records of operators.
package struct OperatedAccount: Sendable, Hashable {
    /// An act that the operator may order.
    package struct Act: Sendable, Hashable {
        package let name: String
        package let label: String

        package init(name: String, label: String) {
            self.name = name
            self.label = label
        }
    }

    /// The acts that the operator may order; empty for an auditor, and on the operator's own account.
    package let acts: [Act]
    /// Whether the operator proved both factors recently. The page leads to the proof otherwise.
    package let isFresh: Bool
    /// The latest first.
    package let records: [ShownRecord]
    /// How many Unicode scalars a reason may have.
    package let reasonLengths: ClosedRange<Int>
    package let notice: ConsoleNotice?

    package init(
        acts: [Act], isFresh: Bool, records: [ShownRecord], reasonLengths: ClosedRange<Int>, notice: ConsoleNotice? = nil
    ) {
        self.acts = acts
        self.reasonLengths = reasonLengths
        self.isFresh = isFresh
        self.records = records
        self.notice = notice
    }

    func orders(for account: String, formToken: FormToken) -> HTML {
        section(.aria(.labelledby, "acts")) {
            h2(.id("acts")) { "Act" }
            if acts.isEmpty {
                p(.class("detail")) { "Your role permits no act on this account." }
            } else if !isFresh {
                p(.class("detail")) { "An act requires that you proved both factors within the last minutes." }
                FreshnessLink().html
            } else {
                form(.class("fields"), .method(.post), .action(PagePath.orderAct(account))) {
                    HiddenField(.formToken, formToken.value).html
                    div(.class("field")) {
                        label(.for(FormField.act.id)) { "Act" }
                        select(.id(FormField.act.id), .name(FormField.act.rawValue), .autocomplete(.off)) {
                            for act in acts { option(.value(act.name)) { act.label } }
                        }
                    }
                    div(.class("field")) {
                        label(.for(FormField.reason.id)) {
                            "Reason, for the audit trail: \(reasonLengths.lowerBound) to \(reasonLengths.upperBound) characters"
                        }
                        // Browsers count UTF-16 code units, at most two for a scalar. The server decides.
                        input(
                            .type(.text), .id(FormField.reason.id), .name(FormField.reason.rawValue), .required,
                            .minlength(reasonLengths.lowerBound), .maxlength(2 * reasonLengths.upperBound), .autocomplete(.off))
                    }
                    SubmitButton("Perform or request").html
                }
            }
        }
    }
}

/// The link to the proof of both factors, which leads back to the console.
struct FreshnessLink {
    var html: HTML {
        let path = PagePath.reauthenticate.appending(query: FormField.next.rawValue, PageDestination.operators.rawValue)
        return p { a(.class("button", "quiet"), .href(.local(path))) { "Confirm that it is you" } }
    }
}

/// An entry of the operators' audit trail.
package struct ShownRecord: Sendable, Hashable {
    /// Such as `Performed: Lock the account`.
    package let summary: String
    package let time: DisplayTime
    /// The identifier of the account.
    package let account: String
    /// The operator; nil for the command.
    package let actor: String?
    package let approver: String?
    /// Untrusted text.
    package let reason: String?
    package let address: String

    package init(
        summary: String, time: DisplayTime, account: String, actor: String?, approver: String?, reason: String?, address: String
    ) {
        self.summary = summary
        self.time = time
        self.account = account
        self.actor = actor
        self.approver = approver
        self.reason = reason
        self.address = address
    }

    func html(on site: Site, namesAccount: Bool = false) -> HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { summary }
                if let reason { p { bdi { reason } } }
                if namesAccount {
                    p(.class("detail")) {
                        "Account "
                        a(.class("account-link"), .href(.local(PagePath.operatedAccount(account)))) { code { account } }
                    }
                }
                p(.class("detail")) {
                    "By "
                    if let actor { code { actor } } else { "the command" }
                    if let approver {
                        ", approved by "
                        code { approver }
                    }
                    " · \(address)"
                }
            }
            p(.class("detail", "when")) { time.html(on: site) }
        }
    }
}
