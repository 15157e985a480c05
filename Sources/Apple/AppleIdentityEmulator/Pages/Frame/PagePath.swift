import Markup

/// The paths of the pages for people; those of the service itself are in ``WirePath``, those for programs in ``AdminPath``.
enum PagePath {
    static let home: LocalPath = "/"
    /// Changes with its text, so that it may be cached for ever.
    static let stylesheet = LocalPath("/emulator-\(Stylesheet.emulator.fingerprint).css") ?? "/emulator.css"

    /// The sheet: one address for each step, below it the id of the sign-in.
    enum Sheet {
        static let account: LocalPath = "/sheet/account"
        static let code: LocalPath = "/sheet/code"
        static let consent: LocalPath = "/sheet/consent"
        static let cancel: LocalPath = "/sheet/cancel"
        static let switchAccount: LocalPath = "/sheet/switch"
    }

    /// What a person sees of their Apple account.
    enum Account {
        static let choose: LocalPath = "/account"
        static let stopUsing: LocalPath = "/account/stop-using"
        static let forwarding: LocalPath = "/account/forwarding"
        static let delete: LocalPath = "/account/delete"
        static let signOut: LocalPath = "/account/sign-out"
        static let make: LocalPath = "/account/make"
        static let signIn: LocalPath = "/account/sign-in"
        static let password: LocalPath = "/account/password"
        static let addresses: LocalPath = "/account/addresses"
        static let security: LocalPath = "/account/security"
    }

    /// The developer console.
    enum Console {
        static let teams: LocalPath = "/console"
        static let team: LocalPath = "/console/team"
        static let log: LocalPath = "/console/log"
        static let state: LocalPath = "/console/service-state"
    }
}
