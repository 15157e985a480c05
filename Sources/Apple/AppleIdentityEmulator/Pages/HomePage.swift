import Markup

/// The first page: links to all others, and the addresses for relying parties.
struct HomePage {
    /// The addresses at which this emulator listens.
    let addresses: [String]
    /// The host and port of the mail relay; nil if it is off.
    let relay: String?
    /// The `iss` of tokens.
    let issuer: String
    let accountCount: Int
    let teamCount: Int
    /// The apps that a backend can be configured for.
    let apps: [AppID]
    /// The time of the clock and its offset.
    let clock: HTML

    var document: HTMLDocument {
        PageFrame(title: "Overview", width: .wide, place: .home, hasScript: true).document {
            h1 { "Sign in with Apple emulator" }
            p(.class("lead")) {
                "Apple’s service on this machine, for development and tests: as strict as Apple’s, with invented users and apps."
            }
            div(.class("grid")) {
                part("Accounts", count(accountCount, "Apple Account"), PagePath.people, "Apple Accounts")
                part("Apps", count(teamCount, "developer team"), PagePath.Console.teams, "Developer console")
                part("Requests", "Every request to the service, and why it was rejected", PagePath.Console.log, "Request log")
                part("Service", clock, PagePath.Console.state, "Clock, keys, faults, notifications")
            }
            section {
                h2 { "For a relying party" }
                div(.class("card")) {
                    dl(.class("facts")) {
                        dt { "Base URL" }
                        dd {
                            for (index, address) in addresses.enumerated() {
                                p { copyable(address, id: "address-\(index)", spoken: "the base URL \(address)") }
                            }
                        }
                        if let relay {
                            dt { "Mail relay (SMTP)" }
                            dd { copyable(relay, id: "relay", spoken: "the address of the mail relay") }
                        }
                        dt { "Certificate authority" }
                        dd { a(.href(.local(AdminPath.certificate))) { "ca.pem" } }
                        dt { "Issuer of tokens" }
                        dd { copyable(issuer, id: "issuer", spoken: "the issuer of tokens") }
                        dt { "Audience of client secrets" }
                        dd { copyable(AppleService.issuer, id: "audience", spoken: "the audience of client secrets") }
                        dt { "Discovery" }
                        dd { a(.href("/.well-known/openid-configuration")) { "/.well-known/openid-configuration" } }
                        dt { "Keys" }
                        dd { a(.href("/auth/keys")) { "/auth/keys" } }
                        if !apps.isEmpty {
                            dt { "Configuration for my backend" }
                            dd {
                                for app in apps {
                                    p {
                                        a(.href(.local(PagePath.Console.team.appending(segment: app.team.rawValue)))) {
                                            bdi { app.name }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func count(_ number: Int, _ what: String) -> String {
        number == 1 ? "1 \(what)" : "\(number) \(what)s"
    }

    private func part(_ title: String, _ text: String, _ path: LocalPath, _ link: String) -> HTML {
        part(title, HTML(text), path, link)
    }

    private func part(_ title: String, _ content: HTML, _ path: LocalPath, _ link: String) -> HTML {
        div(.class("card")) {
            h2 { title }
            p(.class("detail")) { content }
            p { a(.href(.local(path))) { link } }
        }
    }
}
