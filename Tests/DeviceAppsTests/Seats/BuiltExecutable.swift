import Foundation

/// The executables that were built with the tests.
enum BuiltExecutable {
    /// Beside the bundle that the tests are in.
    static func path(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}
