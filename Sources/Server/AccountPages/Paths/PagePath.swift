package import Markup

/// The paths that pages link to and forms are sent to.
package enum PagePath {
    /// Sign up: GET and POST.
    package static let signUp: LocalPath = "/sign-up"
    /// Sign in: GET and POST.
    package static let signIn: LocalPath = "/sign-in"
    /// Sign out: POST.
    package static let signOut: LocalPath = "/sign-out"
    /// Says that the session in use has ended: GET.
    package static let signedOut: LocalPath = "/signed-out"
    /// Says that the account is deleted: GET.
    package static let accountDeleted: LocalPath = "/account-deleted"
    /// The account: GET.
    package static let account: LocalPath = "/account"
    /// Change the password: GET and POST.
    package static let password: LocalPath = "/account/password"
    /// Delete the account: GET and POST.
    package static let delete: LocalPath = "/account/delete"
    /// Give the password once more: GET and POST.
    package static let reauthenticate: LocalPath = "/account/reauthenticate"
    /// Sign out every session but the one in use: POST.
    package static let revokeOtherSessions: LocalPath = "/account/sessions/revoke-others"
    /// The stylesheet: GET. The path changes with the text, so it may be cached for ever.
    package static let stylesheet = LocalPath("/assets").appending(segment: "latchkey.\(Stylesheet.accountPages.fingerprint).css")
    /// The icon: GET. The path changes with the image, so it may be cached for ever.
    package static let icon = LocalPath("/assets").appending(segment: "latchkey.\(VectorImage.accountPages.fingerprint).svg")

    /// Sign out one session: POST.
    package static func revokeSession(_ id: String) -> LocalPath {
        LocalPath("/account/sessions").appending(segment: id).appending(segment: "revoke")
    }
}
