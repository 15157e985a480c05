package import Markup

/// The acts that wait for the approval of an administrator who did not order them.
package struct ApprovalsPage: Page, Hashable {
    package struct Request: Sendable, Hashable {
        package let id: String
        package let act: String
        /// The act in words.
        package let label: String
        package let account: String
        package let requester: String
        /// Untrusted text.
        package let reason: String
        package let expiry: DisplayTime
        /// Whether the operator may approve it.
        package let canApprove: Bool
        /// Whether the operator may cancel or decline it.
        package let canDecline: Bool

        package init(
            id: String, act: String, label: String, account: String, requester: String, reason: String, expiry: DisplayTime,
            canApprove: Bool, canDecline: Bool
        ) {
            self.id = id
            self.act = act
            self.label = label
            self.account = account
            self.requester = requester
            self.reason = reason
            self.expiry = expiry
            self.canApprove = canApprove
            self.canDecline = canDecline
        }
    }

    /// The oldest first.
    package let requests: [Request]
    /// Whether these are all requests.
    package let isComplete: Bool
    /// Whether the operator proved both factors recently.
    package let isFresh: Bool
    package let notice: ConsoleNotice?
    package let formToken: FormToken

    package init(
        requests: [Request], isComplete: Bool = true, isFresh: Bool, notice: ConsoleNotice? = nil, formToken: FormToken
    ) {
        self.requests = requests
        self.isComplete = isComplete
        self.isFresh = isFresh
        self.notice = notice
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(console: "Approvals", section: .approvals, site: site, formToken: formToken).document {
            if let notice { notice.html }
            if requests.isEmpty {
                p(.class("detail")) { "No act waits for an approval." }
            } else {
                if !isFresh { FreshnessLink().html }
                ul(.class("rows"), .role(.list)) {
                    for request in requests { row(request, on: site.inEnglish) }
                }
                if !isComplete { p(.class("detail")) { "More acts wait. Decide on these first." } }
            }
        }
    }

    private func row(_ request: Request, on site: Site) -> HTML {
        // Several buttons have the same label.
        let spoken = ": \(request.label), account \(request.account)"
        return li {
            div(.class("what")) {
                p(.class("name")) { request.label }
                p { bdi { request.reason } }
                p(.class("detail")) {
                    "Account "
                    a(.class("account-link"), .href(.local(PagePath.operatedAccount(request.account)))) { code { request.account } }
                }
                p(.class("detail")) {
                    "Requested by "
                    code { request.requester }
                    " · expires "
                    request.expiry.html(on: site)
                }
            }
            if isFresh, request.canApprove {
                form(.class("single"), .method(.post), .action(PagePath.approve(request.id))) {
                    HiddenField(.formToken, formToken.value).html
                    HiddenField(.act, request.act).html
                    HiddenField(.account, request.account).html
                    button(.class("button", "small", "danger"), .type(.submit)) {
                        "Approve and perform"
                        span(.class("visually-hidden")) { spoken }
                    }
                }
            }
            if isFresh, request.canDecline {
                DeskButton(
                    label: "Remove the request", action: PagePath.decline(request.id), formToken: formToken, spoken: spoken
                ).html
            }
        }
    }
}

/// The operators' audit trail.
package struct OperatorRecordsPage: Page, Hashable {
    /// The latest first.
    package let records: [ShownRecord]
    /// The identifier of the last record, if more follow.
    package let next: String?
    package let formToken: FormToken

    package init(records: [ShownRecord], next: String?, formToken: FormToken) {
        self.records = records
        self.next = next
        self.formToken = formToken
    }

    /// The name of the query item with the identifier of the record before the page.
    package static let beforeName = "before"

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(console: "Audit trail", section: .records, site: site, formToken: formToken).document {
            if records.isEmpty {
                p(.class("detail")) { "No records." }
            } else {
                ul(.class("rows"), .role(.list)) {
                    for record in records { record.html(on: site.inEnglish, namesAccount: true) }
                }
            }
            if let next {
                let path = PagePath.operatorRecords.appending(query: Self.beforeName, next)
                p { a(.class("button", "quiet"), .href(.local(path))) { "Older records" } }
            }
        }
    }
}
