package import AppleButtons
package import Markup
import Texts

/// The button for Sign in with Apple, as Apple's Human Interface Guidelines require of custom buttons. It has one of three styles,
/// one of three titles in Apple's wording, and a height of at least 44 points.
///
/// It is the counterpart of `ASAuthorizationAppleIDButton`. The logo is drawn by the system font where it contains one, as on
/// Apple's systems, and omitted elsewhere, because Apple's artwork must not be redistributed.
package struct AppleButton: Hashable, Sendable {
    /// The styles of `ASAuthorizationAppleIDButton.Style`.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case black
        case white
        case whiteOutline = "outline"
        /// Black on light pages and white on dark ones.
        case automatic
    }

    package let kind: AppleButtonKind
    package let style: Style
    package let path: LocalPath
    package let next: PageDestination?

    package init(
        _ kind: AppleButtonKind, style: Style = .automatic, to path: LocalPath = PagePath.signInWithApple,
        next: PageDestination? = nil
    ) {
        self.kind = kind
        self.style = style
        self.path = path
        self.next = next
    }

    /// A link rather than a form: opening Apple's page changes nothing yet, and the page's own policy would block a form.
    ///
    /// The title is in the language of the page, and in English where Apple's wording is unknown.
    package func html(on site: Site) -> HTML {
        let language = AppleButtonLanguage(tag: site.format.language.tag) ?? .english
        return a(
            .class("button", "apple", style.rawValue), .lang(language.rawValue),
            .href(.local(next.map { path.appending(query: FormField.next.rawValue, $0.rawValue) } ?? path))
        ) {
            span(.class("logo"), .aria(.hidden, "true")) {}
            span { language.title(of: kind) }
        }
    }
}

/// The buttons below a form, as the alternatives to it; nothing without any.
struct AlternativeButtons {
    var passkey: PasskeyForm?
    let apple: AppleButton?

    func html(on site: Site) -> HTML {
        guard passkey != nil || apple != nil else { return .empty }
        // Without its script, the page cannot use a passkey.
        let isHidden = apple == nil
        return div(.class("choice"), isHidden ? .hidden : nil, isHidden ? PasskeyForm.shownByScript : nil) {
            p(.class("or")) { span { site.text(.alternative) } }
            if let passkey { passkey.html(on: site) }
            if let apple { apple.html(on: site) }
        }
    }
}
