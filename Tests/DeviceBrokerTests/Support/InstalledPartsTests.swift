import DeviceParts
import Foundation
import Testing

@Suite("Installed test dependencies") struct InstalledPartsTests {
    static let parts = [
        (isHere: SimulatedTPM.isInstalled, need: SimulatedTPM.need), (isHere: PAMServices.canRun, need: PAMServices.need),
        (isHere: VirtualReader.canRun, need: VirtualReader.need),
        (isHere: AppUserTests.canBecomeOthers, need: AppUserTests.need),
    ]

    /// On a developer's machine, a suite without its dependency is skipped with a message. Continuous integration would not notice
    /// that it never ran.
    @Test("all dependencies are installed in continuous integration", arguments: parts)
    func areInstalled(isHere: Bool, need: String) {
        #expect(isHere || ProcessInfo.processInfo.environment["CI"] != "true", "\(need)")
    }
}
