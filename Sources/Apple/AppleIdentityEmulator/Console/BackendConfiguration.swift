/// The configuration of a backend for the group of a primary App ID: environment variables, without the private key.
struct BackendConfiguration {
    let team: TeamID
    let primary: ClientID
    /// The App IDs of the group, the primary one first.
    let apps: [ClientID]
    /// The websites of the group.
    let services: [ServicesID]
    /// The keys of the group that are not revoked.
    let keys: [DeveloperKey]
    /// The base URL of the emulator.
    let base: String
    /// The `iss` of tokens.
    let issuer: String

    /// The lines of a file with environment variables.
    var text: String { (general + [""] + latchkey).joined(separator: "\n") }

    private var general: [String] {
        var lines = ["# Any backend"]
        lines.append(Self.line("APPLE_BASE_URL", base))
        lines.append(Self.line("APPLE_ISSUER", issuer))
        lines.append(Self.line("APPLE_CLIENT_SECRET_AUDIENCE", AppleService.issuer))
        lines.append(Self.line("APPLE_TEAM_ID", team.rawValue))
        lines += key(id: "APPLE_KEY_ID", file: "APPLE_KEY_FILE")
        lines.append(Self.line("APPLE_CLIENT_ID", primary.rawValue))
        if let service = services.first {
            lines.append(Self.line("APPLE_SERVICES_ID", service.id.rawValue))
            if let url = service.returnURLs.first { lines.append(Self.line("APPLE_REDIRECT_URI", url.rawValue)) }
        }
        return lines
    }

    private var latchkey: [String] {
        var lines = ["# A Latchkey server"]
        lines.append(Self.line("LATCHKEY_APPLE_TEAM", team.rawValue))
        lines += key(id: "LATCHKEY_APPLE_KEY_ID", file: "LATCHKEY_APPLE_KEY_FILE")
        lines.append(Self.line("LATCHKEY_APPLE_NATIVE_CLIENTS", apps.map(\.rawValue).joined(separator: ",")))
        if let service = services.first { lines.append(Self.line("LATCHKEY_APPLE_WEB_CLIENT", service.id.rawValue)) }
        lines.append(Self.line("LATCHKEY_APPLE_SERVICE_URL", base))
        lines.append(Self.line("LATCHKEY_APPLE_SERVICE_IS_TEST", "true"))
        return lines
    }

    /// Returns the lines about the newest key, whose file the developer downloads.
    private func key(id: String, file: String) -> [String] {
        guard let key = keys.last else { return ["# Create a key below, and download its file."] }
        return [Self.line(id, key.id.rawValue), Self.line(file, "AuthKey_\(key.id).p8")]
    }

    private static func line(_ name: String, _ value: String) -> String { name + "=" + ShellWord.quoted(value) }
}
