import Markup

/// One team with everything that it registered.
struct TeamPage {
    let team: DeveloperTeam
    let apps: [AppID]
    let services: [ServicesID]
    let keys: [DeveloperKey]
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: team.name, width: .wide, place: .console).document {
            h1 { bdi { team.name } }
            p(.class("lead")) {
                "Team ID "
                code { team.id.rawValue }
            }
            appSection
            serviceSection
            keySection
            emailSection
        }
    }

    private var base: LocalPath { PagePath.Console.team.appending(segment: team.id.rawValue) }

    private var appSection: HTML {
        section {
            h2 { "App IDs" }
            ul(.class("rows")) {
                if apps.isEmpty { li(.class("empty")) { "No app yet: register one, then a Services ID and a key for it." } }
                for app in apps { li { AppRow(app: app, base: base, formToken: formToken).html } }
            }
            div(.class("card")) {
                h3 { "Register an App ID" }
                fieldsForm(base.appending(segment: "apps"), token: formToken) {
                    div(.class("pair")) {
                        textField(.client, label: "Bundle ID", hint: "com.example.app", isRequired: true, maxLength: 255)
                        textField(.name, label: "Name", hint: "As the sheet shows it.", isRequired: true, maxLength: 100)
                    }
                    submitButton("Register", look: .quiet)
                }
            }
        }
    }

    private var serviceSection: HTML {
        section {
            h2 { "Services IDs" }
            ul(.class("rows")) {
                if services.isEmpty { li(.class("empty")) { "No website yet." } }
                for service in services { li { ServiceRow(service: service, base: base, formToken: formToken).html } }
            }
            if apps.contains(where: \.isPrimary) {
                div(.class("card")) {
                    h3 { "Register a Services ID" }
                    fieldsForm(base.appending(segment: "services"), token: formToken) {
                        div(.class("pair")) {
                            labelled(.client, id: "service-id", "Identifier")
                            labelled(.name, id: "service-name", "Name")
                        }
                        primaryChoice
                        labelled(.domains, id: "service-domains", "Domains, with spaces between")
                        labelled(.urls, id: "service-urls", "Return URLs, with spaces between")
                        submitButton("Register", look: .quiet)
                    }
                }
            }
        }
    }

    private var keySection: HTML {
        section {
            h2 { "Keys" }
            ul(.class("rows")) {
                if keys.isEmpty { li(.class("empty")) { "No key yet." } }
                for key in keys { li { KeyRow(key: key, base: base, formToken: formToken).html } }
            }
            if apps.contains(where: \.isPrimary) {
                div(.class("card")) {
                    h3 { "Make a key" }
                    p(.class("detail")) { "At most two for each primary App ID. The file can be downloaded once." }
                    fieldsForm(base.appending(segment: "keys"), token: formToken) {
                        labelled(.name, id: "key-name", "Name")
                        primaryChoice
                        submitButton("Make key", look: .quiet)
                    }
                }
            }
        }
    }

    private var emailSection: HTML {
        section {
            h2 { "E-mail sources" }
            p(.class("detail")) { "Who may write to relay addresses of this team’s users." }
            ul(.class("rows")) {
                if team.emailSources.isEmpty { li(.class("empty")) { "Nobody yet." } }
                for source in team.emailSources {
                    li {
                        p(.class("what")) { source.rawValue }
                        postButton(
                            "Remove", spoken: source.rawValue,
                            action: base.appending(segment: "sources").appending(segment: "remove"),
                            token: formToken, look: .smallDanger, [(.source, source.rawValue)])
                    }
                }
            }
            div(.class("card")) {
                fieldsForm(base.appending(segment: "sources"), token: formToken) {
                    textField(.source, label: "Domain or address", isRequired: true)
                    submitButton("Add", look: .quiet)
                }
            }
        }
    }

    private var primaryChoice: HTML {
        fieldset {
            legend { "Primary App ID" }
            for (index, app) in apps.filter(\.isPrimary).enumerated() {
                radioChoice(.key, value: app.id.rawValue, isChosen: index == 0, label: app.name, detail: app.id.rawValue)
            }
        }
    }

    /// A field with an id of its own: several forms of this page have fields of one name.
    private func labelled(_ field: PageField, id: String, _ text: String) -> HTML {
        div(.class("field")) {
            label(.for(id)) { text }
            input(.type(.text), .id(id), .name(field.rawValue), .autocapitalizeNone, .spellcheckOff, .required)
        }
    }
}
