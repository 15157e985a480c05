package import InternetAddresses
import PasswordHashing

/// Who is at the other end of a request, as far as it can be known: shown to the owner in the list of sessions and events.
package struct Client: Hashable, Sendable {
    package let address: IPAddress

    /// What the client calls itself, cleaned: no control characters, at most 100 scalars.
    package let deviceName: String

    package init(address: IPAddress, deviceName: String?) {
        self.address = address
        let name = ShownText(deviceName).text
        self.deviceName = name.isEmpty ? Self.unnamed : name
    }

    /// A client as a store kept it, which is cleaned already.
    package init(address: IPAddress, storedName: String) {
        self.address = address
        deviceName = storedName
    }

    /// The client as the hashing queue knows it.
    ///
    /// - Parameter active: the session of the request, if it has one.
    func hashing(in active: ActiveSession? = nil) -> HashingClient {
        HashingClient(
            ["network \(address.throttleKey)"]
                + (active.map { ["account \($0.account.id)", "session \($0.session.id)"] } ?? []))
    }

    private static var unnamed: String { "Unknown device" }
}

/// What somebody says of themselves or of a device, made fit to be shown: without what cannot be seen, cut off, and trimmed.
struct ShownText {
    /// Perhaps empty.
    let text: String

    /// Keeps the first 100 scalars that can be seen.
    init(_ told: String?) {
        let visible = (told ?? "").unicodeScalars.filter(\.isShown)
        text = UserName.trimmed(String(String.UnicodeScalarView(visible.prefix(Self.maximumScalars))))
    }

    static var maximumScalars: Int { 100 }
}

extension Unicode.Scalar {
    /// Whether it is neither a control nor a format character, nor a separator of lines, nor one that means nothing to anybody else.
    var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }
}
