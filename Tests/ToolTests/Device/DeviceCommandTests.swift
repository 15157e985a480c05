import Foundation
import JSONText
import TestKit
import Testing

@testable import latchkey

@Suite("latchkey device", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceCommandTests {
    let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
    }

    @Test("run names the enclave, keeps its folder private, and ends with 0 after a signal", arguments: [SIGTERM, SIGINT])
    func running(signal: Int32) throws {
        let device = try DeviceProcess(in: folder)
        #expect(device.errors == "latchkey: the keys are not backed by hardware: software enclave in a separate process\n")
        #expect(try folder.mode(of: "d") == 0o700)
        for name in ["d/control.sock", "d/host.key", "d/keychain", "d/enclave"] { #expect(try folder.mode(of: name) == 0o600) }
        let child = try #require(device.children.first)
        // Control-C reaches the whole process group; the enclave must stay until the broker has ended.
        for signal in [SIGINT, SIGTERM, SIGHUP] { kill(child, signal) }
        #expect(try device.run("device passcode set", input: "2468").hasSuffix("= 0"))
        #expect(
            try device.run("device attestation-key") == "! latchkey: the enclave cannot attest keys; a TPM can\n= 1")
        #expect(device.stop(signal) == 0)
        #expect(device.errors.hasSuffix("latchkey: the device is turned off\n"))
        #expect(!folder.has("d/control.sock") && folder.has("d/keychain"))
    }

    @Test("run prints an app's socket, which is the same at every start")
    func lines() throws {
        let first = try DeviceProcess(in: folder)
        let devices = first.devices
        #expect(devices.count == 2 && first.stop() == 0)
        #expect(try DeviceProcess(in: folder).devices == devices)
    }

    @Test("the passcode can be set, changed and removed, and is never an argument")
    func passcode() throws {
        let device = try DeviceProcess(in: folder)
        #expect(
            try device.run("device lock") == """
                ! latchkey: the device has no passcode
                !   hint: set one: latchkey device passcode set
                = 1
                """)
        #expect(
            try device.run("device passcode set", input: "") == """
                ! latchkey: no new passcode was given
                !   hint: type it on a terminal, or name its file with --passcode-file
                = 2
                """)
        let set = try device.run("device passcode set", input: "2468\n")
        #expect(
            set.hasPrefix(
                "! latchkey: passcode set\n! latchkey: warning: an attacker who copies the device's folder can try all passcodes of 4 digits in "
            ))
        #expect(set.hasSuffix("= 0"))
        #expect(
            try device.run("device passcode set", input: "1\n") == """
                ! latchkey: the device already has a passcode. Change it, or remove it first.
                = 2
                """)
        try folder.write("2468", to: "old")
        try folder.write("135790\r\n", to: "new")
        #expect(
            try device.run("device passcode change --passcode-file old --new-passcode-file new") == """
                ! latchkey: passcode changed
                = 0
                """)
        #expect(try device.run("device passcode change", input: "135790\n").hasSuffix("= 2"))
        #expect(try device.run("device passcode change --passcode-file - --new-passcode-file -", input: "1\n").hasSuffix("= 2"))
        #expect(
            try device.run("device passcode remove --passcode-file old") == """
                ! latchkey: authentication failed: wrong passcode, or the sensor did not recognize the finger or face
                = 1
                """)
        #expect(
            try device.run("device passcode remove --passcode-file -", input: "135790")
                == "! latchkey: passcode removed\n= 0")
        #expect(try device.run("device passcode set 2468").hasSuffix("= 2"))
    }

    @Test("the device can be locked, unlocked and restarted, and status prints its state")
    func lock() throws {
        let device = try DeviceProcess(in: folder)
        try device.setUp()
        #expect(try device.run("device lock") == "! latchkey: locked\n= 0")
        #expect(try device.run("device unlock", input: "0000\n").hasSuffix("= 1"))
        #expect(try device.run("device sensor matched") == "= 0")
        #expect(try phase(device) == "unlocked")
        #expect(try device.run("device restart") == "! latchkey: restarted\n= 0")
        #expect(
            try device.run("device sensor matched") == """
                ! latchkey: the device is locked
                !   hint: unlock it: latchkey device unlock
                = 1
                """)
        #expect(try phase(device) == "before-first-unlock")
        #expect(try device.run("device unlock", input: "2468\n") == "! latchkey: unlocked\n= 0")
        #expect(
            try device.run("device status").hasPrefix(
                """
                phase     unlocked
                passcode  set
                sensor    fingerprint, 1 enrolled, 0 failures
                enclave   software enclave in a separate process (not backed by hardware)
                measures  broker: not-traceable, no-core-file
                measures  enclave: not-traceable, no-core-file, no-new-privileges
                """))
        #expect(
            try device.run("device status").contains(
                """
                enrolled  me
                app       unix:DIR/d/app-
                """))
    }

    @Test("five unknown fingers lock biometry, and the passcode enables it again")
    func lockout() throws {
        let device = try DeviceProcess(in: folder)
        try device.setUp()
        _ = try device.run("device lock")
        for _ in 1...5 { #expect(try device.run("device sensor not-matched").hasSuffix("= 1")) }
        #expect(
            try device.run("device sensor matched") == """
                ! latchkey: biometry is locked after too many failures
                !   hint: give the passcode: latchkey device reset-lockout
                = 1
                """)
        #expect(try device.run("device reset-lockout", input: "2468\n") == "! latchkey: biometry is enabled again\n= 0")
        #expect(try device.run("device sensor matched") == "= 0")
    }

    @Test("after five wrong passcodes none is checked for a minute, also after a restart")
    func wait() throws {
        let first = try DeviceProcess(in: folder)
        try first.setUp()
        for _ in 1...5 { #expect(try first.run("device unlock", input: "0\n").hasSuffix("= 1")) }
        first.kill()
        let second = try DeviceProcess(in: folder)
        let rejection = try second.run("device unlock", input: "2468\n")
        #expect(rejection.contains("or was not checked after too many wrong ones") && rejection.contains("hint: try again in "))
        #expect(rejection.hasSuffix("= 1"))
    }

    @Test("a finger can be enrolled and removed once by name")
    func enrolment() throws {
        let device = try DeviceProcess(in: folder, options: ["--biometry", "fingerprint"])
        #expect(try device.run("device enroll thumb") == "! latchkey: enrolled \"thumb\"\n= 0")
        #expect(try device.run("device enroll thumb") == "! latchkey: the item already exists\n= 1")
        #expect(try device.run("device unenroll thumb") == "! latchkey: removed \"thumb\"\n= 0")
        #expect(try device.run("device unenroll thumb") == "! latchkey: no matching item\n= 1")
        let long = String(repeating: "x", count: 101)
        #expect(try device.run("device enroll \(long)").hasSuffix("= 2"))
    }

    @Test("an app prompts once for Face ID, and face-id denies it afterwards")
    func faceID() throws {
        let device = try DeviceProcess(in: folder, options: ["--biometry", "face"])
        try device.setUp()
        let launch = "device launch TEAM.mirror --face-id-usage"
        let socket = try device.run("\(launch) why").split(separator: "\n")[0]
        #expect(try device.run("\(launch) other").hasSuffix("uninstall it first\n= 2"))
        #expect(try device.run("device launch TEAM.mirror") == "\(socket)\n= 0")
        let environment = device.environment().merging(["LATCHKEY_DEVICE": String(socket.replacing("DIR", with: folder.path))]) {
            $1
        }
        func get() throws -> String { try folder.run("keychain get --account alice", environment: environment) }
        #expect(try folder.run("keychain add --account alice", input: "hush", environment: environment).hasSuffix("= 0"))
        let asked = try BackgroundRun(["device", "prompts", "--sensor", "matched"], on: device)
        #expect(try get() == "hush\n= 0")
        #expect(try device.run("device face-id") == "APP          FACE ID\nTEAM.mirror  on\n= 0")
        #expect(try device.run("device face-id TEAM.mirror off") == "! latchkey: TEAM.mirror may not use Face ID\n= 0")
        withExtendedLifetime(asked) {}
        #expect(try device.run("device face-id --json").contains(#""isAllowed": false"#))
        for wrong in ["device face-id TEAM.mirror", "device face-id TEAM.mirror maybe"] {
            #expect(try device.run(wrong).hasSuffix("= 2"))
        }
    }

    @Test("launch opens a socket for an app, and prints its LATCHKEY_DEVICE")
    func launch() throws {
        let device = try DeviceProcess(in: folder)
        #expect(
            try device.run("device launch \(DeviceProcess.app),\(DeviceProcess.app),\(DeviceProcess.group)") == """
                \((device.devices[DeviceProcess.app] ?? "").replacing(folder.path, with: "DIR"))
                = 0
                """)
        #expect(
            try device.run("device launch \(DeviceProcess.app),TEAM.more") == """
                ! latchkey: \(DeviceProcess.app) is installed with other access groups; uninstall it first
                = 2
                """)
        let run = try CommandRun(["device", "launch", "TEAM.new,TEAM.g", "--json"], in: folder, environment: device.environment())
        let root = try JSONText.parse(run.output.utf8).root
        #expect(root["app"]?.string == "TEAM.new" && root["device"]?.string?.hasPrefix("unix:DIR/d/app-") == true)
        #expect(root["groups"]?.elements.map { $0.map(\.string) } == ["TEAM.g", "TEAM.new"])
        for names in ["a,,b", ",", "a,b,b", "a,a,a"] { #expect(try device.run("device launch \(names)").hasSuffix("= 2")) }
    }

    @Test("a folder holds one device, and a missing device is reported with a hint")
    func rejections() throws {
        #expect(
            try folder.run("device status") == """
                ! latchkey: missing folder of the device
                !   hint: name it with --state or in LATCHKEY_DEVICE_STATE; `latchkey device run --state FOLDER` starts a device
                = 2
                """)
        #expect(
            try folder.run("device status --state d") == """
                ! latchkey: no device runs at d/control.sock: connect: No such file or directory
                !   hint: start it: latchkey device run --state d
                = 70
                """)
        #expect(try folder.run("device run --state x/y").hasSuffix("= 4"))
        #expect(try folder.run("device run --state d --enclave none").hasSuffix("= 2"))
        #expect(try folder.run("device run --state d --enclave tpm:nowhere:x").hasSuffix("= 4") && !folder.has("d/enclave"))
        for options in ["--tpm-slot 1", "--enclave tpm:x --tpm-slot 16", "--enclave tpm:"] {
            #expect(try folder.run("device run --state d \(options)").hasSuffix("= 2"))
        }
        #expect(try folder.run("device run --state d --biometry iris").hasSuffix("= 2"))
        #expect(try folder.run("device run --state d --timeout 0").hasSuffix("= 2"))
        #expect(try folder.run("device run --state d --security-key hidraw0").hasSuffix("= 2"))
        for accepted in ["auto", "/dev/hidraw0"] { #expect(SecurityKeyChoice(argument: accepted) != nil) }
        let device = try DeviceProcess(in: folder)
        #expect(try folder.run("device run --state d") == "! latchkey: another broker runs in d\n= 4")
        #expect(device.stop() == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/d")
        #expect(try folder.run("device run --state d").hasSuffix("= 4"))
    }

    @Test("run ends with 70 when the process that holds the keys is killed")
    func enclaveGone() throws {
        let device = try DeviceProcess(in: folder)
        let child = try #require(device.children.first)
        kill(child, SIGKILL)
        #expect(device.wait() == 70)
        #expect(device.errors.contains("the process that holds the keys has ended, and the device with it"))
    }

    private func phase(_ device: DeviceProcess) throws -> String? {
        let run = try CommandRun(["device", "status", "--json"], in: folder, environment: device.environment())
        return try JSONText.parse(run.output.utf8).root["phase"]?.string
    }
}
