import DeviceConformance
import DeviceSimulator
import OpenSecurity
import TestKit
import Testing

/// Flags of an access control and their meaning by Apple's rules, implemented here independently of the code under test.
struct Protection: Hashable, Sendable, CustomTestStringConvertible {
    let flags: SecAccessControlCreateFlags

    init(_ flags: SecAccessControlCreateFlags) {
        self.flags = flags
    }

    /// Every number that the nine flags can form.
    static let everyNumber: [Protection] = (0..<512).map { number in
        Protection(
            named.enumerated().reduce(into: []) { flags, flag in
                if number & 1 << flag.offset != 0 { flags.insert(flag.element.flag) }
            })
    }

    /// The combinations that `SecAccessControlCreateWithFlags` accepts.
    var isValid: Bool {
        let others = flags.subtracting([.userPresence, .applicationPassword, .privateKeyUsage])
        return !flags.isSuperset(of: [.or, .and]) && !flags.isSuperset(of: [.biometryAny, .biometryCurrentSet])
            && (!flags.contains(.userPresence) || others.isEmpty)
    }

    /// The constraints, without the operator. A single one is not a combination.
    var constraints: SecAccessControlCreateFlags {
        flags.intersection([.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion])
    }

    private var isAny: Bool { flags.contains(.or) && constraints.count > 1 }

    /// Whether only a companion would be sufficient, which the device does not have.
    var isImpossible: Bool { constraints.contains(.companion) && (!isAny || constraints == .companion) }

    /// Whether the item's data is readable. Constraints on a key's uses deny reading.
    var letsRead: Bool { constraints.isEmpty || !flags.contains(.privateKeyUsage) }

    /// Whether a key is usable. Constraints on other operations deny its use.
    var letsUse: Bool { constraints.isEmpty || flags.contains(.privateKeyUsage) }

    var wantsApplicationPassword: Bool { flags.contains(.applicationPassword) }

    /// Whether an enrolment permanently invalidates it.
    var isInvalidatedByEnrolment: Bool {
        constraints.contains(.biometryCurrentSet) && !(isAny && constraints.contains(.devicePasscode))
    }

    /// The prompts in order, for a user who answers each question with its first factor.
    func questions(after shown: Set<SimulatedPrompt.Question>) -> [SimulatedPrompt.Question] {
        var met = 0
        var missing: [SimulatedPrompt.Question] = []
        if constraints.contains(.userPresence) {
            if shown.isEmpty { missing.append(.biometry) } else { met += 1 }
        }
        if !constraints.isDisjoint(with: [.biometryAny, .biometryCurrentSet]) {
            if shown.contains(.biometry) { met += 1 } else { missing.append(.biometry) }
        }
        if constraints.contains(.devicePasscode) {
            if shown.contains(.passcode) { met += 1 } else { missing.append(.passcode) }
        }
        if isAny { return met > 0 ? [] : Array(missing.prefix(1)) }
        return missing
    }

    /// Each distinct meaning for data or for a key, without the app's password, on items of this device.
    static func distinct(_ more: SecAccessControlCreateFlags = []) -> [Protection] {
        let biometry: [SecAccessControlCreateFlags] = [[], .biometryAny, .biometryCurrentSet]
        var all = [Protection(more), Protection(more.union(.userPresence))]
        for kind in biometry {
            for passcode in [[], .devicePasscode] as [SecAccessControlCreateFlags] {
                for companion in [[], .companion] as [SecAccessControlCreateFlags] {
                    for operation in [[], .or] as [SecAccessControlCreateFlags] {
                        let protection = Protection(kind.union(passcode).union(companion).union(operation).union(more))
                        let count = protection.constraints.count
                        if count > (operation.isEmpty ? 0 : 1) { all.append(protection) }
                    }
                }
            }
        }
        return all
    }

    /// The possible ones of ``distinct(_:)``, for tests over many combinations. With a TPM the short form has every second one, because
    /// each use of a TPM waits for another process.
    static func possible(_ more: SecAccessControlCreateFlags = [], on subject: DeviceSubject) -> [Protection] {
        let all = distinct(more).filter { !$0.isImpossible }
        guard subject.enclave == .tpm, !Soak.isFull else { return all }
        return all.indices.filter { $0.isMultiple(of: 2) }.map { all[$0] }
    }

    func control(_ accessible: CFString = kSecAttrAccessibleWhenUnlockedThisDeviceOnly) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, accessible, flags, nil), "\(testDescription)")
    }

    var testDescription: String {
        let names = Self.named.filter { flags.contains($0.flag) }.map(\.name)
        return names.isEmpty ? "nothing" : names.joined(separator: " ")
    }

    private static let named: [(name: String, flag: SecAccessControlCreateFlags)] = [
        ("presence", .userPresence), ("any", .biometryAny), ("current", .biometryCurrentSet), ("passcode", .devicePasscode),
        ("companion", .companion), ("or", .or), ("and", .and), ("key", .privateKeyUsage), ("password", .applicationPassword),
    ]
}

extension SecAccessControlCreateFlags {
    var count: Int { rawValue.nonzeroBitCount }
}
