/// Names that would pass for the service itself, its staff or its machinery, and everything that looks like one of them.
///
/// Looking alike is decided on a skeleton in the manner of UTS #39, section 4, with a table limited to what imitates ASCII: see
/// ``NameSkeleton``. E-mail addresses are not plain names and are exempt: `admin@example.com` is somebody's address.
enum ReservedNames {
    /// - Parameter shown: the name as it is shown; what imitates a letter as a capital is not what does so as a small one.
    static func contains(_ shown: String) -> Bool {
        skeletons.contains(NameSkeleton(shown).text)
    }

    private static let skeletons = Set(names.map { NameSkeleton($0).text })

    private static let names = [
        // Who speaks for the service.
        "admin", "administrator", "administration", "apple", "billing", "contact", "help", "helpdesk", "info", "latchkey",
        "mod", "moderator", "official", "operator", "owner", "sales", "security", "service", "staff", "support", "sysadmin",
        "team", "webmaster",
        // Mailbox names for common services (RFC 2142).
        "abuse", "ftp", "hostmaster", "mailer-daemon", "marketing", "news", "noc", "postmaster", "usenet", "uucp", "www",
        // What programs take for something else.
        "account", "accounts", "anonymous", "anybody", "api", "daemon", "everyone", "guest", "login", "logout", "me", "nobody",
        "noreply", "no-reply", "null", "password", "register", "root", "self", "session", "settings", "signin", "signout",
        "signup", "somebody", "superuser", "system", "test", "undefined", "unknown", "user", "username", "well-known",
    ]
}
