import Foundation
import Glibc

/// The device that launched this process as an app.
public enum ScreenDevice {
    /// The environment variable that is set for such a process.
    package static let variable = "LATCHKEY_SCREEN"
    /// The variable's value: lines of JSON on standard input and output.
    package static let lines = "lines"

    /// Whether a device launched this process and shows its screens. Otherwise a user or a program started it.
    public static var isThere: Bool {
        getenv(variable).map { String(cString: $0) } == lines
    }
}
