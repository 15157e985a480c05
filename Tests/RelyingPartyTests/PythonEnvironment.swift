import Foundation

/// The Python interpreter with the relying parties' packages, which `scripts/setup test` installs.
enum PythonEnvironment {
    static let programs = package.appending(path: "Tests/RelyingParties")
    static let interpreter = package.appending(path: ".tools/relying-parties/bin/python")

    /// Whether the packages are installed in the versions of `requirements.txt`; setup leaves a copy of it when it is done.
    static let isProvided: Bool = {
        guard let wanted = try? Data(contentsOf: programs.appending(path: "requirements.txt")),
            let installed = try? Data(contentsOf: package.appending(path: ".tools/relying-parties/installed.txt"))
        else { return false }
        return wanted == installed && FileManager.default.isExecutableFile(atPath: interpreter.path)
    }()

    /// Whether `scripts/setup test` built the Go shop from the current source.
    static let isGoShopBuilt: Bool = {
        let built = package.appending(path: ".tools/go-shop")
        return FileManager.default.isExecutableFile(atPath: built.appending(path: "shop").path)
            && FileManager.default.contentsEqual(
                atPath: programs.appending(path: "go_shop/main.go").path, andPath: built.appending(path: "built.go").path)
    }()

    /// The folder of the manifest.
    private static let package: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
