import DeviceScreens
import DeviceServices

extension PhoneView {
    /// A language of the system on a phone. The raw value is the BCP 47 tag.
    public enum Language: String, Hashable, Codable, Sendable, CaseIterable {
        case english = "en"
        case arabic = "ar"
        case simplifiedChinese = "zh-Hans"
        case traditionalChinese = "zh-Hant"
        case french = "fr"
        case german = "de"
        case hebrew = "he"
        case italian = "it"
        case japanese = "ja"
        case korean = "ko"
        case portuguese = "pt-BR"
        case russian = "ru"
        case spanish = "es"
        /// English with accents, brackets and longer words, for development. Settings does not list it.
        case pseudo = "en-XA"
    }

    /// The failure of a request to a password manager, which an alert reports to the user.
    public struct ProviderFailure: Hashable, Codable, Sendable {
        /// The kinds of requests to a password manager.
        public enum Request: String, Hashable, Codable, Sendable, CaseIterable {
            case fill, setUp
        }

        /// The kind of the failed request.
        public var request: Request
        /// The name of the password manager.
        public var app: String
        /// The reason, in the password manager's words or in English.
        public var reason: String
        /// The reason that the system noticed; nil for the password manager's words.
        public var cause: Cause?

        /// The reasons that the system notices.
        public enum Cause: String, Hashable, Codable, Sendable, CaseIterable {
            case notStarted, tooManyReports, endedEarly, timedOut, unrequested, needsScreen,
                unknownCredential, noReason, turnedOff, wrongKind, noSetup, busy
        }

        /// The alert in English.
        var alert: AppAlert {
            switch request {
            case .fill: AppAlert(title: "Unable to AutoFill", message: "\(app) did not provide a credential. \(reason)")
            case .setUp: AppAlert(title: "Unable to Set Up “\(app)”", message: reason)
            }
        }
    }
}

extension PhoneView.ProviderFailure {
    init(_ request: Request, _ app: String, _ fault: ProviderFault) {
        self.init(request: request, app: app, reason: fault.words)
        if case .noticed(let kind) = fault { cause = Cause(rawValue: kind.rawValue) }
    }
}
