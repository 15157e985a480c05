import Foundation

/// The Python interpreter with the relying parties' packages, which `scripts/setup test` makes.
enum PythonEnvironment {
    static let programs = package.appending(path: "Tests/RelyingParties")
    static let interpreter = package.appending(path: ".tools/relying-parties/bin/python")

    /// Whether the packages are there, in the versions that `requirements.txt` names: setup leaves a copy of it when it is done.
    static let isProvided: Bool = {
        guard let wanted = try? Data(contentsOf: programs.appending(path: "requirements.txt")),
            let installed = try? Data(contentsOf: package.appending(path: ".tools/relying-parties/installed.txt"))
        else { return false }
        return wanted == installed && FileManager.default.isExecutableFile(atPath: interpreter.path)
    }()

    /// Whether `scripts/setup test` built the shop in Go, from the source that is here.
    static let isGoShopBuilt: Bool = {
        let built = package.appending(path: ".tools/go-shop")
        return FileManager.default.isExecutableFile(atPath: built.appending(path: "shop").path)
            && FileManager.default.contentsEqual(
                atPath: programs.appending(path: "go_shop/main.go").path, andPath: built.appending(path: "built.go").path)
    }()

    /// The folder that holds the manifest.
    private static let package: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
