import DevicePages
import Foundation
import LocalAccess
import Markup
import PrivateFiles
import Secrets

/// Where `latchkey dev` keeps its store and its key: a folder of the developer's, or one that goes when the command ends.
struct DevelopmentFolder {
    let path: String
    private let isTemporary: Bool

    var storePath: String { path + "/accounts.sqlite" }
    var keyPath: String { path + "/master.key" }

    /// A new folder that nobody else may enter.
    static func temporary() throws -> DevelopmentFolder {
        let path = FileManager.default.temporaryDirectory.appending(path: "latchkey-dev-\(UUID().uuidString)").path
        return try DevelopmentFolder(path: path, isTemporary: true)
    }

    /// The developer's folder, which is made if it is not there. The key is made once and kept.
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
            throw CommandFailure(.store, "\(path) cannot be made a folder", hint: "choose another with --data")
        }
        try makeKeyIfMissing()
    }

    /// Removes the folder with all that is in it, if it was made for this run alone.
    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    private func makeKeyIfMissing() throws {
        guard !FileManager.default.fileExists(atPath: keyPath) else { return }
        try writePrivately(MasterKey.random(SystemRandomBytes()).revealBase64() + "\n", to: keyPath)
    }

    /// Writes an association file by which the site shares its passwords with an app, and returns its path.
    func associationFile(naming app: String) throws -> String {
        let path = path + "/apple-app-site-association.json"
        try writePrivately("{\"webcredentials\": {\"apps\": [\"\(app)\"]}}\n", to: path)
        return path
    }

    /// Writes a file that nobody else can read.
    func writePrivately(_ text: String, to path: String) throws {
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path, with: text.utf8)
        } catch {
            throw CommandFailure(.store, "\(error)", hint: "check who may write to the folder")
        }
    }
}

/// Who may use the emulator and the phones of `latchkey dev`: the user who started it. Both have one bearer and one cookie, so that a browser
/// that was let in by the address of one follows a link to the other.
struct DevelopmentAccess {
    /// What programs show: the commands, the phones to the emulator, and an app's server to the phones.
    let bearer: OpaqueToken
    let folder: RunFolder
    let apple: LocalAccessGate
    let phones: LocalAccessGate

    /// - Parameter port: The port of the account server, which names the cookie.
    /// - Throws: ``CommandFailure`` where there is no folder for the bearer's files.
    init(port: Int) throws {
        let random = SystemRandomBytes()
        bearer = OpaqueToken(random: random)
        folder = .ofThisUser()
        try folder.make()
        let access = LocalAccess(port: port, bearer: bearer, random: random) { Date.now }
        apple = LocalAccessGate(access, landing: "/", command: "latchkey apple open")
        phones = LocalAccessGate(access, landing: PagePath.devices, command: "latchkey phone open")
    }

    /// Writes the bearer's file for a port. Only a process that listens there may: the file of another process would be overwritten.
    ///
    /// - Throws: ``CommandFailure`` where it cannot be written.
    func publish(port: Int) throws {
        do {
            try folder.write(bearer, port: port)
        } catch {
            throw CommandFailure(.failure, "\(error)", hint: "check who may write to the folder")
        }
    }

    /// Removes the bearer's files.
    func withdraw(ports: [Int]) {
        for port in ports { folder.remove(bearer, port: port) }
    }
}
