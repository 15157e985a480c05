import DevicePages
import Foundation
import LocalAccess
import Markup
import Secrets

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
