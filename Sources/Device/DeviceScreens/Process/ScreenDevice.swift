import Foundation
import Glibc

/// The device that a process was launched by as an app.
public enum ScreenDevice {
    /// The variable of the environment that is set for such a process.
    package static let variable = "LATCHKEY_SCREEN"
    /// Its value: lines of JSON on standard input and output.
    package static let lines = "lines"

    /// Whether this process was launched by a device, which shows its screens. Otherwise a person or a program started it.
    public static var isThere: Bool {
        getenv(variable).map { String(cString: $0) } == lines
    }
}
