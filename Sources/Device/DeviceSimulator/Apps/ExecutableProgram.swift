public import DeviceScreens

/// An app that runs as a process of its own: an executable whose `main` is that of `ScreenApp`.
///
/// Its calls go to the phone through a socket that is this process's alone. What it prints goes to standard error.
public struct ExecutableProgram: AppProgram {
    let path: String
    let arguments: [String]

    /// - Parameters:
    ///   - path: The executable's.
    ///   - arguments: What it is started with, besides its own name.
    public init(at path: String, arguments: [String] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// Starts the executable; see ``AppProgram/launch(_:in:report:)``.
    public func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        let process = ExecutableProcess(report: report)
        process.start(path, arguments, launch, surroundings)
        return process
    }
}
