import DeviceProtocol
import Foundation
import OpenSecurity
import Testing

@Suite("Access control") struct AccessControlTests {
    /// The bits of the published flags, independent of the module's declarations.
    enum Bit {
        static let presence = 0, any = 1, current = 3, passcode = 4, companion = 5, or = 14, and = 15, key = 30, password = 31
        static let all = [presence, any, current, passcode, companion, or, and, key, password]
        static let constraints = [presence, any, current, passcode, companion]
    }

    static let protections = ["ak", "ck", "dk", "akpu", "aku", "cku", "dku"]

    static func create(_ protection: String, _ bits: Set<Int>) -> (SecAccessControl?, OSStatus?) {
        var control: SecAccessControl?
        let flags = SecAccessControlCreateFlags(rawValue: bits.reduce(0) { $0 | 1 << UInt($1) })
        let status = status { error in
            control = SecAccessControlCreateWithFlags(kCFAllocatorDefault, protection as CFString, flags, error)
            return control
        }
        return (control, status)
    }

    @Test("every combination of flags is accepted or rejected as the rules say", arguments: protections)
    func combinations(protection: String) throws {
        var taken = 0
        for number in 0..<(1 << Bit.all.count) {
            let bits = Set(Bit.all.indices.filter { number >> $0 & 1 == 1 }.map { Bit.all[$0] })
            let (control, status) = Self.create(protection, bits)
            let isRejected =
                bits.isSuperset(of: [Bit.or, Bit.and]) || bits.isSuperset(of: [Bit.any, Bit.current])
                || bits.contains(Bit.presence) && !bits.subtracting([Bit.presence, Bit.key, Bit.password]).isEmpty
            guard !isRejected else {
                #expect(control == nil && status == errSecParam, "\(bits)")
                continue
            }
            taken += 1
            let rules = try #require(control?.list, "\(bits)")
            let asked = bits.intersection(Bit.constraints)
            #expect(rules.accessibility.rawValue == protection)
            #expect(Set(rules.constraints.map { $0.flag.rawValue.trailingZeroBitCount }) == asked, "\(bits)")
            // No operator means AND. With at most one constraint there is nothing to combine.
            #expect(rules.combination == (bits.contains(Bit.or) && asked.count > 1 ? .any : .all), "\(bits)")
            #expect(rules.isForPrivateKey == bits.contains(Bit.key))
            #expect(rules.needsApplicationPassword == bits.contains(Bit.password))
            #expect(try AccessControl(protection: protection, flags: rules.flags) == rules)
        }
        // 3 operators x 4 uses x (3 biometries x passcode x companion), and user presence alone with 4 uses.
        #expect(taken == 3 * 4 * 12 + 4)
    }

    @Test("any other protection is rejected", arguments: ["", "AK", "ak ", "akp", "u", "f", "whenUnlocked", "sysb"])
    func otherProtections(protection: String) {
        let (control, status) = Self.create(protection, [Bit.any])
        #expect(control == nil)
        #expect(status == errSecParam)
    }

    @Test("a protection may be a Swift string cast to an object") func castProtection() throws {
        let raw: String = kSecAttrAccessibleWhenUnlocked as String
        let control = try result { SecAccessControlCreateWithFlags(kCFAllocatorDefault, raw as CFTypeRef, .userPresence, $0) }
        #expect(control.list.accessibility == .whenUnlocked)
    }

    @Test("a protection that is not a string is rejected") func foreignProtection() {
        #expect(status { SecAccessControlCreateWithFlags(nil, NSNumber(value: 1), [], $0) } == errSecParam)
        #expect(status { SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], $0) } == nil)
    }

    @Test("a flag that does not exist is rejected", arguments: (0..<64).filter { !Bit.all.contains($0) })
    func unknownFlags(bit: Int) {
        #expect(Self.create("ak", [bit]).1 == errSecParam)
        #expect(Self.create("ak", [bit, Bit.any]).1 == errSecParam)
    }

    @Test("the flags have the published bits") func bits() {
        let flags: [SecAccessControlCreateFlags] = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
            .applicationPassword,
        ]
        #expect(flags.map(\.rawValue.trailingZeroBitCount) == Bit.all)
    }

    @Test("access controls with the same requirements are equal") func equality() throws {
        let one = try #require(Self.create("ak", [Bit.any, Bit.passcode]).0)
        let same = try #require(Self.create("ak", [Bit.any, Bit.passcode, Bit.and]).0)
        let other = try #require(Self.create("ak", [Bit.any, Bit.passcode, Bit.or]).0)
        #expect(CFEqual(one, same))
        #expect(one.hash == same.hash)
        #expect(!CFEqual(one, other))
    }
}
