/// A command line that repeats a logged request. In place of the values that the log does not contain, it has variables of the
/// shell, so it contains no secret.
struct CurlCommand {
    /// The command line.
    let text: String

    /// Creates the command line for a request. Returns nil if it was no request of a backend or browser.
    ///
    /// - Parameter base: the base URL of the emulator.
    init?(repeating record: RequestRecord, at base: String) {
        guard let (method, path) = record.endpoint.request else { return nil }
        var words = ["curl"]
        if method == .query { words.append("--get") }
        words.append(ShellWord.quoted(base + path))
        if record.endpoint == .userMigrationInfo { words.append("--header \"Authorization: Bearer $ACCESS_TOKEN\"") }
        if method == .form, record.parameters.isEmpty { words.append("--data ''") }
        for parameter in record.parameters {
            let name = FormValues.escape(parameter.name)
            if Redaction.isComplete(parameter) {
                // Percent encoding leaves only characters that no shell interprets.
                words.append("--data '\(name)=\(FormValues.escape(parameter.value))'")
            } else {
                words.append("--data-urlencode \"\(name)=$\(Self.variable(for: parameter.name))\"")
            }
        }
        text = words.joined(separator: " \\\n  ")
    }

    /// Returns the name of a variable for the value of a parameter: `CLIENT_SECRET` for `client_secret`.
    private static func variable(for name: String) -> String {
        let letters = name.uppercased().utf8.map { Letters.isUppercaseOrDigit($0) ? $0 : UInt8(ascii: "_") }
        let text = String(decoding: letters, as: UTF8.self)
        return text.first.map(\.isNumber) == false ? text : "VALUE_" + text
    }
}

extension Endpoint {
    /// The way in which parameters are sent.
    fileprivate enum Parameters {
        case empty, query, form
    }

    /// The request to this endpoint; nil if it has none that `curl` can send without further data.
    fileprivate var request: (parameters: Parameters, path: String)? {
        switch self {
        case .discovery: (.empty, WirePath.discovery)
        case .keys: (.empty, WirePath.keys)
        case .authorize: (.query, WirePath.authorize)
        case .token: (.form, WirePath.token)
        case .revoke: (.form, WirePath.revoke)
        case .userMigrationInfo: (.form, WirePath.userMigrationInfo)
        case .native, .notification, .relay: nil
        }
    }
}

/// A word of a command line of a POSIX shell.
enum ShellWord {
    /// Returns a text as one word: unchanged if it contains only characters that no shell interprets, otherwise in single quotes.
    /// Control characters are omitted, because a terminal would interpret them.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let word = String(String.UnicodeScalarView(scalars))
        guard word.isEmpty || !word.utf8.allSatisfy({ Letters.isAlphanumeric($0) || plain.contains($0) }) else { return word }
        return "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    private static let plain = Array("%+,-./:@_".utf8)
}
