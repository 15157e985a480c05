import AssociatedDomains
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager

@testable import DeviceSimulator

/// Devices of one Apple Account, with saved passwords.
struct PasswordBench {
    static let day = Duration.seconds(86_400)

    let circle = KeychainCircle()

    /// A signed-in device without a connection to the service, which the tests do not need.
    func device(account: String = "anna") throws -> DeviceSimulator {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.app")
        try device.signIn(toAppleAccount: account, service: "http://127.0.0.1:9")
        device.join(circle)
        return device
    }

    var known: Int { AppleAccount(rawValue: "anna").map(circle.count(of:)) ?? 0 }
}

func id(_ user: String, _ host: String = "example.com") throws -> CredentialID {
    guard let id = CredentialID(server: try DomainName(host), user: user) else { throw CocoaError(.formatting) }
    return id
}

extension DeviceSimulator {
    func save(_ password: String, _ user: String = "ann") throws {
        try passwords.save(PrivateText(password), as: id(user), at: clock.now)
    }

    func delete(_ user: String = "ann") throws {
        try passwords.delete(id(user), at: clock.now)
    }

    func password(_ user: String = "ann") throws -> String? {
        try passwords.credential(id(user))?.password.exposed
    }
}
