import DeviceBroker
import DeviceProtocol
import DeviceScreens
import DeviceSimulator
import Synchronization
import TestKit
import Testing
import Traces

@Suite("Apps in separate processes", .tags(.realParts), .timeLimit(.minutes(20)))
struct ExecutableProgramTests {
    private let device: DeviceSimulator

    init() throws {
        device = try DeviceSimulator(app: "ABCDE12345.com.example.motivation")
    }

    @Test("an app that ends by itself has a reason")
    func ends() async throws {
        let absent = AppUser(ExecutableProgram(at: "/nonexistent/app"), on: device)
        #expect(await absent.ended() == .ended(failure: "could not start /nonexistent/app"))
        let silent = AppUser(ExecutableProgram(at: "/bin/true"), on: device)
        #expect(await silent.ended() == .ended(failure: "the app ended unexpectedly"))
        let failing = AppUser(ExecutableProgram(at: "/bin/sh", arguments: ["-c", "exit 3"]), on: device)
        #expect(await failing.ended() == .ended(failure: "the app ended with status 3"))
        let killed = AppUser(ExecutableProgram(at: "/bin/sh", arguments: ["-c", "kill -SEGV $$"]), on: device)
        #expect(await killed.ended() == .ended(failure: "the app was ended by signal 11"))
    }

    @Test("an app that sends an unknown message is ended", arguments: ["hello", "{}", "[1]"])
    func nonsense(line: String) async throws {
        let app = AppUser(ExecutableProgram(at: "/bin/sh", arguments: ["-c", "echo '\(line)'; exec sleep 600"]), on: device)
        #expect(await app.ended() == .ended(failure: "the app was ended by signal 9"))
    }

    @Test("the device can end an app at any time")
    func terminates() async throws {
        let app = AppUser(ExecutableProgram(at: "/bin/sh", arguments: ["-c", "exec sleep 600"]), on: device)
        await app.quit()
        #expect(app.end == .ended(failure: nil))
    }

    @Test("an app's output is not mistaken for a screen")
    func prints() async throws {
        try await MotivationProcess.run { motivation in
            let app = AppUser(Running.inItsOwn.motivation, on: device, settings: ["server": motivation.base])
            try await app.shows("Log In")
            try app.press("Sign Up")
            try await app.shows("Sign Up")
            try await app.type("anna", into: "User Name")
            try await app.type("correct-Horse-7-battery", into: "Password")
            // Then the session cannot be stored, which the app prints.
            device.lock()
            try app.press("Create Account")
            try await app.shows { $0.title == "Motivation" && $0.isAtRest }
        }
    }

    @Test("an app's messages over its socket have the step that the device sent before the event")
    func traced() async throws {
        try await MotivationProcess.run { motivation in
            let messages = Mutex<[RequestHeader]>([])
            device.device.broker.observe { header, _ in
                messages.withLock { $0.append(header) }
                return nil
            }
            let app = AppUser(Running.inItsOwn.motivation, on: device, settings: ["server": motivation.base])
            try await app.shows("Log In")
            #expect(messages.withLock { !$0.isEmpty && $0.allSatisfy { $0.position == nil } }, "it reads its session")
            try app.press("Sign Up")
            try await app.shows("Sign Up")
            try await app.type("anna", into: "User Name")
            try await app.type("correct-Horse-7-battery", into: "Password")
            let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            app.follow(traceparent: traceparent)
            try app.press("Create Account")
            try await app.shows { $0.title == "Motivation" && $0.isAtRest }
            let added = messages.withLock { $0.last { $0.kind == .addItem } }
            #expect(try #require(added).position == TraceParent(traceparent))
        }
    }

    @Test("an app without a device ends with a hint")
    func alone() async throws {
        let result = try Command.run(BuiltExecutable.path("MotivationApp"))
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("a device must launch it"))
    }
}
