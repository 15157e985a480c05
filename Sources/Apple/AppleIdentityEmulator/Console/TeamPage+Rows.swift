import Markup

/// An App ID, with where its notifications go.
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
            app.signsInWithApple ? "Take Sign in with Apple" : "Give Sign in with Apple",
            spoken: app.signsInWithApple ? "from \(app.name)" : "to \(app.name)",
            action: base.appending(segment: "sign-in-with-apple"), token: formToken,
            look: app.signsInWithApple ? .smallDanger : .small,
            [(.client, app.id.rawValue), (.kind, app.signsInWithApple ? "off" : "on")])
    }
}

/// A Services ID, with its websites.
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

/// A key: to be downloaded once, and to be revoked.
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
