import DeviceProtocol
import Dispatch
import Glibc

extension ExtensionStreams {
    /// Runs the extension in this process for the system that started it, and ends with the system. In a process that the system
    /// did not start, prints a message to standard error and exits with status 64.
    ///
    /// - Parameter occasion: When a device starts such an extension, as a clause.
    static func run<Principal: ExtensionPrincipal>(_ principal: Principal.Type, when occasion: StaticString) -> Never {
        guard getenv(variable).map({ String(cString: $0) }) == form else {
            let words = Array("This program is an app extension. A device starts it when \(occasion).\n".utf8)
            _ = write(STDERR_FILENO, words, words.count)
            exit(64)
        }
        let (orders, reports) = (UnixConnection(descriptor: dup(STDIN_FILENO)), UnixConnection(descriptor: dup(STDOUT_FILENO)))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        // Sends reports in the order of their creation.
        let writing = DispatchQueue(label: "extension.reports")
        let hosted = HostedExtension(principal, device: CurrentDevice.link) { report in
            let message = report.message
            // The end of the system is detected when reading.
            writing.async { try? reports.send(message) }
        }
        DispatchQueue(label: "extension.orders").async {
            while let message = try? orders.receive() {
                guard let order = try? Principal.Order(message: message) else { exit(65) }
                _ = hosted.deliver(order)
            }
            exit(0)
        }
        dispatchMain()
    }
}
