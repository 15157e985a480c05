import DeviceParts
import Foundation
import TestKit
import Testing

@Suite(
    "latchkey device over a TPM", .tags(.realParts), .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"),
    .timeLimit(.minutes(20)))
struct TPMDeviceTests {
    let folder: CommandFolder
    let tpm: SimulatedTPM

    init() throws {
        folder = try CommandFolder()
        tpm = try SimulatedTPM(in: folder.path)
    }

    @Test("keeps keys and passcode over a kill of the broker, and says that an emulated TPM is not hardware")
    func journey() throws {
        let options = ["--enclave", "tpm:\(tpm.tcti)", "--tpm-slot", "3"]
        let first = try DeviceProcess(in: folder, options: options)
        #expect(first.errors.hasPrefix("latchkey: the keys are not backed by hardware: ") && first.children.isEmpty)
        try first.setUp()
        #expect(try first.run("keychain add --account alice --constraint biometry-current-set", input: "hush").hasSuffix("= 0"))
        first.kill()
        let second = try DeviceProcess(in: folder, options: options)
        #expect(try second.run("device unlock", input: "1111").hasSuffix("= 1"))
        #expect(try second.run("device unlock", input: "2468") == "! latchkey: unlocked\n= 0")
        // The TPM's library would otherwise log a wrong passcode on the terminal.
        #expect(second.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("latchkey: ") }, "\(second.errors)")
        let screen = try BackgroundRun(["device", "prompts", "--sensor", "matched", "--once"], on: second)
        #expect(try second.run("keychain get --account alice") == "hush\n= 0")
        #expect(try screen.end().hasSuffix("= 0"))
        #expect(second.stop() == 0)
    }

    @Test("attestation-key prints the name of the TPM's key, the same after a kill of the broker")
    func attestationKey() throws {
        let options = ["--enclave", "tpm:\(tpm.tcti)"]
        let first = try DeviceProcess(in: folder, options: options)
        let name = try first.run("device attestation-key")
        #expect(name.wholeMatch(of: /000b[0-9a-f]{64}\n= 0/) != nil, "\(name)")
        first.kill()
        let second = try DeviceProcess(in: folder, options: options)
        #expect(try second.run("device attestation-key") == name)
        let json = try second.run("device attestation-key --json")
        #expect(json.contains("\"attestationKey\": \"\(name.prefix(68))\""), "\(json)")
        #expect(second.stop() == 0)
    }

    @Test("never falls back to another enclave")
    func otherEnclave() throws {
        let device = try DeviceProcess(in: folder, options: ["--enclave", "tpm:\(tpm.tcti)"])
        #expect(device.stop() == 0)
        let software = try folder.run("device run --state d")
        #expect(software.contains("host.key is missing: the folder's enclave is of another kind") && software.hasSuffix("= 4"))
        let otherSlot = try folder.run("device run --state d --enclave tpm:\(tpm.tcti) --tpm-slot 1")
        #expect(otherSlot.contains("the state file belongs to slot 0") && otherSlot.hasSuffix("= 4"))
        tpm.kill()
        #expect(try folder.run("device run --state d --enclave tpm:\(tpm.tcti)").hasSuffix("= 4"))
    }
}
