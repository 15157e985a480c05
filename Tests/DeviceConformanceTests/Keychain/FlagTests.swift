import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Access control flags, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct FlagTests {
    @Test("each of the 512 combinations is accepted or rejected as Apple's rules say")
    func everyNumber() {
        for protection in Protection.everyNumber {
            var error: Unmanaged<CFError>?
            let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, protection.flags, &error)
            #expect((control != nil) == protection.isValid, "\(protection.testDescription)")
            #expect((error?.takeRetainedValue()).map { ($0 as NSError).code } == (protection.isValid ? nil : Int(errSecParam)))
        }
        #expect(Protection.everyNumber.count == 512 && Protection.everyNumber.count(where: \.isValid) == 148)
    }

    @Test("each of the 148 accepted combinations protects an item as it says", arguments: DeviceSubject.covering)
    func items(subject: DeviceSubject) async throws {
        let device = try subject.device()
        var count = 0
        try await device.run {
            let password = LAContext()
            #expect(password.setCredential(Data("app-pass".utf8), type: .applicationPassword))
            for protection in Protection.everyNumber where protection.isValid {
                let row = Comment(rawValue: protection.testDescription)
                let control = try protection.control()
                var more: [CFString: Any] = [kSecAttrAccessControl: control]
                count += 1
                if protection.wantsApplicationPassword {
                    // The user is prompted for a password and enters none, unless nothing could be added anyway.
                    let isAsked = !(protection.isImpossible && protection.letsRead)
                    #expect(Passwords.add("alice", more) == (isAsked ? errSecUserCanceled : errSecAuthFailed), row)
                    more[kSecUseAuthenticationContext] = password
                }
                if protection.isImpossible, protection.letsRead {
                    #expect(Passwords.add("alice", more) == errSecAuthFailed, row)
                    continue
                }
                #expect(Passwords.add("alice", more) == errSecSuccess, row)
                #expect((Passwords.attributes().1[kSecAttrAccessControl as String] as? SecAccessControl) == control, row)
                let questions = protection.letsRead ? protection.questions(after: []) : []
                let context = LAContext()
                if protection.wantsApplicationPassword {
                    _ = context.setCredential(Data("app-pass".utf8), type: .applicationPassword)
                }
                let watch = await PromptWatch(device, answering: questions)
                let read = Passwords.read("alice", [kSecUseAuthenticationContext: context])
                #expect(read.status == (protection.letsRead ? errSecSuccess : errSecAuthFailed), row)
                #expect(read.value == (protection.letsRead ? Passwords.secret : nil), row)
                #expect(await watch.questions() == questions, row)
                if protection.wantsApplicationPassword {
                    _ = context.setCredential(Data("another".utf8), type: .applicationPassword)
                    #expect(Passwords.read("alice", [kSecUseAuthenticationContext: context]).status == errSecAuthFailed, row)
                }
                #expect(Passwords.delete() == errSecSuccess, row)
            }
        }
        #expect(count == 148)
    }

    @Test("each of the 148 accepted combinations protects a key as it says", arguments: DeviceSubject.covering)
    func keys(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let (password, another) = (LAContext(), LAContext())
            #expect(password.setCredential(Data("app-pass".utf8), type: .applicationPassword))
            #expect(another.setCredential(Data("another".utf8), type: .applicationPassword))
            for protection in Protection.everyNumber where protection.isValid {
                let row = Comment(rawValue: protection.testDescription)
                let control = try protection.control()
                if protection.wantsApplicationPassword {
                    // Without the password such a key is neither created nor usable. The other flags determine what becomes of the
                    // user's answers.
                    #expect(code { _ = try EnclaveKeys.make(control) } == Int(errSecUserCanceled), row)
                    guard protection.flags.isSubset(of: [.applicationPassword, .privateKeyUsage]) else { continue }
                    let tag = "behind a password"
                    let key = try EnclaveKeys.make(control, tag: tag, [kSecUseAuthenticationContext: password])
                    #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)), row)
                    for (more, status) in [([:], errSecUserCanceled), ([kSecUseAuthenticationContext: another], errSecAuthFailed)]
                        as [([CFString: Any], OSStatus)]
                    {
                        let found = try #require(EnclaveKeys.found(tag, more).key, row)
                        #expect(code { _ = try EnclaveKeys.sign(found) } == Int(status), row)
                    }
                    let found = try #require(EnclaveKeys.found(tag, [kSecUseAuthenticationContext: password]).key, row)
                    #expect(EnclaveKeys.verifies(found, try EnclaveKeys.sign(found)), row)
                    #expect(EnclaveKeys.delete(tag) == errSecSuccess, row)
                    continue
                }
                if protection.isImpossible, protection.letsUse {
                    #expect(code { _ = try EnclaveKeys.make(control) } == Int(errSecAuthFailed), row)
                    continue
                }
                let questions = protection.letsUse ? protection.questions(after: []) : []
                let watch = await PromptWatch(device, answering: questions)
                let key = try EnclaveKeys.make(control)
                #expect(await watch.questions().isEmpty, row)
                if protection.letsUse {
                    #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)), row)
                } else {
                    #expect(code { _ = try EnclaveKeys.sign(key) } == Int(errSecAuthFailed), row)
                }
                #expect(await watch.questions() == questions, row)
            }
        }
        #expect(device.person.remainingAnswers.isEmpty)
    }

    @Test("each combination opens to its own factors and to no others", arguments: DeviceSubject.covering)
    func evidence(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            for protection in Protection.distinct() where !protection.isImpossible {
                #expect(Passwords.add("alice", [kSecAttrAccessControl: try protection.control()]) == errSecSuccess)
                for situation in [Situation.quietContext, .afterMatch, .afterPasscode, .afterBoth] {
                    let context = try #require(try await Bearing(situation, on: device).context)
                    context.interactionNotAllowed = true
                    let opens = protection.questions(after: situation.shown).isEmpty
                    let status = Passwords.read("alice", [kSecUseAuthenticationContext: context]).status
                    #expect(
                        status == (opens ? errSecSuccess : errSecInteractionNotAllowed),
                        "\(protection.testDescription); \(situation)")
                }
                #expect(Passwords.delete() == errSecSuccess)
            }
        }
    }
}
