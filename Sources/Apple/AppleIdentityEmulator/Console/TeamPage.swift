import Markup

/// The page of a team and everything that it registered.
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
                if apps.isEmpty { li(.class("empty")) { "No apps. Register one, then a Services ID and a key for it." } }
                for app in apps { li { AppRow(app: app, base: base, formToken: formToken).html } }
            }
            div(.class("card")) {
                h3 { "Register an App ID" }
                fieldsForm(base.appending(segment: "apps"), token: formToken) {
                    div(.class("pair")) {
                        textField(.client, label: "Bundle ID", hint: "com.example.app", isRequired: true, maxLength: 255)
                        textField(.name, label: "Name", hint: "Shown on the sheet.", isRequired: true, maxLength: 100)
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
                if services.isEmpty { li(.class("empty")) { "No websites." } }
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
                        labelled(.domains, id: "service-domains", "Domains, separated by spaces")
                        labelled(.urls, id: "service-urls", "Return URLs, separated by spaces")
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
                if keys.isEmpty { li(.class("empty")) { "No keys." } }
                for key in keys { li { KeyRow(key: key, base: base, formToken: formToken).html } }
            }
            if apps.contains(where: \.isPrimary) {
                div(.class("card")) {
                    h3 { "Create a key" }
                    p(.class("detail")) { "At most two for each primary App ID. The file can be downloaded once." }
                    fieldsForm(base.appending(segment: "keys"), token: formToken) {
                        labelled(.name, id: "key-name", "Name")
                        primaryChoice
                        submitButton("Create key", look: .quiet)
                    }
                }
            }
        }
    }

    private var emailSection: HTML {
        section {
            h2 { "E-mail sources" }
            p(.class("detail")) { "Senders that may write to the relay addresses of this team’s users." }
            ul(.class("rows")) {
                if team.emailSources.isEmpty { li(.class("empty")) { "No e-mail sources." } }
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

    /// Returns a field with its own id, because several forms of this page have fields with one name.
    private func labelled(_ field: PageField, id: String, _ text: String) -> HTML {
        div(.class("field")) {
            label(.for(id)) { text }
            input(.type(.text), .id(id), .name(field.rawValue), .autocapitalizeNone, .spellcheckOff, .required)
        }
    }
}

/// An App ID with its notification URL.
struct AppRow {
    let app: AppID
    let base: LocalPath
    let formToken: FormToken

    @HTMLBuilder var html: HTML {
        div(.class("what")) {
            p(.class("name")) { bdi { app.name } }
            p(.class("detail")) {
                code { app.id.rawValue }
                app.isPrimary ? "" : " · grouped with \(app.primary.rawValue)"
            }
            if !app.signsInWithApple { p { span(.class("badge bad")) { "without Sign in with Apple" } } }
            if app.isPrimary {
                form(.class("fields"), .method(.post), .action(base.appending(segment: "notification-url"))) {
                    hiddenField(.formToken, formToken.value)
                    hiddenField(.client, app.id.rawValue)
                    div(.class("field")) {
                        label(.for("url-" + app.id.rawValue)) { "Notification URL" }
                        input(
                            .type(.url), .id("url-" + app.id.rawValue), .name(PageField.url.rawValue),
                            .value(app.notificationURL ?? ""))
                    }
                    button(.type(.submit), .class("button quiet small")) {
                        "Save"
                        span(.class("visually-hidden")) { " the notification URL of \(app.name)" }
                    }
                }
            }
        }
        postButton(
            app.signsInWithApple ? "Disable Sign in with Apple" : "Enable Sign in with Apple",
            spoken: app.signsInWithApple ? "for \(app.name)" : "for \(app.name)",
            action: base.appending(segment: "sign-in-with-apple"), token: formToken,
            look: app.signsInWithApple ? .smallDanger : .small,
            [(.client, app.id.rawValue), (.kind, app.signsInWithApple ? "off" : "on")])
    }
}

/// A Services ID with its websites.
struct ServiceRow {
    let service: ServicesID
    let base: LocalPath
    let formToken: FormToken

    @HTMLBuilder var html: HTML {
        div(.class("what")) {
            p(.class("name")) { bdi { service.name } }
            p(.class("detail")) {
                code { service.id.rawValue }
                " · of \(service.primary.rawValue)"
            }
            form(.class("fields"), .method(.post), .action(base.appending(segment: "websites"))) {
                hiddenField(.formToken, formToken.value)
                hiddenField(.client, service.id.rawValue)
                field("domains-", .domains, "Domains", service.domains.joined(separator: " "))
                field("urls-", .urls, "Return URLs", service.returnURLs.map(\.description).joined(separator: " "))
                button(.type(.submit), .class("button quiet small")) {
                    "Save"
                    span(.class("visually-hidden")) { " the websites of \(service.name)" }
                }
            }
        }
        postButton(
            "Remove", spoken: service.name, action: base.appending(segment: "remove"), token: formToken, look: .smallDanger,
            [(.client, service.id.rawValue)])
    }

    private func field(_ prefix: String, _ field: PageField, _ text: String, _ value: String) -> HTML {
        div(.class("field")) {
            label(.for(prefix + service.id.rawValue)) { text }
            input(
                .type(.text), .id(prefix + service.id.rawValue), .name(field.rawValue), .value(value), .autocapitalizeNone,
                .spellcheckOff)
        }
    }
}

/// A key, which can be downloaded once and revoked.
struct KeyRow {
    let key: DeveloperKey
    let base: LocalPath
    let formToken: FormToken

    @HTMLBuilder var html: HTML {
        div(.class("what")) {
            p(.class("name")) { bdi { key.name } }
            p(.class("detail")) {
                code { key.id.rawValue }
                " · for \(key.primary.rawValue)"
            }
            if key.revokedAt != nil {
                p { span(.class("badge bad")) { "revoked" } }
            } else if key.downloadedAt != nil {
                p { span(.class("badge")) { "downloaded" } }
            }
        }
        if key.revokedAt == nil {
            div(.class("acts")) {
                if key.downloadedAt == nil {
                    postButton(
                        "Download .p8", spoken: "of \(key.name)", action: base.appending(segment: "download"), token: formToken,
                        look: .small, [(.key, key.id.rawValue)])
                }
                postButton(
                    "Revoke", spoken: key.name, action: base.appending(segment: "revoke-key"), token: formToken, look: .smallDanger,
                    [(.key, key.id.rawValue)])
            }
        }
    }
}

/// The first page of the developer console: the teams.
struct TeamsPage {
    let teams: [DeveloperTeam]
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: "Developer console", width: .wide, place: .console).document {
            h1 { "Developer console" }
            p(.class("lead")) {
                "What a developer sets up at Apple before the first sign-in: a team, its apps and websites, a key."
            }
            ul(.class("rows")) {
                if teams.isEmpty { li(.class("empty")) { "No teams." } }
                for team in teams {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { team.name } }
                            p(.class("detail")) {
                                code { team.id.rawValue }
                                " · \(team.kind.rawValue)"
                            }
                        }
                        a(.class("button quiet small"), .href(.local(PagePath.Console.team.appending(segment: team.id.rawValue)))) {
                            "Open"
                            span(.class("visually-hidden")) { " \(team.name)" }
                        }
                    }
                }
            }
            section {
                h2 { "Enrol a team" }
                div(.class("card")) {
                    fieldsForm(PagePath.Console.teams, token: formToken) {
                        textField(.name, label: "Name", isRequired: true, maxLength: 100)
                        fieldset {
                            legend { "Enrolled as" }
                            radioChoice(
                                .kind, value: DeveloperTeam.Kind.organization.rawValue, isChosen: true, label: "Organization",
                                detail: "100 website URLs for each Services ID")
                            radioChoice(
                                .kind, value: DeveloperTeam.Kind.individual.rawValue, isChosen: false, label: "Individual",
                                detail: "10 website URLs for each Services ID")
                        }
                        submitButton("Enrol", look: .quiet)
                    }
                }
            }
        }
    }
}
