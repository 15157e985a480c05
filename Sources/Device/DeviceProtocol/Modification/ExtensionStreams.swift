/// How a system and an extension in a process of its own reach each other: orders on standard input, reports on standard output, as the broker's messages
/// follow each other on a socket.
package enum ExtensionStreams {
    /// The variable of the environment by which a process knows that it is an extension.
    package static let variable = "LATCHKEY_EXTENSION"
    /// Its value: this form of the streams.
    package static let form = "1"
}
