import Foundation

/// The programs next to the one that runs the tests.
package enum Executables {
    package static let folder: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: own).deletingLastPathComponent().path
    }()

    package static var host: String { folder + "/DeviceHost" }
    package static var caller: String { folder + "/DeviceCaller" }
}
