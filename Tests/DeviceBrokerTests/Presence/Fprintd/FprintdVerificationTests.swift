import Testing

@testable import DeviceBroker

@Suite("fprintd results") struct FprintdVerificationTests {
    static let resultTable: [(String, Bool, FprintdVerification.Step)] = [
        ("verify-match", true, .end(.matched)), ("verify-match", false, .end(.matched)),
        ("verify-no-match", true, .end(.notMatched)), ("verify-no-match", false, .end(.notMatched)),
        ("verify-retry-scan", false, .wait), ("verify-swipe-too-short", false, .wait),
        ("verify-finger-not-centered", false, .wait), ("verify-remove-and-retry", false, .wait), ("verify-too-fast", false, .wait),
        ("verify-retry-scan", true, .restart), ("verify-swipe-too-short", true, .restart),
        ("verify-finger-not-centered", true, .restart), ("verify-remove-and-retry", true, .restart),
        ("verify-too-fast", true, .restart), ("verify-disconnected", true, .end(.lost, .unplugged)),
        ("verify-unknown-error", true, .end(.lost, .failed)), ("verify-of-tomorrow", false, .wait),
        ("verify-of-tomorrow", true, .end(.lost, .failed)), ("", true, .end(.lost, .failed)),
        ("enroll-completed", true, .end(.lost, .failed)), ("VERIFY-MATCH", true, .end(.lost, .failed)),
    ]

    @Test("each result is a match, a failed match, another scan or a lost sensor", arguments: resultTable)
    func results(result: String, isDone: Bool, step: FprintdVerification.Step) {
        var verification = FprintdVerification()
        #expect(verification.receive(result, isDone: isDone) == step)
    }

    @Test("the number of restarts is limited")
    func restarts() {
        var verification = FprintdVerification()
        for _ in 1...FprintdVerification.restartLimit {
            #expect(verification.receive("verify-retry-scan", isDone: true) == .restart)
        }
        #expect(verification.receive("verify-retry-scan", isDone: true) == .end(.lost, .failed))
    }

    static let errorTable: [(BusError, SensorObstacle)] = [
        (.disconnected, .noBus), (.timedOut, .silent), (.malformed, .failed),
        (.rejected(name: "net.reactivated.Fprint.Error.NoSuchDevice"), .noReader),
        (.rejected(name: "net.reactivated.Fprint.Error.AlreadyInUse"), .inUse),
        (.rejected(name: "net.reactivated.Fprint.Error.PermissionDenied"), .denied),
        (.rejected(name: "net.reactivated.Fprint.Error.NoEnrolledPrints"), .noEnrolment),
        (.rejected(name: "net.reactivated.Fprint.Error.Internal"), .failed),
        (.rejected(name: "org.freedesktop.DBus.Error.ServiceUnknown"), .noService),
        (.rejected(name: "org.freedesktop.DBus.Error.UnknownObject"), .unplugged),
        (.rejected(name: "org.freedesktop.DBus.Error.NoReply"), .stopped), (.rejected(name: "of.tomorrow"), .failed),
    ]

    @Test("each D-Bus error has its obstacle", arguments: errorTable)
    func errors(error: BusError, obstacle: SensorObstacle) {
        #expect(SensorObstacle(error) == obstacle)
    }
}

@Suite("Enrolled set") struct EnrolledSetTests {
    @Test("the encoding does not depend on the order of fingers, and differs for other fingers or sensors")
    func spelling() {
        let set = EnrolledSet(sensor: "a", names: ["left", "right"])
        #expect(set.bytes == EnrolledSet(sensor: "a", names: ["right", "left", "left"]).bytes)
        let others = [
            EnrolledSet(sensor: "b", names: ["left", "right"]), EnrolledSet(sensor: "a", names: ["left"]),
            EnrolledSet(sensor: "a", names: ["leftright"]), EnrolledSet(sensor: "aleft", names: ["right"]),
            EnrolledSet(sensor: "a", names: []), EnrolledSet(sensor: "", names: ["a", "left", "right"]),
        ]
        // The last three contain the same letters; their lengths distinguish them.
        #expect(Set((others + [set]).map(\.bytes)).count == others.count + 1)
    }
}
