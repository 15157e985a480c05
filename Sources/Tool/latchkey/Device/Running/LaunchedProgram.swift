import DeviceProtocol
import Glibc

/// A program that is to run as an app.
struct LaunchedProgram {
    /// The program, found by PATH where it holds no slash, and its arguments. Not empty.
    let arguments: [String]
    /// What its `LATCHKEY_DEVICE` is.
    let device: String

    /// Turns this process into the program. The owner's folder is not handed over: an app has no business there.
    ///
    /// - Throws: where there is no such program.
    func become() throws -> Never {
        setenv(CurrentDevice.variable, device, 1)
        unsetenv(DeviceOptions.variable)
        let words = arguments.map { strdup($0) } + [nil]
        execvp(arguments[0], words)
        let code = errno
        words.forEach { free($0) }
        throw CommandFailure(
            .usage, "\(arguments[0].harmless) cannot be run: \(String(cString: strerror(code)))",
            hint: "name a program after --, as in: -- swift test")
    }
}
