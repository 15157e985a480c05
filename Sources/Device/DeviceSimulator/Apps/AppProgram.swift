public import DeviceScreens

/// An app that is installed and can be launched: what makes processes.
public protocol AppProgram: Sendable {
    /// Launches the app, and does not wait for it. Called once the last process of the app has ended.
    ///
    /// - Parameters:
    ///   - launch: What the app is launched with.
    ///   - surroundings: Whom the process stands for, and its way to the device.
    ///   - report: Takes what the process does, in order, from any thread, during this call too. The last report is
    ///     ``AppReport/ended(failure:)``; a process that cannot be started reports that alone.
    func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess
}
