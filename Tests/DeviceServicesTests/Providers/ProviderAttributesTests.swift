import DeviceProtocol
import DeviceServices
import Foundation
import Testing

@Suite("The Info.plist of a credential provider") struct ProviderAttributesTests {
    @Test(
        "declares the capabilities of the extension",
        arguments: [
            (["ProvidesPasswords"], [.password]), (["ProvidesOneTimeCodes"], [.oneTimeCode]),
            (["ProvidesPasswords", "ProvidesOneTimeCodes", "ProvidesPasskeys"], [.password, .oneTimeCode, .passkey]),
        ] as [([String], Set<CredentialIdentity.Kind>)])
    func kinds(capabilities: [String], kinds: Set<CredentialIdentity.Kind>) throws {
        let list = Self.list(Dictionary(uniqueKeysWithValues: capabilities.map { ($0, true) }))
        #expect(try ProviderAttributes(infoPlist: list) == ProviderAttributes(kinds: kinds))
    }

    @Test("of an extension from before iOS 17 declares passwords")
    func old() throws {
        let attributes = ["ASCredentialProviderExtensionShowsConfigurationUI": true]
        #expect(
            try ProviderAttributes(infoPlist: Self.list(attributes: attributes))
                == ProviderAttributes(kinds: [.password], showsConfiguration: true))
        #expect(try ProviderAttributes(infoPlist: Self.list(attributes: nil)) == ProviderAttributes(kinds: [.password]))
    }

    @Test("declares whether the extension creates passkeys for conditional requests")
    func conditional() throws {
        let list = Self.list(["ProvidesPasskeys": true, "SupportsConditionalPasskeyRegistration": true])
        #expect(try ProviderAttributes(infoPlist: list) == ProviderAttributes(kinds: [.passkey], createsPasskeysSilently: true))
    }

    @Test("declares whether the extension handles reports about credentials")
    func reports() throws {
        let list = Self.list(["ProvidesPasskeys": true, "SupportsCredentialUpdate": true])
        #expect(try ProviderAttributes(infoPlist: list) == ProviderAttributes(kinds: [.passkey], acceptsReports: true))
    }

    @Test(
        "is rejected with reason and path",
        arguments: [
            (["ProvidesPasswords": false], ExtensionPlistError.Code.supportsNothing, ""),
            (["ProvidesTextToInsert": true], .supportsNothing, ""),
            (["ProvidesPassword": true], .unknownKey, "/ProvidesPassword"),
        ])
    func rejected(capabilities: [String: Bool], code: ExtensionPlistError.Code, path: String) throws {
        let error = #expect(throws: ExtensionPlistError.self) { try ProviderAttributes(infoPlist: Self.list(capabilities)) }
        #expect(error?.code == code)
        #expect(error?.path == "NSExtension/NSExtensionAttributes/ASCredentialProviderExtensionCapabilities" + path)
    }

    @Test("of another kind of extension is rejected")
    func otherPoint() throws {
        let list = Self.list(attributes: nil, point: ExtensionAttributes.pointIdentifier)
        let error = #expect(throws: ExtensionPlistError.self) { try ProviderAttributes(infoPlist: list) }
        #expect(error?.code == .otherPoint)
    }

    private static func list(_ capabilities: [String: Bool]) -> Data {
        list(attributes: ["ASCredentialProviderExtensionCapabilities": capabilities])
    }

    private static func list(
        attributes: [String: Any]?, point: String = "com.apple.authentication-services-credential-provider-ui"
    ) -> Data {
        var inner: [String: Any] = ["NSExtensionPointIdentifier": point]
        inner["NSExtensionAttributes"] = attributes
        return (try? PropertyListSerialization.data(fromPropertyList: ["NSExtension": inner], format: .xml, options: 0)) ?? Data()
    }
}
