import Markup

/// The last step of the sheet: the first time what is shared, later only to continue.
struct ConsentStep {
    let sheet: AuthorizationSheet
    let form: ConsentForm
    let formToken: FormToken

    var html: HTML {
        HTML {
            p(.class("lead")) { lead }
            fieldsForm(PagePath.Sheet.consent, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                if form.isFirst, form.asksName { nameFields }
                if form.isFirst, form.asksEmail { emailChoice }
                submitButton("Continue")
            }
        }
    }

    private var lead: HTML {
        HTML {
            "Signed in as "
            strong { bdi { form.account.name } }
            if let email = form.account.email {
                ", "
                bdi { email }
            }
            "."
        }
    }

    private var nameFields: HTML {
        fieldset {
            legend { "Name" }
            p(.class("hint")) { "You can change how you are called there." }
            div(.class("pair")) {
                textField(.givenName, label: "First name", value: form.givenName, autocomplete: .givenName, maxLength: 100)
                textField(.familyName, label: "Last name", value: form.familyName, autocomplete: .familyName, maxLength: 100)
            }
        }
    }

    @HTMLBuilder private var emailChoice: HTML {
        fieldset {
            legend { "E-mail" }
            radioChoice(
                .emailChoice, value: EmailChoice.share.rawValue, isChosen: true, label: "Share my e-mail", detail: form.email)
            radioChoice(
                .emailChoice, value: EmailChoice.hide.rawValue, isChosen: false, label: "Hide my e-mail",
                detail: "The app gets a relay address that forwards to yours.")
        }
        if form.emails.count > 1 {
            fieldset {
                legend { "Address to share or forward to" }
                for email in form.emails {
                    radioChoice(.address, value: email, isChosen: email == form.email, label: email, detail: nil)
                }
            }
        }
    }
}
