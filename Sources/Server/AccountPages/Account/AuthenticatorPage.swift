package import Markup

/// Sets up an authenticator app: a QR code, the secret to type, and a field for the first code. On a phone, which cannot scan its
/// own screen, a link opens the app.
package struct AuthenticatorPage: Page, Hashable {
    /// The QR code. Nil if the QR code cannot be drawn; the secret can always be typed.
    package let picture: QRPicture?
    /// The secret in Base32.
    package let secret: String
    /// The address that hands the secret to an app on this device; nil without the link.
    package let link: AuthenticatorURL?
    package let errors: [FormError]
    package let formToken: FormToken

    package init(
        picture: QRPicture?, secret: String, link: AuthenticatorURL? = nil, errors: [FormError] = [], formToken: FormToken
    ) {
        self.picture = picture
        self.secret = secret
        self.link = link
        self.errors = errors
        self.formToken = formToken
    }

    package var helpers: [LocalPath] { [PagePath.codesScript] }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.authenticatorTitle, site: site, formToken: formToken, errors: errors, helpers: helpers).document {
            p(.class("lead")) {
                site.text(picture == nil ? .authenticatorKeyLead : .authenticatorScanLead)
            }
            if let picture {
                p(.class("code-picture"), .role(.image), .aria(.label, site.text(.authenticatorPicture))) { picture.html }
            }
            if let link {
                p(.class("on-phone")) { a(.class("button"), .href(.authenticator(link))) { site.text(.authenticatorOpen) } }
            }
            div(.id("secret"), .data("text", secret)) { p(.class("secret")) { code { groups } } }
            p(.class("actions")) { CopyButton(of: "secret").html(on: site) }
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

    package var helpers: [LocalPath] { [PagePath.codesScript] }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.codesTitle, site: site, formToken: formToken, helpers: helpers).document {
            if isFirst {
                p(.class("notice"), .role(.status), .data("code", "second-factor-on")) {
                    site.text(.codesTwoFactorOn)
                }
            }
            p(.class("lead")) { site.text(isFirst ? .codesLeadFirst : .codesLeadReplaced) }
            ol(.id("codes"), .class("codes"), .data("text", codes.joined(separator: "\n"))) {
                for text in codes { li { code { text } } }
            }
            p(.class("actions")) {
                CopyButton(of: "codes").html(on: site)
                // The text of the file has the name of the service, which distinguishes it from others in the folder of downloads.
                button(
                    .class("button", "small", "quiet"), .type(.button), .hidden, .data("saves", "codes"),
                    .data("title", "\(site.text(.codesName)) · \(site.serviceName)")
                ) { site.text(.download) }
                button(.class("button", "small", "quiet"), .type(.button), .hidden, .data("prints", "")) { site.text(.print) }
            }
            p(.class("aside")) { a(.class("button"), .href(.local(PagePath.secondFactors))) { site.text(.done) } }
        }
    }
}

/// A button that copies the codes in an element of the page. ``Script/codes`` shows it where the browser has a clipboard.
struct CopyButton {
    let id: String

    /// - Parameter id: the identifier of the element with the codes.
    init(of id: String) {
        self.id = id
    }

    func html(on site: Site) -> HTML {
        button(
            .class("button", "small", "quiet"), .type(.button), .hidden, .data("copies", id), .data("done", site.text(.copied)),
            .data("failed", site.text(.copyFailed))
        ) {
            site.text(.copy)
        }
    }
}

extension Script {
    /// The script of pages with codes: its buttons copy them, save them to a file, and print the page. Without it, the codes can be
    /// selected, and the browser prints the page.
    package static let codes = Script(
        copying,
        #"""
        (() => {
          for (const button of document.querySelectorAll("button[data-saves]")) {
            button.hidden = false;
            button.addEventListener("click", () => {
              const { title, saves } = button.dataset;
              const file = new Blob([`${title}\n\n${textToCopy(saves)}\n`], { type: "text/plain" });
              const link = document.createElement("a");
              link.href = URL.createObjectURL(file);
              // File systems do not accept these characters.
              link.download = `${title.replace(/[\/\\:*?"<>|]/g, " ")}.txt`;
              link.click();
              setTimeout(() => URL.revokeObjectURL(link.href), 1000);
            });
          }

          for (const button of document.querySelectorAll("button[data-prints]")) {
            button.hidden = false;
            button.addEventListener("click", () => window.print());
          }
        })();
        """#)
}
