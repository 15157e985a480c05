extension PhoneView {
    /// The keyboard, and the bar above it.
    public struct Keyboard: Hashable, Codable, Sendable {
        /// The field that has the focus.
        public var field: String
        /// What the bar offers, in order.
        public var suggestions: [Suggestion]
        /// Whether the bar has the key, behind which all passwords are.
        public var hasKey: Bool
    }

    /// One place of the QuickType bar.
    public enum Suggestion: Hashable, Codable, Sendable {
        case credential(user: String, site: String)
        case strongPassword(String)
        /// "Choose My Own Password", in a field that holds the strong one: empties the fields.
        case ownPassword
        /// A code of a message, and the site that it is bound to.
        case code(String, sender: String, site: String?)
        /// A password, or a one-time code, that another app has for here.
        case provided(user: String, provider: String, isCode: Bool)

        // The names in JSON of what has none here.
        enum StrongPasswordCodingKeys: String, CodingKey { case _0 = "password" }
        enum CodeCodingKeys: String, CodingKey { case _0 = "code", sender, site }
    }

    /// The list behind the key.
    public struct PasswordList: Hashable, Codable, Sendable {
        /// Those for here first, most recently used first.
        public var entries: [Entry]
        /// The names of the apps that can be asked for a password.
        public var providers: [String] = []

        /// One saved password of the list.
        public struct Entry: Hashable, Codable, Sendable {
            /// The user name.
            public var user: String
            /// The host that it is for.
            public var site: String
            /// Whether it belongs to this app or page. Others are filled after a warning.
            public var isForHere: Bool
            /// What to warn of, where the entry is of another site.
            public var warning: String?
        }
    }

    /// "Would you like to save this password?"
    public struct SaveQuestion: Hashable, Codable, Sendable {
        /// The user name.
        public var user: String
        /// The host that it is for.
        public var site: String
        /// Whether it takes the place of a saved password.
        public var isUpdate: Bool
    }
}
