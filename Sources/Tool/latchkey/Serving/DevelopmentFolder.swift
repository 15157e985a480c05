import AccountServer
import DevicePages
import Foundation
import LocalAccess
import Markup
import PrivateFiles
import Secrets

/// The folder with the store and the key of `latchkey dev`: one that the developer names, or one that is removed when the command
/// ends.
struct DevelopmentFolder {
    let path: String
    /// Whether the folder is removed when the command ends.
    let isTemporary: Bool
    private var demoPasswordPath: String { path + "/demo-password" }

    var storePath: String { path + "/" + Self.storeName }
    var keyPath: String { path + "/master.key" }

    /// Creates a new folder that other users cannot enter.
    static func temporary() throws -> DevelopmentFolder {
        let path = FileManager.default.temporaryDirectory.appending(path: "latchkey-dev-\(UUID().uuidString)").path
        return try DevelopmentFolder(path: path, isTemporary: true)
    }

    /// Creates or opens the developer's folder. The key is created once and kept.
    init(keptAt path: String) throws {
        try self.init(path: path, isTemporary: false)
    }

    private init(path: String, isTemporary: Bool) throws {
        self.path = path
        self.isTemporary = isTemporary
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: !isTemporary, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(.store, "\(path): the folder cannot be created", hint: "choose another with --data")
        }
        try makeKeyIfMissing()
    }

    /// Removes the folder with its content if it is temporary.
    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Waits until this process has closed all files of the folder. A phone may hold its files for a moment after it has ended, and then
    /// writes to them. Returns false if that takes too long.
    func isReleased(within limit: Duration = .seconds(10)) async -> Bool {
        let end = ContinuousClock.now + limit
        while isOpen {
            guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
        }
        return true
    }

    /// Whether this process has a file of the folder open (proc(5), `fd`), or that is unknown.
    private var isOpen: Bool {
        let start = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "/"
        guard let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") else { return true }
        return descriptors.contains { descriptor in
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
            return file?.hasPrefix(start) == true
        }
    }

    /// Deletes all data but the key, the demo account's password and the snapshots.
    func removeData() throws {
        for name in try dataEntries() { try FileManager.default.removeItem(atPath: path + "/" + name) }
    }

    /// Returns the names of the entries with data of a run.
    func dataEntries() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { Self.isData($0) || Self.isStoreCompanion($0) }
    }

    var snapshots: SnapshotFolder { SnapshotFolder(folder: self) }

    /// Deletes the data of a phone, by its number. The next run sets it up as a new one.
    func erasePhone(_ number: Int) throws {
        let path = phonePath(number)
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    /// Returns the folder with the data of a phone, by its number.
    func phonePath(_ number: Int) -> String { "\(path)/phones/\(number)" }

    /// The name of an account store: that of the server, and that of an app's server in its subfolder.
    static let storeName = "accounts.sqlite"

    /// Whether an entry has data of a run, without the companions of the store. A developer's folder may contain other entries.
    static func isData(_ name: String) -> Bool { data.contains(name) }

    /// Whether a name is that of a companion file of an account store. A backup contains what these have.
    static func isStoreCompanion(_ name: String) -> Bool { name.hasPrefix(storeName + "-") }

    private static let data: Set<String> = [
        storeName, "apple.json", "apple.p8", "apple-key-id", "phones", "leaked-passwords", "motivation",
    ]

    /// Returns the password of the demo account from an earlier run; nil if the folder has none.
    func demoPassword() -> String? {
        FileManager.default.contents(atPath: demoPasswordPath).flatMap { data in
            let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return text.isEmpty ? nil : text
        }
    }

    /// Keeps the password of the demo account for later runs.
    func keep(demoPassword: String) throws {
        try writePrivately(demoPassword + "\n", to: demoPasswordPath)
    }

    /// Returns a path of this folder for a process with another working directory.
    func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    private func makeKeyIfMissing() throws {
        guard !FileManager.default.fileExists(atPath: keyPath) else { return }
        try writePrivately(MasterKey.random(SystemRandomBytes()).revealBase64() + "\n", to: keyPath)
    }

    /// Writes an association file with which the site shares its passwords with an app, and returns its path.
    func associationFile(naming app: String) throws -> String {
        let path = path + "/apple-app-site-association.json"
        try writePrivately(Self.associations(of: app), to: path)
        return path
    }

    /// Returns the content of an association file that names the app.
    static func associations(of app: String) -> String { "{\"webcredentials\": {\"apps\": [\"\(app)\"]}}\n" }

    /// Writes a file that other users cannot read.
    func writePrivately(_ text: String, to path: String) throws {
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path, with: text.utf8)
        } catch {
            throw CommandFailure(.store, "\(error)", hint: "check the permissions of the folder")
        }
    }
}

/// Access to the emulator and the phones of `latchkey dev` for the user who started it. Both share a bearer token and a cookie, so
/// a browser that opened one can follow a link to the other.
struct DevelopmentAccess {
    /// The token for programs: the commands, the phones at the emulator, and an app's server at the phones.
    let bearer: OpaqueToken
    let folder: RunFolder
    let apple: LocalAccessGate
    let phones: LocalAccessGate
    let access: LocalAccess

    /// - Parameters:
    ///   - port: the port of the account server, which is part of the cookie's name.
    ///   - folder: the folder for bearer tokens.
    /// - Throws: ``CommandFailure`` if the folder cannot be created.
    init(port: Int, folder: RunFolder = .ofThisUser()) throws {
        let random = SystemRandomBytes()
        bearer = OpaqueToken(random: random)
        self.folder = folder
        try folder.make()
        access = LocalAccess(port: port, bearer: bearer, random: random) { Date.now }
        apple = LocalAccessGate(access, landing: "/", command: "latchkey apple open")
        phones = LocalAccessGate(access, landing: PagePath.devices, command: "latchkey phone open")
    }

    /// Creates the mailbox of the server, for the same user.
    func mail() -> (mailbox: DevelopmentMailbox, pages: DevelopmentMail) {
        let mailbox = DevelopmentMailbox()
        return (mailbox, DevelopmentMail(mailbox, access: access, command: "latchkey mail open"))
    }

    /// Writes the bearer token's file for a port. Only a process that listens on the port may call this; another process's file
    /// would be overwritten otherwise.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be written.
    func publish(port: Int) throws {
        do {
            try folder.write(bearer, port: port)
        } catch {
            throw CommandFailure(.failure, "\(error)", hint: "check the permissions of the folder")
        }
    }

    /// Removes the bearer token's files. Another user may listen on a port that this process has closed, and commands would send the
    /// token there.
    func withdrawBearer(ports: [Int]) {
        for port in ports { folder.remove(bearer, port: port) }
    }

    /// Removes the bearer token's files, and the file of this instance.
    func withdraw(ports: [Int]) {
        withdrawBearer(ports: ports)
        for port in ports { folder.removeInstance(port: port) }
    }
}
