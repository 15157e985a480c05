import DeviceProtocol

/// Who asks: an app, as the broker knows it from the socket that the app was launched with, in a process that the kernel names. Nothing
/// of it comes from the messages.
package struct Caller: Hashable, Sendable {
    package let app: App
    package let process: ProcessIdentity

    package init(app: App, process: ProcessIdentity) {
        self.app = app
        self.process = process
    }
}
