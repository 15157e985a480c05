import Foundation
import Glibc
// Required by the library, not by this file.
import OpenSecurity
import UIKitStub

/// An app whose source is compiled when a test runs: loads the given shared library and calls the function that its storyboard
/// exports.
@main
enum StoryboardApp {
    static func main() {
        guard CommandLine.arguments.count == 2, let library = dlopen(CommandLine.arguments[1], RTLD_NOW),
            let run = dlsym(library, "runStoryboardApp")
        else {
            let reason = dlerror().map { String(cString: $0) } ?? "usage: StoryboardApp LIBRARY"
            FileHandle.standardError.write(Data("\(reason)\n".utf8))
            exit(64)
        }
        unsafeBitCast(run, to: (@convention(c) () -> Void).self)()
    }
}
