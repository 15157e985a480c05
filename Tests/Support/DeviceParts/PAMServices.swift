import Foundation
import Glibc

/// PAM with test services and passwords: `pam_wrapper` shows them to a process that is started with ``environment``.
package final class PAMServices {
    package static let need = "needs libpam-wrapper: scripts/setup test"

    package static var canRun: Bool { wrapper != nil && matrix != nil }

    private static let wrapper = find("libpam_wrapper.so")
    private static let matrix = find("pam_wrapper/pam_matrix.so")

    private let folder: String

    /// Includes the service `other`, which rejects everything.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/pam-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try add("other", ["auth required pam_deny.so", "account required pam_deny.so"])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    package var environment: [String: String] {
        ["LD_PRELOAD": Self.wrapper ?? "", "PAM_WRAPPER": "1", "PAM_WRAPPER_SERVICE_DIR": folder]
    }

    private static let turn = NSLock()

    /// Starts a process with ``environment`` while no other one starts: `pam_wrapper` uses the first free folder name without
    /// reserving it, and of two that start at once one fails.
    package static func starting<Value>(_ body: () throws -> Value) rethrows -> Value {
        turn.lock()
        defer { turn.unlock() }
        return try body()
    }

    /// Adds a service with these lines. MATRIX is replaced by the module with the passwords.
    package func add(_ service: String, _ lines: [String]) throws {
        let matrix = "\(Self.matrix ?? "") passdb=\(folder)/.passwords"
        let text = lines.map { $0.replacing("MATRIX", with: matrix) + "\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(service)"))
    }

    /// The service that uses the module for passwords and accounts.
    package func addMatrix(_ service: String) throws {
        try add(service, ["auth required MATRIX", "account required MATRIX"])
    }

    /// An account has one password, and one service that it can be used with.
    package func setPassword(_ password: String, of account: String, for service: String) throws {
        try Data("\(account):\(password):\(service)\n".utf8).write(to: URL(filePath: folder + "/.passwords"))
    }

    /// The name of the account that runs this process.
    package static var account: String { String(cString: getpwuid(geteuid()).pointee.pw_name) }

    private static func find(_ name: String) -> String? {
        let folders =
            ["/usr/lib", "/usr/lib64"]
            + ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []).map { "/usr/lib/" + $0 }
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
