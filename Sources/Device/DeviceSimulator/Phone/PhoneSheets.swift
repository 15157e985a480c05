extension PhoneView {
    /// A sheet of the system, with its content and controls.
    public struct SheetView: Hashable, Codable, Sendable {
        /// The identifier among the device's sheets.
        public var number: UInt64
        /// The name of the app below it.
        public var app: String
        /// The title.
        public var title: String
        /// The message.
        public var message: String
        /// The content, from top to bottom.
        public var parts: [Part]
        /// The buttons.
        public var buttons: [Button]

        /// A part of a sheet.
        public enum Part: Hashable, Codable, Sendable {
            case text(String)
            /// The name, which the user can edit.
            case name(given: String, family: String)
            /// The address, and whether it is hidden by default. If the account has other addresses, the user can choose one of
            /// them.
            case email(shared: String, isHiddenByDefault: Bool, others: [String] = [])
            /// One of several credentials to choose from.
            case candidate(index: Int, title: String, detail: String)
            /// The password of the Apple Account.
            case password(isRepeated: Bool)

            // The JSON name of an unlabeled value.
            enum TextCodingKeys: String, CodingKey { case _0 = "text" }
        }

        /// A button of a sheet.
        public struct Button: Hashable, Codable, Sendable {
            /// The function of a button: the action of ``PhoneAction/SheetAction`` with the same name.
            public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
                case proceed, cancel, openSettings, tryAgain
            }

            /// The function.
            public var role: Role
            /// The label.
            public var title: String
        }
    }

    /// A prompt of the system.
    public struct PromptView: Hashable, Codable, Sendable {
        /// The identifier among the device's prompts.
        public var number: UInt64
        /// The name of the app below it.
        public var app: String
        /// The purpose, in the app's words or the system's.
        public var reason: String
        /// The kind of authentication.
        public var way: Method
        /// The title of the cancel button.
        public var cancelTitle: String
        /// The title of the fallback button; nil without one.
        public var fallbackTitle: String?
        /// Whether it repeats after an unknown face or finger, or a wrong passcode.
        public var isRepeated: Bool
        /// Whether a confirmation on the paired Apple Watch answers it.
        public var takesWatch = false

        /// The kinds of authentication, including passwords that protect items of an app.
        public enum Method: String, Hashable, Codable, Sendable, CaseIterable {
            case biometry, passcode
            /// The password that protects an item of the app: the existing one, or a new one.
            case applicationPassword, newApplicationPassword
            /// The permission for the app to use Face ID, for the reason in its Info.plist.
            case faceConsent
            /// A confirmation on the paired Apple Watch only.
            case watch

            /// Whether it asks for the app's own password.
            public var isApplicationPassword: Bool { self == .applicationPassword || self == .newApplicationPassword }
        }
    }
}
