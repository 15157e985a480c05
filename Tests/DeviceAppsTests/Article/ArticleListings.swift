import ConformanceData
import DeviceSimulator
import Foundation

/// The source of Apple's sample "Juice" as the sign-in article prints it, read in place because its text must not be copied.
enum ArticleListings {
    /// The article, or nil if `../shared` does not exist.
    static let article: URL? = {
        guard let seeds = SitePages("seeds"), let name = try? seeds.names.first(where: { $0.hasPrefix("001_") }) else { return nil }
        return seeds.folder.appending(path: name)
    }()

    static var isPresent: Bool { article != nil }

    /// The app of the listings, compiled once by this toolchain's compiler with the modules that were built with the tests.
    static let program = Result<any AppProgram, any Error> {
        let folder = URL(filePath: BuiltExecutable.path("ArticleListings"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let library = folder.appending(path: "ArticleListings.so").path
        let sources = try listings().map { name, text in
            let file = folder.appending(path: name)
            try withoutObjectiveC(text).write(to: file, atomically: true, encoding: .utf8)
            return file.path
        }
        let result = try Command.run("/usr/bin/env", ["swiftc"] + options + ["-o", library] + sources + [scenes])
        guard result.status == 0 else { throw Failure(description: "the listings do not compile:\n" + result.errors) }
        return ExecutableProgram(at: BuiltExecutable.path("StoryboardApp"), arguments: [library])
    }

    /// The files that the article prints completely: a numbered heading, and text up to the next one.
    static func listings() throws -> [(name: String, text: String)] {
        guard let article else { throw Failure(description: "../shared/seeds is absent") }
        let text = try String(contentsOf: article, encoding: .utf8)
        let headings = text.matches(of: #/^\d+\. (?<name>\w+\.swift)\n/#.anchorsMatchLineEndings())
        let ends = headings.dropFirst().map(\.range.lowerBound) + [text.range(of: "\n后记\n")?.lowerBound ?? text.endIndex]
        return zip(headings, ends).map { (String($0.name), String(text[$0.range.upperBound..<$1])) }
    }

    /// Omits what only a compiler with Objective-C accepts; `UIKitStub` has a `Selector` that is created from the method itself.
    /// Changes nothing else.
    private static func withoutObjectiveC(_ listing: String) -> String {
        listing.replacing(#/@(UIApplicationMain|IBOutlet|IBAction|objc)\b/#, with: "").replacing("#selector(", with: "Selector(")
    }

    private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
    /// Represents the Interface Builder file of the sample.
    private static let scenes = checkout.appending(path: "Tests/Support/StoryboardApp/Storyboard/Scenes.swift").path

    /// The settings of `appSettings` in Package.swift, and those that SwiftPM adds.
    private static let options: [String] = {
        let aliases = ["UIKit=UIKitStub", "AuthenticationServices=OpenAuthenticationServices", "Security=OpenSecurity"]
        return [
            "-emit-library", "-parse-as-library", "-swift-version", "5", "-suppress-warnings", "-module-name", "ArticleListings",
            "-I", BuiltExecutable.path("Modules"),
            "-Xcc", "-fmodule-map-file=" + checkout.appending(path: "Sources/Shared/CLibcrypto/module.modulemap").path,
            "-Xfrontend", "-import-module", "-Xfrontend", "OpenSecurity",
        ] + aliases.flatMap { ["-module-alias", $0] }
    }()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
