import PasswordManager
import PasswordStrength

extension DeviceSimulator {
    /// Lets the device know of sites what the files of a folder say, in place of what it knew: which of them share passwords, what rules they have for new ones,
    /// where passwords are changed. The folder is one like `quirks/` of github.com/apple/password-manager-resources; a device knows nothing by default.
    ///
    /// - Throws: where the folder has none of these files, or one is not of its form. What the device knew it then still knows.
    public func readSiteQuirks(inFolder path: String) throws {
        services.sites.quirks = try SiteQuirks(folder: path)
        services.settings.announceChange()
    }

    /// Looks saved passwords up among leaked ones from now on, in a folder in the layout in which these are published: a file for each of the 1,048,576
    /// beginnings of a SHA-1. Nothing of a password leaves the machine. Nil: it looks no longer.
    ///
    /// - Throws: where the folder is none, or lacks ranges.
    public func lookUpLeakedPasswords(inFolder path: String?) throws {
        services.sites.lookUp(in: try path.map { path throws(LeakedPasswordsError) in try LeakedPasswordFolder(path: path) })
        services.settings.announceChange()
    }

    /// The passwords that have leaked besides, and how often each was seen. Empty by default.
    public var leakedPasswords: [String: Int] {
        get { services.sites.leaked }
        set { services.sites.leaked = newValue }
    }
}
