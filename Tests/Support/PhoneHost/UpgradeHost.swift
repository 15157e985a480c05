import DeviceSimulator
import Foundation
import Glibc

/// A device in a folder whose owner upgrades one account, once.
struct UpgradeHost {
    private struct Misuse: Error {}

    private let device: DeviceSimulator
    private let user: String
    private let site: String
    private let converts: Bool

    /// - Parameter words: the words after `upgrade`.
    init(folder: String, _ words: ArraySlice<String>) throws {
        let words = Array(words)
        guard words.count == 9, let plist = FileManager.default.contents(atPath: words[7]) else { throw Misuse() }
        converts = words[0] == "apple"
        (user, site) = (words[1], words[2])
        device = try DeviceSimulator(storedIn: folder, app: words[3])
        if device.isLocked { try device.unlock(passcode: "2468") }
        device.connect(toAppleService: words[5])
        try device.put(SimulatedSite(.server(words[4])), at: site)
        device.shareWebCredentials(with: [site])
        try device.installUpgradeExtension(at: words[6], arguments: ["--server", words[4], words[8]], infoPlist: plist)
    }

    func run() async {
        print("begins")
        fflush(nil)
        if converts {
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            print("ended \(await device.convertToSignInWithApple(user, at: site))")
        } else {
            print("ended \(await device.upgradePassword(of: user, at: site))")
        }
    }
}
