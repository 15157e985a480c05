extension PhoneView {
    /// A sheet of the system: what it says, and what it takes.
    public struct SheetView: Hashable, Codable, Sendable {
        /// Names it among those of the device.
        public var number: UInt64
        /// The name of the app that it stands over.
        public var app: String
        /// What stands at its top.
        public var title: String
        /// What it says.
        public var message: String
        /// What it shows and takes, from top to bottom.
        public var parts: [Part]
        /// Its buttons.
        public var buttons: [Button]

        /// One thing on a sheet.
        public enum Part: Hashable, Codable, Sendable {
            case text(String)
            /// The name, which can be changed.
            case name(given: String, family: String)
            /// The address, and whether it is hidden at first. Where the account has others, one of them can be chosen in its place.
            case email(shared: String, isHiddenByDefault: Bool, others: [String] = [])
            /// One of several credentials to choose.
            case candidate(index: Int, title: String, detail: String)
            /// The password of the Apple account.
            case password(isRepeated: Bool)

            // The name in JSON of what has none here.
            enum TextCodingKeys: String, CodingKey { case _0 = "text" }
        }

        /// A button of a sheet.
        public struct Button: Hashable, Codable, Sendable {
            /// What a button does: the action of ``PhoneAction/SheetAction`` that is called so.
            public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
                case proceed, cancel, openSettings, tryAgain
            }

            /// What it does.
            public var role: Role
            /// What stands on it.
            public var title: String
        }
    }

    /// The system asks who is there.
    public struct PromptView: Hashable, Codable, Sendable {
        /// Names it among those of the device.
        public var number: UInt64
        /// The name of the app that it stands over.
        public var app: String
        /// What it is for: the app's words, or the system's.
        public var reason: String
        /// How the person is asked.
        public var way: Way
        /// Of the button that gives up, and of the one that takes another way.
        public var cancelTitle: String
        /// Of the button that takes another way; nil: there is none.
        public var fallbackTitle: String?
        /// After a face that was not known, or a passcode that was wrong.
        public var isRepeated: Bool
        /// Whether a confirmation on the paired Apple Watch answers it.
        public var takesWatch = false

        /// The ways to show who one is, or that one knows what the app's item stands behind.
        public enum Way: String, Hashable, Codable, Sendable, CaseIterable {
            case biometry, passcode
            /// The password that one item of the app stands behind: the one that was chosen before, or a new one.
            case applicationPassword, newApplicationPassword
            /// Whether the app may use Face ID, for the reason that it gives in its Info.plist.
            case faceConsent
            /// A confirmation on the paired Apple Watch, and nothing else.
            case watch

            /// Whether the app's own password is asked for.
            public var isApplicationPassword: Bool { self == .applicationPassword || self == .newApplicationPassword }
        }
    }
}
