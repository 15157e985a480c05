import DeviceProtocol
import Dispatch
import Glibc

extension ASAccountAuthenticationModificationViewController {
    /// Runs the extension in this process, for the system that started it: write `@main` before the principal class. Ends with the system.
    ///
    /// What the extension prints goes to standard error: standard output belongs to the system. In a process that no system started it says so there, and
    /// ends with status 64.
    public static func main() {
        guard getenv(ExtensionStreams.variable).map({ String(cString: $0) }) == ExtensionStreams.form else {
            let words = Array("This is the extension of an app: a device starts it when it upgrades an account.\n".utf8)
            _ = write(STDERR_FILENO, words, words.count)
            exit(64)
        }
        let (orders, reports) = (UnixConnection(descriptor: dup(STDIN_FILENO)), UnixConnection(descriptor: dup(STDOUT_FILENO)))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        // One after the other, in the order in which they are made.
        let writing = DispatchQueue(label: "extension.reports")
        let hosted = HostedModificationExtension(self, device: CurrentDevice.link) { report in
            // A system that is gone is noticed where it is read.
            writing.async { try? reports.send(report.message) }
        }
        DispatchQueue(label: "extension.orders").async {
            while let message = try? orders.receive() {
                guard let order = try? ModificationOrder(message: message) else { exit(65) }
                _ = hosted.tell(order)
            }
            exit(0)
        }
        dispatchMain()
    }
}
