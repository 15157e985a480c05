import DeviceParts
import Foundation
import Testing

@Suite("The parts that the device is tested with") struct InstalledPartsTests {
    static let parts = [
        (isHere: SimulatedTPM.isInstalled, need: SimulatedTPM.need), (isHere: PAMServices.canRun, need: PAMServices.need),
        (isHere: VirtualReader.canRun, need: VirtualReader.need),
    ]

    /// On a developer's machine a suite without its part is skipped and says so. Continuous integration would not see that nothing of it ran.
    @Test("are all here in continuous integration", arguments: parts)
    func areInstalled(isHere: Bool, need: String) {
        #expect(isHere || ProcessInfo.processInfo.environment["CI"] != "true", "\(need)")
    }
}
