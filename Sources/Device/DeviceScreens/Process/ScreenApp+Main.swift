import Dispatch
import Glibc

extension ScreenApp {
    /// Runs the app in this process, as the device that launched it says. Ends with the device.
    ///
    /// What the app prints goes to standard error: standard output belongs to the device. In a process that no device launched it says so there,
    /// and ends with status 64.
    public static func main() {
        guard ScreenDevice.isThere, let output = AppOutputLines.takingStandardOutput() else {
            let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "This"
            let words = """
                \(name) is an app: it runs on a device, which shows its screens.
                `latchkey dev` has a device in the browser; a test launches the app on a simulated one.

                """
            _ = AppLineWriter.write(Array(words.utf8), to: STDERR_FILENO)
            exit(64)
        }
        let app = HostedApp(output: output) { Self(launch: $0) }
        startReading { input in
            // In the order of the lines, and in the same way as everything else that happens on the main actor.
            DispatchQueue.main.async { MainActor.assumeIsolated { app.take(input) } }
        }
        dispatchMain()
    }

    /// Hands on each line of standard input from a thread of its own, and ends the process with the last.
    private static func startReading(_ take: @escaping @Sendable (AppInput) -> Void) {
        DispatchQueue(label: "screen-app.input").async {
            var lines = AppLineReader(STDIN_FILENO)
            while let line = lines.next() {
                guard let input = try? AppLine.message(AppInput.self, line) else {
                    _ = AppLineWriter.write(Array("the device sent a line that is none of its messages\n".utf8), to: STDERR_FILENO)
                    exit(65)
                }
                take(input)
            }
            exit(0)
        }
    }
}
