import Foundation

/// The executables that were built with the tests.
enum BuiltExecutable {
    /// In the same folder as the test bundle.
    static func path(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}
