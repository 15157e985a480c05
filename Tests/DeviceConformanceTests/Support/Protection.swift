import DeviceSimulator
import OpenSecurity
import Testing

/// Flags of an access control, and what Apple's rules say of them: written down here once more, apart from the code under test.
struct Protection: Hashable, Sendable, CustomTestStringConvertible {
    let flags: SecAccessControlCreateFlags

    init(_ flags: SecAccessControlCreateFlags) {
        self.flags = flags
    }

    /// Every number that the nine flags can make.
    static let everyNumber: [Protection] = (0..<512).map { number in
        Protection(
            named.enumerated().reduce(into: []) { flags, flag in
                if number & 1 << flag.offset != 0 { flags.insert(flag.element.flag) }
            })
    }

    /// Those that `SecAccessControlCreateWithFlags` takes.
    var isValid: Bool {
        let others = flags.subtracting([.userPresence, .applicationPassword, .privateKeyUsage])
        return !flags.isSuperset(of: [.or, .and]) && !flags.isSuperset(of: [.biometryAny, .biometryCurrentSet])
            && (!flags.contains(.userPresence) || others.isEmpty)
    }

    /// What must be shown, without the operator; one is no combination.
    var constraints: SecAccessControlCreateFlags {
        flags.intersection([.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion])
    }

    private var isAny: Bool { flags.contains(.or) && constraints.count > 1 }

    /// Whether nothing but a companion would do, of which the device has none.
    var isImpossible: Bool { constraints.contains(.companion) && (!isAny || constraints == .companion) }

    /// Whether the item's data may be read at all: constraints of a key's uses let nobody read.
    var letsRead: Bool { constraints.isEmpty || !flags.contains(.privateKeyUsage) }

    /// Whether a key may be used at all: constraints that are not of its uses let nobody use it.
    var letsUse: Bool { constraints.isEmpty || flags.contains(.privateKeyUsage) }

    var wantsApplicationPassword: Bool { flags.contains(.applicationPassword) }

    /// Whether an enrolment ends it for good.
    var diesWithSet: Bool { constraints.contains(.biometryCurrentSet) && !(isAny && constraints.contains(.devicePasscode)) }

    /// What the person is asked, in order, who answers each question with what it asks for first.
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

    /// Each way to say something different of data or of a key, without the app's password: what is in force on items of this device.
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
