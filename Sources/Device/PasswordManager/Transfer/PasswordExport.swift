import AssociatedDomains
import FoundationEssentials

/// Saved passwords as a file that browsers read. The file shows every password to whoever opens it.
///
/// Everything is written exactly as it is, also what a spreadsheet would take for a formula: a password with a mark put before it is another
/// password. So do not open the file in a spreadsheet; ``formulaFields`` says how many fields would be taken for one.
package struct PasswordExport: Sendable {
    /// UTF-8 without byte order mark, lines ended by CR LF (RFC 4180).
    package let bytes: [UInt8]
    /// How many fields begin with `=`, `+`, `-`, `@`, a tab or a carriage return.
    package let formulaFields: Int

    /// What the form has no column for is left out: history and pending upgrades everywhere, titles and notes in Firefox's, times elsewhere.
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
        // By scalars: CR LF is one character, and neither of the two.
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

/// A form in which browsers write passwords into a file.
package enum PasswordFileFormat: String, Hashable, Sendable, CaseIterable {
    /// Chrome, Edge and their kin: `name,url,username,password,note`.
    case chromium
    /// Safari and Passwords: `Title,URL,Username,Password,Notes,OTPAuth`.
    case safari
    /// Firefox: nine columns, each quoted, with times in milliseconds, without title and notes.
    case firefox

    /// What a column holds.
    enum Column: Hashable, Sendable {
        case title, url, user, password, notes, created, lastUsed, changed
        /// Something that has no place here.
        case other
    }

    /// The header that is written.
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

    /// What a column of any of these forms holds. Case does not matter.
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
