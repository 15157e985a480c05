import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Enrolment and lockout, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct EnrolmentTests {
    @Test("an enrolment invalidates what is bound to the set, and nothing else", arguments: DeviceSubject.available, [true, false])
    func enrolment(subject: DeviceSubject, isAdded: Bool) async throws {
        let device = try subject.device()
        if !isAdded { try device.enrol("a glove") }
        try await device.run {
            for (number, protection) in Protection.distinct().enumerated() where !protection.isImpossible {
                #expect(Passwords.add("\(number)", [kSecAttrAccessControl: try protection.control()]) == errSecSuccess)
                let list = try Protection(protection.flags.union(.privateKeyUsage)).control()
                _ = try EnclaveKeys.make(list, tag: "\(number)")
            }
            if isAdded { try device.enrol("a glove") } else { try device.unenrol("a glove") }
            for (number, protection) in Protection.distinct().enumerated() where !protection.isImpossible {
                let row = Comment(rawValue: protection.testDescription)
                let dies = protection.isInvalidatedByEnrolment
                #expect(Passwords.attributes("\(number)").0 == (dies ? errSecItemNotFound : errSecSuccess), row)
                let (status, key) = EnclaveKeys.found("\(number)", [kSecUseAuthenticationContext: LAContext()])
                #expect(status == (dies ? errSecItemNotFound : errSecSuccess), row)
                guard let key else { continue }
                // The set has changed: of a list that accepts either, the passcode remains.
                let isPasscodeLeft = protection.constraints.isSuperset(of: [.biometryCurrentSet, .devicePasscode])
                let questions = isPasscodeLeft ? [.passcode] : protection.questions(after: [])
                let reading = await PromptWatch(device, answering: questions)
                #expect(Passwords.read("\(number)", [kSecUseAuthenticationContext: LAContext()]).value == Passwords.secret, row)
                #expect(await reading.questions() == questions, row)
                let signing = await PromptWatch(device, answering: questions)
                #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)), row)
                #expect(await signing.questions() == questions, row)
            }
        }
        #expect(device.person.remainingAnswers.isEmpty)
    }

    @Test(
        "the passcode still opens a list that accepts either, also for a context with a match",
        arguments: DeviceSubject.available)
    func passcodeRemains(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let list = try Protection([.biometryCurrentSet, .or, .devicePasscode]).control()
            #expect(Passwords.add("alice", [kSecAttrAccessControl: list]) == errSecSuccess)
            try device.enrol("a glove")
            let context = try #require(try await Bearing(.afterMatch, on: device).context)
            context.interactionNotAllowed = true
            #expect(Passwords.read("alice", [kSecUseAuthenticationContext: context]).status == errSecInteractionNotAllowed)
            context.interactionNotAllowed = false
            device.person.will(.passcode("2468"))
            #expect(Passwords.read("alice", [kSecUseAuthenticationContext: context]).value == Passwords.secret)
            #expect(device.person.prompts.last?.question == .passcode)
        }
    }

    @Test("a match with the previous set opens nothing that is bound to the new one", arguments: DeviceSubject.available)
    func staleMatch(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let context = try #require(try await Bearing(.afterMatch, on: device).context)
            try device.enrol("a glove")
            #expect(Passwords.add("alice", [kSecAttrAccessControl: try Protection(.biometryCurrentSet).control()]) == errSecSuccess)
            context.interactionNotAllowed = true
            #expect(Passwords.read("alice", [kSecUseAuthenticationContext: context]).status == errSecInteractionNotAllowed)
            context.interactionNotAllowed = false
            device.person.will(.match)
            #expect(Passwords.read("alice", [kSecUseAuthenticationContext: context]).value == Passwords.secret)
        }
    }

    @Test("the domain state changes with the enrolment, and survives a restart", arguments: DeviceSubject.available)
    func domainState(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            var states: [Data?] = [LAContext().domainState.biometry.stateHash]
            try device.enrol("a glove")
            states.append(LAContext().domainState.biometry.stateHash)
            try device.unenrol("a glove")
            states.append(LAContext().domainState.biometry.stateHash)
            #expect(Set(states).count == 3 && !states.contains(nil))
            try device.reboot()
            #expect(LAContext().domainState.biometry.stateHash == states[2])
            try device.unlock(passcode: "2468")
            try device.unenrol("the owner")
            #expect(LAContext().domainState.biometry.stateHash == nil)
        }
    }

    @Test("five failed matches lock biometry out, across restarts, until the passcode", arguments: DeviceSubject.available)
    func lockOut(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.lockOutBiometry()
        #expect(await device.promptCount() == 5)
        try await device.run {
            func isLocked() -> Bool {
                var error: NSError?
                let can = LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
                return !can && error?.code == LAError.Code.biometryLockout.rawValue
            }
            #expect(isLocked())
            #expect(Passwords.add("face", [kSecAttrAccessControl: try Protection(.biometryAny).control()]) == errSecSuccess)
            #expect(Passwords.add("either", [kSecAttrAccessControl: try Protection(.userPresence).control()]) == errSecSuccess)
            #expect(Passwords.read("face").status == errSecAuthFailed)
            try device.lock()
            #expect(code { try device.unlockByBiometry(matched: true) } == LAError.Code.biometryLockout.rawValue)
            try device.reboot()
            #expect(isLocked())
            try device.unlock(passcode: "2468")
            #expect(!isLocked())
            device.person.will(.match)
            #expect(Passwords.read("face").value == Passwords.secret)
            // The passcode at an app's prompt ends the lockout too.
            try await device.lockOutBiometry()
            let watch = await PromptWatch(device, answering: [.passcode])
            #expect(Passwords.read("either").value == Passwords.secret)
            #expect(await watch.questions() == [.passcode])
            #expect(!isLocked())
        }
    }

    @Test("failed matches at the lock screen and at prompts are counted together", arguments: DeviceSubject.available)
    func strangers(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try device.lock()
        for _ in 1...4 {
            #expect(code { try device.unlockByBiometry(matched: false) } == LAError.Code.authenticationFailed.rawValue)
        }
        try device.unlockByBiometry(matched: true)
        try device.lock()
        for _ in 1...4 { #expect(code { try device.unlockByBiometry(matched: false) } != 0) }
        #expect(code { try device.unlockByBiometry(matched: false) } == LAError.Code.biometryLockout.rawValue)
        #expect(code { try device.unlockByBiometry(matched: true) } == LAError.Code.biometryLockout.rawValue)
    }
}
