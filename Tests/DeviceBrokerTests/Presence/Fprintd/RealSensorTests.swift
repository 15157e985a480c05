import DeviceProtocol
import Foundation
import Secrets
import Testing
import Threads

@testable import DeviceBroker

@Suite("Running device with a real sensor", .timeLimit(.minutes(20))) struct RealSensorTests {
    let sensor = ObservedSensor(["left-thumb", "right-thumb"])
    let files: DeviceFiles
    let running: RunningDevice

    init() throws {
        files = try DeviceFiles()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: files.path)
        let folder = try DeviceFolder(path: files.path)
        let configuration = try #require(
            SoftwareEnclave.Configuration(
                stateFile: folder.enclaveState, hostKey: try folder.hostKey(), opening: folder.enclaveOpening))
        running = try RunningDevice(
            folder: folder, enclave: SoftwareEnclave(inProcess: configuration), sensor: .attached(sensor),
            timeout: ManualTimeout().timeout, passcodeCost: .cheapest, now: { 800_000_000 })
    }

    private func owner() throws -> ControlLink { try ControlLink(path: running.folder.controlSocket) }

    private func isRejectedAsReal(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch DeviceError.badRequest(let reason) {
            return reason.contains("the device has a real sensor")
        } catch {
            return false
        }
    }

    @Test("the owner can neither enrol nor report for a real sensor", arguments: SensorReport.allCases)
    func owner(report: SensorReport) throws {
        defer { try? running.stop() }
        let name = try #require(TemplateName(rawValue: "left-thumb"))
        for request in [ControlRequest.enrol(name), .remove(name), .see(report)] {
            #expect(isRejectedAsReal { try owner().perform(request) })
        }
        #expect(running.device.state.biometricFailures.count == 0)
    }

    @Test("a screen's report for a real sensor is rejected, and the prompt continues")
    func screen() throws {
        defer { try? running.stop() }
        let link = SocketLink(path: try running.launch(TestDevice.app).socket)
        try owner().perform(.setPasscode(RunningFixture.passcode))
        try link.perform(AddItem.password(constraints: [.biometryAny]))
        let answer = Inbox<Result<FoundItems, any Error>>()
        _ = WorkerThread.start { answer.put(Result { try link.perform(FindItems.password()) }) }
        let screen = try owner()
        let prompt = try #require(try screen.nextPrompt())
        #expect(isRejectedAsReal { try screen.perform(.answerPrompt(prompt.number, .sensor(.matched))) })
        try screen.perform(.answerPrompt(prompt.number, .cancel))
        #expect(throws: DeviceError.authentication(.userCancel)) { try answer.take().get() }
    }

    @Test("the status contains the fingers, and why the sensor is not usable")
    func status() throws {
        defer { try? running.stop() }
        func status() throws -> DeviceStatus? {
            if case .status(let status) = try owner().perform(.status) { status } else { nil }
        }
        #expect(try status()?.templates.map(\.rawValue) == ["left-thumb", "right-thumb"])
        #expect(try status()?.mechanisms.biometry == .fingerprint)
        #expect(try status()?.sensorObstacle == nil)
        sensor.become(.unusable(.inUse))
        #expect(try status()?.sensorObstacle == "another program uses the fingerprint reader")
        #expect(try status()?.mechanisms.biometry == Mechanisms.BiometryKind.none)
    }
}
