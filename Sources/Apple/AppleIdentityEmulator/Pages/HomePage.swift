import Markup

/// The first page: where everything is, and how a relying party gets here.
struct HomePage {
    /// The addresses at which this emulator listens.
    let addresses: [String]
    /// `iss` of tokens.
    let issuer: String
    let accountCount: Int
    let teamCount: Int
    /// What the clock shows, and by how much it was moved.
    let clock: HTML

    var document: HTMLDocument {
        PageFrame(title: "Overview", width: .wide, place: .home).document {
            h1 { "Sign in with Apple, emulated" }
            p(.class("lead")) {
                "The other end of the wire: as strict as Apple’s service, on this machine, with people and apps that you make up."
            }
            div(.class("grid")) {
                part("People", count(accountCount, "Apple account"), PagePath.Account.choose, "Apple accounts")
                part("Apps", count(teamCount, "developer team"), PagePath.Console.teams, "Developer console")
                part("What was asked", "Every request to the service, and why it was refused", PagePath.Console.log, "Request log")
                part("The service", clock, PagePath.Console.state, "Clock, keys, faults, notifications")
            }
            section {
                h2 { "For a relying party" }
                div(.class("card")) {
                    dl(.class("facts")) {
                        dt { "Base address" }
                        dd {
                            for address in addresses {
                                code { address }
                                br()
                            }
                        }
                        dt { "Authority to trust" }
                        dd { a(.href(.local(AdminPath.certificate))) { "ca.pem" } }
                        dt { "Issuer of tokens" }
                        dd { issuer }
                        dt { "Audience of client secrets" }
                        dd { AppleService.issuer }
                        dt { "Discovery" }
                        dd { a(.href("/.well-known/openid-configuration")) { "/.well-known/openid-configuration" } }
                        dt { "Keys" }
                        dd { a(.href("/auth/keys")) { "/auth/keys" } }
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
