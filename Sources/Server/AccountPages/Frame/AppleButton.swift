package import AppleButtons
package import Markup

/// The way to Apple, drawn as Apple's Human Interface Guidelines ask of buttons that are made by hand: one of three styles, one of three
/// titles in Apple's wording, at least 44 points high.
///
/// It is the counterpart of `ASAuthorizationAppleIDButton`. The logo is drawn by the system's font where that has one, which Apple's do,
/// and left out elsewhere: Apple's artwork is Apple's to give out.
package struct AppleButton: Hashable, Sendable {
    /// The look, as `ASAuthorizationAppleIDButton.Style` has it.
    package enum Style: String, Hashable, Sendable, CaseIterable {
        case black
        case white
        case whiteOutline = "outline"
        /// Black on light pages and white on dark ones.
        case automatic
    }

    package let kind: AppleButtonKind
    package let style: Style
    /// The language of the title; English where Apple's wording is not known in the one that is wanted.
    package let language: AppleButtonLanguage
    package let path: LocalPath
    package let next: PageDestination?

    package init(
        _ kind: AppleButtonKind, style: Style = .automatic, language: AppleButtonLanguage = .english,
        to path: LocalPath = PagePath.signInWithApple,
        next: PageDestination? = nil
    ) {
        self.kind = kind
        self.style = style
        self.language = language
        self.path = path
        self.next = next
    }

    /// A link: setting out for Apple changes nothing yet, and a form would be held back by the page's own policy.
    package var html: HTML {
        a(
            .class("button", "apple", style.rawValue), .lang(language.rawValue),
            .href(.local(next.map { path.appending(query: FormField.next.rawValue, $0.rawValue) } ?? path))
        ) {
            span(.class("logo"), .aria(.hidden, "true")) {}
            span { language.title(of: kind) }
        }
    }
}

/// The button below a form, as the other way to do the same.
struct AppleChoice {
    let button: AppleButton

    var html: HTML {
        div(.class("choice")) {
            p(.class("or")) { span { "or" } }
            button.html
        }
    }
}
