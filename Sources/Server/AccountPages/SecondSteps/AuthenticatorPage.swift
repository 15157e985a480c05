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
