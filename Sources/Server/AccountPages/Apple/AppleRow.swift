import Markup

/// The Apple Account among the ways to sign in.
struct AppleRow {
    let apple: LinkedApple
    let formToken: FormToken

    var html: HTML {
        li(.data("apple", isLinked ? "linked" : "none")) {
            div(.class("what")) {
                p(.class("name")) { "Apple Account" }
                p(.class("detail")) { detail }
                if let warning { p(.class("detail", "warning")) { warning } }
            }
            switch apple {
            case .none: a(.class("button", "small", "quiet"), .href(.local(PagePath.linkApple))) { "Link" }
            case .linked(_, _, _, canBeUnlinked: true):
                PostButton("Remove", spokenDetail: "the Apple Account", action: PagePath.unlinkApple, formToken: formToken).html
            case .linked: HTML.empty
            }
        }
    }

    private var isLinked: Bool { apple != .none }

    private var detail: HTML {
        switch apple {
        case .none: HTML("Not linked")
        case .linked(nil, _, _, _): HTML("Linked")
        case .linked(let email?, let isPrivate, _, _):
            HTML {
                bdi { email }
                if isPrivate { ", which hides your own address" }
            }
        }
    }

    private var warning: String? {
        switch apple {
        case .linked(_, _, isDeliverable: false, _): "Apple does not forward mail from this service to you at the moment."
        case .linked(_, _, _, canBeUnlinked: false):
            "The only way to sign in to this account. Set a password to be able to remove it."
        default: nil
        }
    }
}
