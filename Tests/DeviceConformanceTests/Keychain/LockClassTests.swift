import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Accessibility classes, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct LockClassTests {
    struct Row: Sendable {
        let accessible: String
        let whileLocked: Bool
        let beforeFirstUnlock: Bool
    }

    static let rows = [
        Row(accessible: kSecAttrAccessibleWhenUnlocked as String, whileLocked: false, beforeFirstUnlock: false),
        Row(accessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String, whileLocked: false, beforeFirstUnlock: false),
        Row(accessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String, whileLocked: false, beforeFirstUnlock: false),
        Row(accessible: kSecAttrAccessibleAfterFirstUnlock as String, whileLocked: true, beforeFirstUnlock: false),
        Row(accessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String, whileLocked: true, beforeFirstUnlock: false),
        Row(accessible: "dk", whileLocked: true, beforeFirstUnlock: true),
        Row(accessible: "dku", whileLocked: true, beforeFirstUnlock: true),
    ]

    /// Every operation on an item of a class that is available, or unavailable.
    private func check(_ row: Row, _ isReachable: Bool, _ phase: String) {
        let comment: Comment = "\(row.accessible) \(phase)"
        let name = row.accessible
        #expect(Passwords.read(name).status == (isReachable ? errSecSuccess : errSecInteractionNotAllowed), comment)
        #expect(Passwords.attributes(name).0 == (isReachable ? errSecSuccess : errSecInteractionNotAllowed), comment)
        #expect(Passwords.update(name, to: [kSecAttrLabel: "x"]) == (isReachable ? errSecSuccess : errSecItemNotFound), comment)
        #expect(
            Passwords.add("new", [kSecAttrAccessible: row.accessible])
                == (isReachable ? errSecSuccess : errSecInteractionNotAllowed),
            comment)
        #expect(Passwords.delete("new") == (isReachable ? errSecSuccess : errSecItemNotFound), comment)
        if !isReachable { #expect(Passwords.delete(name) == errSecItemNotFound, comment) }
    }

    @Test("items of each class open and close with the lock, for every operation", arguments: DeviceSubject.available)
    func phases(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            for row in Self.rows { #expect(Passwords.add(row.accessible, [kSecAttrAccessible: row.accessible]) == errSecSuccess) }
            for row in Self.rows { check(row, true, "unlocked") }
            try device.lock()
            for row in Self.rows { check(row, row.whileLocked, "locked") }
            try device.unlockByBiometry(matched: true)
            for row in Self.rows { check(row, true, "unlocked by biometry") }
            try device.reboot()
            for row in Self.rows { check(row, row.beforeFirstUnlock, "before the first unlock") }
            #expect(code { try device.unlockByBiometry(matched: true) } == Int(errSecInteractionNotAllowed))
            #expect(code { try device.unlock(passcode: "1111") } == LAError.Code.authenticationFailed.rawValue)
            for row in Self.rows { check(row, row.beforeFirstUnlock, "after a wrong passcode") }
            try device.unlock(passcode: "2468")
            for row in Self.rows { check(row, true, "unlocked again") }
        }
    }

    /// A key of each class, in the keychain and outside of it. Returns the non-permanent ones.
    private func makeKeys() throws -> [String: SecKey] {
        var held: [String: SecKey] = [:]
        for row in Self.rows {
            let control = try Protection(.privateKeyUsage).control(row.accessible as NSString)
            _ = try EnclaveKeys.make(control, tag: row.accessible)
            held[row.accessible] = try EnclaveKeys.make(control)
        }
        return held
    }

    private func check(_ row: Row, _ held: [String: SecKey], _ peer: SecKey, _ isReachable: Bool, _ phase: String) throws {
        let comment: Comment = "\(row.accessible) \(phase)"
        let status = isReachable ? errSecSuccess : errSecInteractionNotAllowed
        let found = EnclaveKeys.found(row.accessible)
        #expect(found.status == status, comment)
        if isReachable { #expect(code { _ = try EnclaveKeys.sign(try #require(found.key)) } == 0, comment) }
        let key = try #require(held[row.accessible])
        #expect(code { _ = try EnclaveKeys.sign(key) } == Int(status), comment)
        #expect(code { _ = try EnclaveKeys.agree(key, with: peer) } == Int(status), comment)
        let control = try Protection(.privateKeyUsage).control(row.accessible as NSString)
        #expect(code { _ = try EnclaveKeys.make(control) } == Int(status), comment)
    }

    @Test("keys of each class open and close with the lock, in the keychain and outside of it", arguments: DeviceSubject.available)
    func keys(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let held = try makeKeys()
            let always = try EnclaveKeys.make(Protection(.privateKeyUsage).control("dk"))
            let peer = try #require(SecKeyCopyPublicKey(always))
            for row in Self.rows { try check(row, held, peer, true, "unlocked") }
            // A key that was found before is also closed.
            let found = try #require(EnclaveKeys.found(kSecAttrAccessibleWhenUnlocked as String).key)
            try device.lock()
            #expect(code { _ = try EnclaveKeys.sign(found) } == Int(errSecInteractionNotAllowed))
            for row in Self.rows { try check(row, held, peer, row.whileLocked, "locked") }
            try device.unlockByBiometry(matched: true)
            #expect(code { _ = try EnclaveKeys.sign(found) } == 0)
            try device.reboot()
            for row in Self.rows { try check(row, held, peer, row.beforeFirstUnlock, "before the first unlock") }
            try device.unlock(passcode: "2468")
            for row in Self.rows { try check(row, held, peer, true, "unlocked again") }
        }
    }

    @Test("locking closes the key and secret of an authorized right, and unlocking opens them", arguments: DeviceSubject.available)
    func rights(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "2fa", secret: Data("hush".utf8))
            device.person.will(.match)
            try await right.authorize(localizedReason: "sign in")
            let uses: @Sendable () async -> [Int] = {
                [
                    await code { _ = try await right.key.sign(Data("m".utf8), algorithm: .ecdsaSignatureMessageX962SHA256) },
                    await code { _ = try await right.secret.rawData },
                ]
            }
            #expect(await uses() == [0, 0])
            try device.lock()
            #expect(await uses() == [Int](repeating: Int(errSecInteractionNotAllowed), count: 2))
            #expect(
                await code { try await LARightStore.shared.saveRight(LARight(), identifier: "other") }
                    == Int(errSecInteractionNotAllowed))
            try device.unlock(passcode: "2468")
            #expect(await uses() == [0, 0])
            #expect(await device.promptCount() == 1)
        }
    }

    @Test("removing the passcode permanently removes what requires one", arguments: DeviceSubject.available)
    func passcode(subject: DeviceSubject) async throws {
        var start = DeviceStart()
        start.passcode = nil
        let device = try subject.device(start)
        try await device.run {
            let beside: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
            #expect(Passwords.add("beside", beside) == errSecAuthFailed)
            #expect(Passwords.add("open") == errSecSuccess)
            try device.lockIfItCan()
            #expect(Passwords.read("open").status == errSecSuccess, "a device without a passcode is never locked")
            try device.setPasscode("2468")
            #expect(Passwords.add("beside", beside) == errSecSuccess)
            let control = try Protection(.devicePasscode).control(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
            #expect(Passwords.add("asked", [kSecAttrAccessControl: control]) == errSecSuccess)
            #expect(code { try device.removePasscode("1111") } == LAError.Code.authenticationFailed.rawValue)
            #expect(Passwords.read("beside").status == errSecSuccess)
            try device.removePasscode("2468")
            for name in ["beside", "asked"] { #expect(Passwords.attributes(name).0 == errSecItemNotFound) }
            #expect(Passwords.read("open").value == Passwords.secret)
            try device.setPasscode("1357")
            for name in ["beside", "asked"] { #expect(Passwords.attributes(name).0 == errSecItemNotFound) }
            try device.reboot()
            try device.unlock(passcode: "1357")
            #expect(Passwords.read("open").value == Passwords.secret)
        }
    }

    @Test("everything stays closed during the delay after five wrong passcodes", arguments: DeviceSubject.available)
    func wait(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            #expect(Passwords.add() == errSecSuccess)
            try device.lock()
            for _ in 1...5 { #expect(code { try device.unlock(passcode: "0000") } != 0) }
            for seconds in [0, 59] {
                try device.advance(bySeconds: seconds)
                #expect(code { try device.unlock(passcode: "2468") } == LAError.Code.authenticationFailed.rawValue)
            }
            try device.advance(bySeconds: 1)
            try device.unlock(passcode: "2468")
            #expect(Passwords.read().status == errSecSuccess)
        }
    }
}

extension DeviceUnderTest {
    /// Locks the device if possible. A device without a passcode throws or does nothing.
    fileprivate func lockIfItCan() throws {
        try? lock()
    }
}
