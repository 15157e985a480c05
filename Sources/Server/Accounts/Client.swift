package import InternetAddresses
import PasswordHashing

/// The sender of a request, as shown to the owner in the lists of sessions and events.
package struct Client: Hashable, Sendable {
    package let address: IPAddress

    /// The name that the client sent, without control characters and cut to 100 scalars.
    package let deviceName: String

    /// The language that the request asks for; nil if it names none. It is not stored with the client.
    package let language: LanguageTag?

    package init(address: IPAddress, deviceName: String?, language: LanguageTag? = nil) {
        self.address = address
        self.language = language
        let name = ShownText(deviceName).text
        self.deviceName = name.isEmpty ? Self.unnamed : name
    }

    /// Restores a client from a store, where the name is already cleaned.
    package init(address: IPAddress, storedName: String) {
        self.address = address
        deviceName = storedName
        language = nil
    }

    /// Returns the identity of the client for the fairness of the hashing queue.
    ///
    /// - Parameter active: the session of the request, if any.
    func hashing(in active: ActiveSession? = nil) -> HashingClient {
        HashingClient(
            ["network \(address.throttleKey)"]
                + (active.map { ["account \($0.account.id)", "session \($0.session.id)"] } ?? []))
    }

    /// The name of a client that sent none.
    package static var unnamed: String { "Unknown device" }
}

/// A name that a user or client chose, made safe to show: without invisible characters, trimmed, and cut to a maximum length.
struct ShownText {
    /// The cleaned text. It can be empty.
    let text: String

    /// Keeps the first 100 visible scalars.
    init(_ told: String?) {
        let visible = (told ?? "").unicodeScalars.filter(\.isShown)
        text = UserName.trimmed(String(String.UnicodeScalarView(visible.prefix(Self.maximumScalars))))
    }

    static var maximumScalars: Int { 100 }
}

extension Unicode.Scalar {
    /// Whether the scalar is visible and assigned: not a control, format, private-use, surrogate or unassigned scalar, and not a
    /// line or paragraph separator.
    package var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }
}
