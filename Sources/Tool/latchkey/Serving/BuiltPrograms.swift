import Foundation

/// The programs that `make run` builds beside this command: the apps of the simulated phones, and the server of one of them.
struct BuiltPrograms {
    let juice: String
    let juiceUpgrade: String
    let motivationApp: String
    let motivation: String

    /// Nil where one of them was not built.
    static func besideThisCommand() -> BuiltPrograms? {
        guard let command = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let folder = URL(fileURLWithPath: command).deletingLastPathComponent()
        func path(_ name: String) -> String? {
            let path = folder.appending(path: name).path
            return FileManager.default.isExecutableFile(atPath: path) ? path : nil
        }
        guard let juice = path("Juice"), let upgrade = path("JuiceUpgrade"), let app = path("MotivationApp"),
            let server = path("Motivation")
        else { return nil }
        return BuiltPrograms(juice: juice, juiceUpgrade: upgrade, motivationApp: app, motivation: server)
    }
}
