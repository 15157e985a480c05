import DeviceProtocol
import Foundation
import PasswordRules
import Testing

@testable import DeviceServices

@Suite("The Info.plist of an account-modification extension") struct ExtensionAttributesTests {
    private static let family = "ASAccountAuthenticationModification"
    private static let whole: [String: any Sendable] = [
        family + "SupportsStrongPasswordUpgrade": true, family + "SupportsUpgradeToSignInWithApple": true,
        family + "PasswordGenerationRequirements": "minlength: 16; required: lower; required: digit;",
        family + "OptOutOfSecurityPromptsOnSignIn": true, "NSExtensionActivationRule": "TRUEPREDICATE",
    ]

    @Test("is parsed in both formats", arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func whole(format: PropertyListSerialization.PropertyListFormat) throws {
        let attributes = try ExtensionAttributes(infoPlist: Self.plist(Self.whole, format: format))
        #expect(attributes.supports(.strongPassword) && attributes.supports(.signInWithApple))
        #expect(attributes.passwordRules == (try PasswordRules(strict: "minlength: 16; required: lower; required: digit;")))
        #expect(attributes.declinesPromptsAtSignIn)
    }

    @Test("supports only what it declares")
    func defaults() throws {
        let attributes = try ExtensionAttributes(infoPlist: Self.plist([Self.family + "SupportsStrongPasswordUpgrade": true]))
        #expect(attributes == ExtensionAttributes(supportsStrongPassword: true))
    }

    @Test(
        "is rejected with reason and path",
        arguments: [
            (family + "SupportsStrongPasswordUpgrade", "YES" as any Sendable, ExtensionPlistError.Code.wrongType),
            (family + "SupportsStrongPasswordUpgrade", 1, .wrongType),
            (family + "OptOutOfSecurityPromptsOnSignIn", "false", .wrongType),
            (family + "PasswordGenerationRequirements", true, .wrongType),
            (family + "PasswordGenerationRequirements", "minlength: sixteen;", .badRules),
            (family + "PasswordGenerationRequirements", "required: [a]; required: [b]; maxlength: 1;", .unsatisfiableRules),
            (family + "SupportsStrongPasswordUpgrades", true, .unknownKey),
        ])
    func bad(key: String, value: any Sendable, code: ExtensionPlistError.Code) throws {
        var attributes = Self.whole
        attributes[key] = value
        let error = try #require(throws: ExtensionPlistError.self) {
            try ExtensionAttributes(infoPlist: Self.plist(attributes))
        }
        #expect(error.code == code)
        #expect(error.path == "NSExtension/NSExtensionAttributes/\(key)")
    }

    @Test("is rejected if it supports nothing, has another extension point, or is not a property list")
    func others() throws {
        func code(_ data: Data) throws -> ExtensionPlistError {
            try #require(throws: ExtensionPlistError.self) { try ExtensionAttributes(infoPlist: data) }
        }
        #expect(try code(Self.plist([:])).code == .supportsNothing)
        let other = try code(Self.plist(Self.whole, point: "com.apple.authentication-services-credential-provider-ui"))
        #expect(other.code == .otherPoint && other.path == "NSExtension/NSExtensionPointIdentifier")
        #expect(try code(Self.plist(Self.whole, point: nil)).code == .missing)
        #expect(try code(Data("nonsense".utf8)).code == .notPlist)
        #expect(try code(Self.data(["a"])).code == .notPlist)
        #expect(try code(Self.data(["CFBundleName": "Juice"])).path == "NSExtension")
        #expect(try code(Self.data(["NSExtension": 1])).code == .wrongType)
        #expect(try code(Data(count: ExtensionAttributes.maximumPlistLength + 1)).code == .tooLong)
    }

    @Test("is rejected if its references to shared values describe an enormous list")
    func sharedReferences() throws {
        let small = #expect(throws: ExtensionPlistError.self) { try ExtensionAttributes(infoPlist: Self.sharing(depth: 2)) }
        #expect(small?.code == .missing && small?.path == "NSExtension")
        let enormous = #expect(throws: ExtensionPlistError.self) { try ExtensionAttributes(infoPlist: Self.sharing(depth: 8)) }
        #expect(enormous?.code == .notPlist)
    }

    @Test("is rejected with a text that has path and reason")
    func words() throws {
        var attributes = Self.whole
        attributes[Self.family + "PasswordGenerationRequirements"] = "minlength: sixteen;"
        let error = try #require(throws: ExtensionPlistError.self) {
            try ExtensionAttributes(infoPlist: Self.plist(attributes))
        }
        #expect(
            error.description.hasPrefix(
                "NSExtension/NSExtensionAttributes/\(Self.family)PasswordGenerationRequirements: the password rules are malformed at byte"
            ))
    }

    private static func plist(
        _ attributes: [String: Any], point: String? = ExtensionAttributes.pointIdentifier,
        format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> Data {
        var branch: [String: Any] = ["NSExtensionAttributes": attributes]
        branch["NSExtensionPointIdentifier"] = point
        return try data(["NSExtension": branch, "CFBundleName": "Juice"], format: format)
    }

    /// A binary list of a dictionary with one key. Each of `depth` nested arrays has ten references to the next one; the last value is
    /// `true`.
    private static func sharing(depth: Int) -> Data {
        var objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, UInt8(ascii: "A")]]
        for level in 0..<depth { objects.append([0xAA] + Array(repeating: UInt8(level + 3), count: 10)) }
        objects.append([0x09])
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), 0, table] { bytes += Array(repeating: 0, count: 7) + [number] }
        return Data(bytes)
    }

    private static func data(_ value: Any, format: PropertyListSerialization.PropertyListFormat = .xml) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
    }
}
