import Foundation
import Glibc

/// The device that launched this process as an app.
public enum ScreenDevice {
    /// The environment variable that is set for such a process.
    package static let variable = "LATCHKEY_SCREEN"
    /// The variable's value: lines of JSON on standard input and output.
    package static let lines = "lines"

    /// The environment variable with the language of the device, for apps and extensions.
    package static let languageVariable = "LATCHKEY_LANGUAGE"

    /// The language of the device, for an app or extension within this process. Threads and dispatch queues do not inherit
    /// task-local values.
    @TaskLocal package static var languageOfTask: String?

    /// The language of the device that launched the app or extension, as a BCP 47 tag such as `pt-BR`; nil if no device did.
    ///
    /// An app reads it at its launch, because a device ends running apps when the user chooses another language.
    public static var language: String? {
        languageOfTask ?? getenv(languageVariable).map { String(cString: $0) }
    }

    /// The environment variable with the position in a trace, for extensions. It has the name that other tools give it.
    package static let traceparentVariable = "TRACEPARENT"

    /// The position in a trace, for an extension within this process.
    @TaskLocal package static var traceparentOfTask: String?

    /// The value of the header field `traceparent` (W3C Trace Context) for the requests of an extension: the position of the user's
    /// action that started it. Nil if the device records nothing, and for an app, which adopts ``ScreenTracing``.
    public static var traceparent: String? {
        traceparentOfTask ?? getenv(traceparentVariable).map { String(cString: $0) }
    }

    /// Whether a device launched this process and shows its screens. Otherwise a user or a program started it.
    public static var isThere: Bool {
        getenv(variable).map { String(cString: $0) } == lines
    }
}
