import Testing

@testable import DeviceProtocol

@Suite("Access control list") struct AccessControlTests {
    @Test("exactly the combinations that Apple's function allows are valid")
    func combinations() {
        for bits in 0..<(1 << AccessConstraint.allCases.count) {
            let constraints = Set(AccessConstraint.allCases.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element))
            for combination in [AccessControl.Combination.all, .any] {
                let made = AccessControl(accessibility: .whenUnlocked, constraints: constraints, combination: combination)
                let isBothBiometries = constraints.isSuperset(of: [.biometryAny, .biometryCurrentSet])
                let isPresenceBesideOthers = constraints.contains(.userPresence) && constraints.count > 1
                let isChoiceOfOne = combination == .any && constraints.count < 2
                #expect(
                    (made == nil) == (isBothBiometries || isPresenceBesideOthers || isChoiceOfOne), "\(constraints) \(combination)")
            }
        }
    }

    @Test("a list protects a key's private operations or an item's data, never both")
    func operations() throws {
        let item = try #require(AccessControl(accessibility: .whenUnlocked, constraints: [.userPresence]))
        let key = try #require(AccessControl(accessibility: .whenUnlocked, constraints: [.userPresence], isForPrivateKey: true))
        #expect(ProtectedOperation.allCases.filter(item.constrains) == [.readData])
        #expect(ProtectedOperation.allCases.filter(key.constrains) == [.sign, .exchange])
        #expect(ProtectedOperation.allCases.filter(AccessControl(accessibility: .always).constrains).isEmpty)
    }

    @Test("the encoding is unique: unsorted and duplicate constraints are rejected")
    func oneSpelling() throws {
        let control = try #require(
            AccessControl(accessibility: .whenUnlocked, constraints: [.biometryAny, .devicePasscode], combination: .any))
        #expect(try AccessControl(message: control.message) == control)
        var writer = WireWriter()
        writer.value(Accessibility.whenUnlocked)
        writer.list([AccessConstraint.devicePasscode, .biometryAny])
        writer.value(AccessControl.Combination.any)
        writer.flag(false)
        writer.flag(false)
        #expect(throws: WireError(.rejectedValue, at: 0)) { try AccessControl(message: writer.bytes) }
    }
}
