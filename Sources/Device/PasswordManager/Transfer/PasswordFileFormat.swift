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
