import Markup

/// The Apple Account among the ways to sign in.
struct AppleRow {
    let apple: LinkedApple
    let formToken: FormToken

    var html: HTML {
        li(.data("apple", apple.isLinked ? "linked" : "none")) {
            div(.class("what")) {
                p(.class("name")) { "Apple Account" }
                p(.class("detail")) { detail }
                if let warning { p(.class("detail", "warning")) { warning } }
            }
            switch apple {
            case .none, .another: a(.class("button", "small", "quiet"), .href(.local(PagePath.linkApple))) { "Link" }
            case .linked(let id, let email, _, _, canBeUnlinked: true):
                PostButton(
                    "Remove", spokenDetail: email.map { "the Apple Account \($0)" } ?? "the Apple Account",
                    action: PagePath.unlinkApple(id), formToken: formToken
                ).html
            case .linked: HTML.empty
            }
        }
    }

    private var detail: HTML {
        switch apple {
        case .none: HTML("Not linked")
        case .another: HTML("You can link another one")
        case .linked(_, nil, _, _, _): HTML("Linked")
        case .linked(_, let email?, let isPrivate, _, _):
            HTML {
                bdi { email }
                if isPrivate { ", which hides your own address" }
            }
        }
    }

    private var warning: String? {
        switch apple {
        case .linked(_, _, _, isDeliverable: false, _): "Apple does not forward mail from this service to you at the moment."
        case .linked(_, _, _, _, canBeUnlinked: false):
            "The only way to sign in to this account. Set a password to be able to remove it."
        default: nil
        }
    }
}
