import Markup

/// The Apple Account among the ways to sign in.
struct AppleRow {
    let apple: LinkedApple
    let formToken: FormToken

    func html(on site: Site) -> HTML {
        switch apple {
        case .none: linkRow(.appleNone, on: site)
        case .another: linkRow(.appleAnother, on: site)
        case .linked(let id, let email, let isPrivate, let isDeliverable, let canBeUnlinked, let isSuspended, let name, let time):
            li(.data("apple", "linked")) {
                div(.class("what")) {
                    AppleAccountDetails(name: name, email: email, isPrivate: isPrivate, linked: time).html(on: site)
                    if isSuspended {
                        p(.class("detail", "warning")) { site.text(.credentialSuspended) }
                    } else if !isDeliverable {
                        p(.class("detail", "warning")) { site.text(.appleUndeliverable) }
                    } else if !canBeUnlinked {
                        p(.class("detail", "warning")) { site.text(.appleOnlyWay) }
                    }
                }
                if canBeUnlinked {
                    if isSuspended {
                        PostButton(
                            .confirmCredential, spokenDetail: spokenName(email, on: site), action: PagePath.confirmApple(id),
                            formToken: formToken
                        ).html(on: site)
                    }
                    a(.class("button", "small", "quiet"), .href(.local(PagePath.unlinkApple(id)))) {
                        site.text(.remove)
                        span(.class("visually-hidden")) {
                            " "
                            spokenName(email, on: site)
                        }
                    }
                }
            }
        }
    }

    private func linkRow(_ detail: PageText, on site: Site) -> HTML {
        li(.data("apple", "none")) {
            div(.class("what")) {
                p(.class("name")) { site.text(.appleAccount) }
                p(.class("detail")) { site.text(detail) }
            }
            a(.class("button", "small", "quiet"), .href(.local(PagePath.linkApple))) { site.text(.appleLink) }
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
}

/// The data that distinguishes a linked Apple Account from others: name and e-mail address from Apple, and the time of the link.
struct AppleAccountDetails {
    /// Untrusted text.
    let name: String?
    let email: String?
    let isPrivate: Bool
    let linked: DisplayTime

    func html(on site: Site) -> HTML {
        HTML {
            if let name {
                p(.class("name")) { bdi { name } }
                p(.class("detail")) { site.text(.appleAccount) }
            } else {
                p(.class("name")) { site.text(.appleAccount) }
            }
            if let email {
                p(.class("detail"), .data("apple-email", "")) {
                    if isPrivate {
                        site.html(.appleHiddenEmail(address: email))
                    } else {
                        bdi { email }
                    }
                }
            }
            p(.class("detail")) { site.html(.appleLinkedAt(time: linked)) }
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
    ///   - name: the name that the owner gave Apple for this app, if any. Untrusted text.
    ///   - linked: the time when it was linked.
    case linked(
        id: String, email: String?, isPrivate: Bool, isDeliverable: Bool, canBeUnlinked: Bool, isSuspended: Bool = false,
        name: String? = nil, linked: DisplayTime)

    /// Whether an Apple Account is linked.
    package var isLinked: Bool {
        if case .linked = self { true } else { false }
    }
}
