import DeviceSimulator
import Foundation
import Glibc
import UpgradeDriver

/// A device in a folder whose owner upgrades one account, once.
struct UpgradeHost {
    private struct Misuse: Error {}

    private let device: DeviceSimulator
    private let user: String
    private let site: String
    private let converts: Bool
    /// The text that the extension's screen asks for.
    private let code: String?

    /// - Parameter words: the arguments after `upgrade`.
    init(folder: String, _ words: ArraySlice<String>) throws {
        let words = Array(words)
        guard (9...10).contains(words.count), let plist = FileManager.default.contents(atPath: words[8]) else { throw Misuse() }
        converts = words[1] == "apple"
        (user, site) = (words[2], words[3])
        code = words.count == 10 ? words[9] : nil
        device = try DeviceSimulator(storedIn: folder, app: words[4])
        if device.isLocked { try device.unlock(passcode: "2468") }
        device.connect(toAppleService: words[6])
        try device.put(SimulatedSite(.server(words[5])), at: site)
        device.shareWebCredentials(with: [site])
        try device.installUpgradeExtension(at: words[7], arguments: ["--server", words[5], words[0]], infoPlist: plist)
    }

    func run() async throws {
        print("begins")
        fflush(nil)
        if converts {
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            // Without this, a question about another account with the same Apple Account would wait indefinitely.
            device.pressesInExtensionView = "Keep Both Accounts"
            print("ended \(await device.convertToSignInWithApple(user, at: site))")
        } else if let code {
            let stage = try await Phone(device).upgradePassword(of: user, code: code)
            print("ended \(stage.map(\.rawValue) ?? "nowhere")")
        } else {
            print("ended \(await device.upgradePassword(of: user, at: site))")
        }
    }
}
