import Dispatch
import Glibc

extension ScreenApp {
    /// Runs the app in this process, for the device that launched it. Ends with the device.
    ///
    /// Output of the app goes to standard error, because the device uses standard output. In a process that no device launched,
    /// this function reports that on standard error and exits with status 64.
    public static func main() {
        guard ScreenDevice.isThere, let output = AppOutputLines.takingStandardOutput() else {
            let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "This"
            let words = """
                \(name) is an app: a device must launch it and show its screens.
                Run `latchkey dev` for a device in the browser, or launch the app on a simulated device in a test.

                """
            _ = AppLineWriter.write(Array(words.utf8), to: STDERR_FILENO)
            exit(64)
        }
        let app = HostedApp(output: output) { Self(launch: $0) }
        startReading { input in
            // In the order of the lines, and through the same queue as all other work of the main actor.
            DispatchQueue.main.async { MainActor.assumeIsolated { app.take(input) } }
        }
        dispatchMain()
    }

    /// Passes on each line of standard input from a separate thread, and ends the process after the last line.
    private static func startReading(_ take: @escaping @Sendable (AppInput) -> Void) {
        DispatchQueue(label: "screen-app.input").async {
            var lines = AppLineReader(STDIN_FILENO)
            while let line = lines.next() {
                guard let input = try? AppLine.message(AppInput.self, line) else {
                    _ = AppLineWriter.write(Array("malformed message from the device\n".utf8), to: STDERR_FILENO)
                    exit(65)
                }
                take(input)
            }
            exit(0)
        }
    }
}
