import AssociatedDomains
import FoundationEssentials

/// Saved passwords as a file that browsers import. The file contains every password in plain text.
///
/// All values are written unchanged, even if a spreadsheet would interpret them as formulas, because a password with a prefix is
/// another password. Do not open the file in a spreadsheet; ``formulaFields`` counts the affected fields.
package struct PasswordExport: Sendable {
    /// The file in UTF-8 without byte order mark, with CR LF line ends (RFC 4180).
    package let bytes: [UInt8]
    /// The number of fields that begin with `=`, `+`, `-`, `@`, a tab or a carriage return.
    package let formulaFields: Int

    /// Creates a file. Omits data without a column in the format: history and pending upgrades always, titles and notes in
    /// Firefox's format, times in the other formats.
    package init(_ credentials: [SavedCredential], as format: PasswordFileFormat) {
        let rows = credentials.map { Self.row($0, format) }
        let lines = ([format.header] + rows).map { row in
            row.map { Self.field($0, alwaysQuoted: format == .firefox) }.joined(separator: ",") + "\r\n"
        }
        bytes = lines.flatMap { Array($0.utf8) }
        formulaFields = rows.joined().count { $0.utf8.first.map { Self.formulaStarts.contains($0) } ?? false }
    }

    private static func row(_ credential: SavedCredential, _ format: PasswordFileFormat) -> [String] {
        let (host, user, password) = (credential.id.server.text, credential.id.user, credential.password.exposed)
        let title = credential.shownTitle
        switch format {
        case .chromium: return [title, "https://\(host)/", user, password, credential.notes.exposed]
        case .safari: return [title, "https://\(host)/", user, password, credential.notes.exposed, ""]
        case .firefox:
            let origin = "https://\(host)"
            return [
                origin, user, password, "", origin, "", time(credential.createdAt), credential.lastUsedAt.map(time) ?? "",
                time(credential.changedAt),
            ]
        }
    }

    private static func time(_ date: Date) -> String { String(VersionStamp.milliseconds(of: date)) }

    private static func field(_ text: String, alwaysQuoted: Bool) -> String {
        // Compares scalars, because CR LF is a single character.
        let needsQuotes = text.unicodeScalars.contains { $0 == "\"" || $0 == "," || $0 == "\r" || $0 == "\n" }
        guard alwaysQuoted || needsQuotes else { return text }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }

    private static let formulaStarts = Set("=+-@\t\r".utf8)
}

/// A file format for passwords.
package enum PasswordFileFormat: String, Hashable, Sendable, CaseIterable {
    /// Chrome, Edge and related browsers: `name,url,username,password,note`.
    case chromium
    /// Safari and Passwords: `Title,URL,Username,Password,Notes,OTPAuth`.
    case safari
    /// Firefox: nine columns, each quoted, with times in milliseconds, without title and notes.
    case firefox

    /// The content of a column.
    enum Column: Hashable, Sendable {
        case title, url, user, password, notes, created, lastUsed, changed
        /// Content that is ignored.
        case other
    }

    /// The header of the format.
    var header: [String] {
        switch self {
        case .chromium: ["name", "url", "username", "password", "note"]
        case .safari: ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"]
        case .firefox:
            [
                "url", "username", "password", "httpRealm", "formActionOrigin", "guid", "timeCreated", "timeLastUsed",
                "timePasswordChanged",
            ]
        }
    }

    /// Returns the content of a column of any of these formats. Ignores case.
    static func column(_ name: String) -> Column {
        switch name.lowercased() {
        case "name", "title": .title
        case "url": .url
        case "username": .user
        case "password": .password
        case "note", "notes": .notes
        case "timecreated": .created
        case "timelastused": .lastUsed
        case "timepasswordchanged": .changed
        default: .other
        }
    }
}
