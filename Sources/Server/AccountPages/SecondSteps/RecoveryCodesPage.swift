package import Markup

/// Shows recovery codes, this once.
package struct RecoveryCodesPage: Page, Hashable {
    package let codes: [String]
    /// Whether the second step was turned on just now.
    package let isFirst: Bool
    package let formToken: FormToken

    package init(codes: [String], isFirst: Bool, formToken: FormToken) {
        self.codes = codes
        self.isFirst = isFirst
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Your recovery codes", site: site, formToken: formToken).document {
            if isFirst {
                p(.class("notice"), .role(.status), .data("code", "second-step-on")) {
                    "Two-step sign-in is on. Your authenticator app is asked for from now on."
                }
            }
            p(.class("lead")) {
                "Write these down or print them, and keep them where you would look without your devices. Each opens your account once, in place of a second step. They are not shown again"
                isFirst ? "." : ", and all earlier ones have ended."
            }
            ol(.class("codes")) {
                for text in codes { li { code { text } } }
            }
            p(.class("aside")) { a(.class("button"), .href(.local(PagePath.secondSteps))) { "I have kept them" } }
        }
    }
}
