package import Markup

/// Asks whether another account is deleted, so that the Apple Account that opens it opens the account of the signed-in user.
package struct ReplaceAccountPage: Page, Hashable {
    /// The user name of the account that stays; empty without one.
    package let username: String
    /// The user name of the account that is deleted; empty without one.
    package let other: String
    /// The time when that account was created.
    package let created: DisplayTime
    /// The page at Apple that confirms the deletion. Opening it changes nothing yet.
    package let address: WebLink
    package let formToken: FormToken

    package init(username: String, other: String, created: DisplayTime, address: WebLink, formToken: FormToken) {
        self.username = username
        self.other = other
        self.created = created
        self.address = address
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.replaceAccountTitle, site: site, formToken: formToken).document {
            div(.class("what")) {
                p(.class("name")) {
                    if other.isEmpty { site.text(.unnamedAccount) } else { bdi { other } }
                }
                p(.class("detail")) { site.html(.accountCreatedAt(time: created)) }
            }
            div(.class("lead")) {
                p { site.text(.replaceAccountLead) }
                ul {
                    if !username.isEmpty {
                        li { site.html(.replaceAccountKeeps(name: username)) { name in strong { name } } }
                    }
                    li { site.text(.replaceAccountData) }
                    li { site.text(.deleteFinal) }
                }
            }
            // A link, because the page's policy would block a form whose response leads to Apple.
            a(.class("button", "danger"), .href(.web(address))) { site.text(.replaceAccount) }
            BackToAccount(.cancel).html(on: site)
        }
    }
}
