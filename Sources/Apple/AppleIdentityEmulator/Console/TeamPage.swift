import Markup

/// The page of a team and everything that it registered.
struct TeamPage {
    let team: DeveloperTeam
    let apps: [AppID]
    let services: [ServicesID]
    let keys: [DeveloperKey]
    /// The base URL of the emulator.
    let emulator: String
    /// The `iss` of tokens.
    let issuer: String
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: team.name, width: .wide, place: .console, hasScript: true).document {
            h1 { bdi { team.name } }
            p(.class("lead")) {
                "Team ID "
                copyable(team.id.rawValue, id: "team-id", spoken: "the Team ID")
            }
            configurationSection
            appSection
            serviceSection
            keySection
            emailSection
        }
    }

    private var base: LocalPath { PagePath.Console.team.appending(segment: team.id.rawValue) }

    @HTMLBuilder private var configurationSection: HTML {
        if apps.contains(where: \.isPrimary) {
            section {
                h2 { "Configuration for my backend" }
                for app in apps.filter(\.isPrimary) {
                    div(.class("card")) {
                        h3 { bdi { app.name } }
                        pre(.class("settings"), .id("settings-\(app.id)")) { configuration(of: app).text }
                        copyButton(of: "settings-\(app.id)", spoken: "the configuration for \(app.name)")
                    }
                }
            }
        }
    }

    private func configuration(of app: AppID) -> BackendConfiguration {
        BackendConfiguration(
            team: team.id, primary: app.id,
            apps: [app.id] + apps.filter { $0.primary == app.id && !$0.isPrimary }.map(\.id),
            services: services.filter { $0.primary == app.id },
            keys: keys.filter { $0.primary == app.id && $0.revokedAt == nil }, base: emulator, issuer: issuer)
    }

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
                            textField(.client, id: "service-id", label: "Identifier", isRequired: true, maxLength: 255)
                            textField(.name, id: "service-name", label: "Name", hint: "Shown on the sheet.", isRequired: true)
                        }
                        primaryChoice
                        textField(.domains, id: "service-domains", label: "Domains, separated by spaces", isRequired: true)
                        textField(.urls, id: "service-urls", label: "Return URLs, separated by spaces", isRequired: true)
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
                        textField(.name, id: "key-name", label: "Name", isRequired: true, maxLength: 100)
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
            problem(at: .key)
        }
    }
}

/// An App ID with its notification URL.
struct AppRow {
    let app: AppID
    let base: LocalPath
    let formToken: FormToken

    @HTMLBuilder var html: HTML {
        rowText(bdi { app.name }) {
            p(.class("detail")) {
                copyable(app.id.rawValue, id: "app-\(app.id)", spoken: "the App ID of \(app.name)")
                app.isPrimary ? "" : " · grouped with \(app.primary.rawValue)"
            }
            if !app.signsInWithApple { p { span(.class("badge bad")) { "without Sign in with Apple" } } }
            if app.isPrimary {
                fieldsForm(
                    base.appending(segment: "notification-url"), token: formToken, row: (.client, app.id.rawValue)
                ) {
                    textField(
                        .url, id: "url-" + app.id.rawValue, label: "Notification URL", value: app.notificationURL ?? "", type: .url)
                    button(.type(.submit), .class("button quiet small")) {
                        "Save"
                        span(.class("visually-hidden")) { " the notification URL of \(app.name)" }
                    }
                }
            }
        }
        postButton(
            app.signsInWithApple ? "Disable Sign in with Apple" : "Enable Sign in with Apple",
            spoken: "for \(app.name)", action: base.appending(segment: "sign-in-with-apple"), token: formToken,
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
        rowText(bdi { service.name }) {
            p(.class("detail")) {
                copyable(service.id.rawValue, id: "services-id-\(service.id)", spoken: "the Services ID of \(service.name)")
                " · of \(service.primary.rawValue)"
            }
            fieldsForm(base.appending(segment: "websites"), token: formToken, row: (.client, service.id.rawValue)) {
                textField(
                    .domains, id: "domains-" + service.id.rawValue, label: "Domains", value: service.domains.joined(separator: " "))
                textField(
                    .urls, id: "urls-" + service.id.rawValue, label: "Return URLs",
                    value: service.returnURLs.map(\.description).joined(separator: " "))
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
}

/// A key, which can be downloaded once and revoked.
struct KeyRow {
    let key: DeveloperKey
    let base: LocalPath
    let formToken: FormToken

    @HTMLBuilder var html: HTML {
        rowText(bdi { key.name }) {
            p(.class("detail")) {
                copyable(key.id.rawValue, id: "key-\(key.id)", spoken: "the key ID of \(key.name)")
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
