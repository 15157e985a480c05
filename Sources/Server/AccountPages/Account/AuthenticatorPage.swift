package import Markup

/// Sets up an authenticator app: a code to scan, the secret to type, and a first code to show that it works.
package struct AuthenticatorPage: Page, Hashable {
    /// Nil where it cannot be drawn; the secret can always be typed.
    package let picture: QRPicture?
    /// In Base32.
    package let secret: String
    package let errors: [FormError]
    package let formToken: FormToken

    package init(picture: QRPicture?, secret: String, errors: [FormError] = [], formToken: FormToken) {
        self.picture = picture
        self.secret = secret
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Set up an authenticator app", site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) {
                picture == nil
                    ? "Type this into your authenticator app." : "Scan this with your authenticator app, or type what stands below."
            }
            if let picture { p(.class("code-picture")) { picture.html } }
            p(.class("secret")) { code { groups } }
            FormFrame(action: PagePath.authenticator, formToken: formToken, errors: errors).html {
                CodeField(
                    kind: .generated, label: "Code", hint: "Six digits that the app shows now. They prove that it works.",
                    errors: errors
                ).html
                SubmitButton("Turn on").html
            }
            p(.class("aside")) { a(.href(.local(PagePath.secondSteps))) { "Not now" } }
        }
    }

    /// In fours, as people copy.
    private var groups: String {
        let characters = Array(secret)
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<min($0 + 4, characters.count)]) }.joined(separator: " ")
    }
}

/// A QR code as a drawing within the page, so that what it holds is in no other answer and no cache.
package struct QRPicture: Hashable, Sendable {
    /// Square; dark modules are true.
    package let rows: [[Bool]]

    package init(rows: [[Bool]]) {
        self.rows = rows
    }

    /// The code with the light margin of four modules that readers need (ISO/IEC 18004, section 5.3.8), dark on light whatever the colours
    /// of the page. Nothing but numbers goes into the markup.
    var html: HTML {
        let size = rows.count + 8
        return HTML {
            DangerousRawMarkup(
                trusted: """
                    <svg class="qr" viewBox="0 0 \(size) \(size)" role="img" aria-label="QR code for your authenticator app">\
                    <rect width="\(size)" height="\(size)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
                    """)
        }
    }

    /// One rectangle for each run of dark modules.
    private var path: String {
        var path = ""
        for (y, row) in rows.enumerated() {
            var x = 0
            while x < row.count {
                let run = row[x...].prefix { $0 }.count
                if run > 0 { path += "M\(x + 4) \(y + 4)h\(run)v1h-\(run)z" }
                x += max(run, 1)
            }
        }
        return path
    }
}

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
