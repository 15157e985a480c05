import Markup

/// The Apple Account among the ways to sign in.
struct AppleRow {
    let apple: LinkedApple
    let formToken: FormToken

    func html(on site: Site) -> HTML {
        li(.data("apple", apple.isLinked ? "linked" : "none")) {
            div(.class("what")) {
                p(.class("name")) { site.text(.appleAccount) }
                p(.class("detail")) { detail(on: site) }
                if let warning { p(.class("detail", "warning")) { site.text(warning) } }
            }
            switch apple {
            case .none, .another:
                a(.class("button", "small", "quiet"), .href(.local(PagePath.linkApple))) { site.text(.appleLink) }
            case .linked(let id, let email, _, _, canBeUnlinked: true, let isSuspended):
                if isSuspended {
                    PostButton(
                        .confirmCredential, spokenDetail: spokenName(email, on: site), action: PagePath.confirmApple(id),
                        formToken: formToken
                    ).html(on: site)
                }
                PostButton(
                    .remove, spokenDetail: spokenName(email, on: site), action: PagePath.unlinkApple(id), formToken: formToken
                ).html(on: site)
            case .linked: HTML.empty
            }
        }
    }

    private func spokenName(_ email: String?, on site: Site) -> HTML {
        HTML {
            site.text(.appleAccount)
            if let email {
                " "
                bdi { email }
            }
        }
    }

    private func detail(on site: Site) -> HTML {
        switch apple {
        case .none: HTML(site.text(.appleNone))
        case .another: HTML(site.text(.appleAnother))
        case .linked(_, nil, _, _, _, _): HTML(site.text(.appleLinked))
        case .linked(_, let email?, isPrivate: true, _, _, _): site.html(.appleHiddenEmail(address: email))
        case .linked(_, let email?, isPrivate: false, _, _, _): bdi { email }
        }
    }

    private var warning: PageText? {
        switch apple {
        case .linked(_, _, _, _, _, isSuspended: true): .credentialSuspended
        case .linked(_, _, _, isDeliverable: false, _, _): .appleUndeliverable
        case .linked(_, _, _, _, canBeUnlinked: false, _): .appleOnlyWay
        default: nil
        }
    }
}

/// The row of the account page about Sign in with Apple: a linked Apple Account, or the option to link one.
package enum LinkedApple: Hashable, Sendable {
    /// The account has no Apple identity.
    case none
    /// The account has an Apple Account and may have another one.
    case another
    /// - Parameters:
    ///   - id: the identifier of the Apple identity.
    ///   - email: the e-mail address from Apple, if any.
    ///   - isPrivate: whether that is a relay address.
    ///   - isDeliverable: whether mail to it is delivered.
    ///   - canBeUnlinked: whether the account has another credential.
    ///   - isSuspended: whether a recovery suspended the identity.
    case linked(
        id: String, email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool, isSuspended: Bool = false)

    /// Whether an Apple Account is linked.
    package var isLinked: Bool {
        if case .linked = self { true } else { false }
    }
}
