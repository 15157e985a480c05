package import Markup

/// Sets up an authenticator app: a QR code, the secret to type, and a field for the first code.
package struct AuthenticatorPage: Page, Hashable {
    /// The QR code. Nil if the QR code cannot be drawn; the secret can always be typed.
    package let picture: QRPicture?
    /// The secret in Base32.
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
        PageFrame(.authenticatorTitle, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) {
                site.text(picture == nil ? .authenticatorKeyLead : .authenticatorScanLead)
            }
            if let picture {
                p(.class("code-picture"), .role(.image), .aria(.label, site.text(.authenticatorPicture))) { picture.html }
            }
            p(.class("secret")) { code { groups } }
            FormFrame(action: PagePath.authenticator, formToken: formToken, errors: errors).html {
                CodeField(
                    kind: .generated, label: site.text(.code), hint: site.text(.authenticatorCodeHint), errors: errors
                ).html(on: site)
                SubmitButton(site.text(.turnOn)).html
            }
            p(.class("aside")) { a(.href(.local(PagePath.secondFactors))) { site.text(.notNow) } }
        }
    }

    /// The secret in groups of four characters, which are easy to copy.
    private var groups: String {
        let characters = Array(secret)
        return stride(from: 0, to: characters.count, by: 4)
            .map { String(characters[$0..<min($0 + 4, characters.count)]) }.joined(separator: " ")
    }
}

/// A QR code drawn inside the page, so that no other response or cache contains its content.
package struct QRPicture: Hashable, Sendable {
    /// The rows of the square; dark modules are true.
    package let rows: [[Bool]]

    package init(rows: [[Bool]]) {
        self.rows = rows
    }

    /// The code with the quiet zone of four modules that readers need (ISO/IEC 18004, section 5.3.8), dark on light in any color
    /// scheme. Only numbers are inserted into the markup.
    var html: HTML {
        let size = rows.count + 8
        return HTML {
            DangerousRawMarkup(
                trusted: """
                    <svg class="qr" viewBox="0 0 \(size) \(size)" aria-hidden="true">\
                    <rect width="\(size)" height="\(size)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
                    """)
        }
    }

    /// A path with one rectangle for each run of dark modules.
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

/// Shows new recovery codes. They are shown only once.
package struct RecoveryCodesPage: Page, Hashable {
    package let codes: [String]
    /// Whether two-factor authentication has just been turned on.
    package let isFirst: Bool
    package let formToken: FormToken

    package init(codes: [String], isFirst: Bool, formToken: FormToken) {
        self.codes = codes
        self.isFirst = isFirst
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.codesTitle, site: site, formToken: formToken).document {
            if isFirst {
                p(.class("notice"), .role(.status), .data("code", "second-factor-on")) {
                    site.text(.codesTwoFactorOn)
                }
            }
            p(.class("lead")) { site.text(isFirst ? .codesLeadFirst : .codesLeadReplaced) }
            ol(.class("codes")) {
                for text in codes { li { code { text } } }
            }
            p(.class("aside")) { a(.class("button"), .href(.local(PagePath.secondFactors))) { site.text(.done) } }
        }
    }
}
