import Testing

@testable import AssociatedDomains

@Suite("Entitlements of an app")
struct AppEntitlementsTests {
    private static let identifier = ("application-identifier", PropertyListValue.string("ABCDE12345.com.example.app"))

    private static func list(_ entries: String...) -> (String, PropertyListValue) {
        ("com.apple.developer.associated-domains", .array(entries.map { PropertyListNode(offset: 0, value: .string($0)) }))
    }

    private static func entitlements(_ members: (String, PropertyListValue)...) throws -> AppEntitlements {
        let value = PropertyListValue.dictionary(members.map { .init(key: $0.0, value: PropertyListNode(offset: 0, value: $0.1)) })
        return try AppEntitlements(reading: Array("<plist>\(value.xml)</plist>".utf8))
    }

    @Test("valid entitlements have no findings, in either format")
    func sound() throws {
        let value = PropertyListValue.map(
            Self.identifier, Self.list("webcredentials:example.com", "applinks:*.example.com"), ("get-task-allow", .boolean(true)))
        let text = Array("<plist version=\"1.0\">\(value.xml)</plist>".utf8)
        for (bytes, container) in [(text, AppEntitlements.Container.xml), (BinaryPropertyListWriter.bytes(value), .binary)] {
            let entitlements = try AppEntitlements(reading: bytes)
            #expect(entitlements.container == container)
            #expect(entitlements.findings.isEmpty)
            #expect(entitlements.applicationIdentifier?.description == "ABCDE12345.com.example.app")
            #expect(entitlements.domains.map(\.description) == ["webcredentials:example.com", "applinks:*.example.com"])
            #expect(entitlements.isSignedForDevelopment == true)
            #expect(entitlements.availability(of: .applinks) == .claimed)
            #expect(entitlements.availability(of: .appclips) == .notClaimed)
            #expect(entitlements.entries.allSatisfy { ($0.position != nil) == (container == .xml) })
        }
    }

    @Test("a rejected entry is reported with line, column and position in the entry")
    func rejectedEntry() throws {
        let text = """
            <plist version="1.0">
            <dict>
              <key>com.apple.developer.associated-domains</key>
              <array>
                <string>webcredentials:example.com</string>
                <string>applinks:example.com/</string>
              </array>
            </dict>
            </plist>
            """
        let entitlements = try AppEntitlements(reading: Array(text.utf8))
        let finding = try #require(entitlements.findings.first)
        #expect(entitlements.findings.count == 1)
        #expect((finding.code.rawValue, finding.severity, finding.entry, finding.offset) == ("trailing-slash", .error, 1, 20))
        #expect(finding.position?.description == "6:5")
        #expect(entitlements.domains.count == 1)
        #expect(entitlements.entries[1].rejection?.code == .trailingSlash)
    }

    @Test("a wildcard is rejected, and a build variable is accepted")
    func wildcard() throws {
        let list = Self.list("webcredentials:example.com")
        for (identifier, severity) in [("ABCDE12345.com.example.*", Finding.Severity.error), ("$(AppIdentifierPrefix)*", .warning)]
        {
            let read = try Self.entitlements(list, ("application-identifier", .string(identifier)))
            #expect(read.findings.map(\.severity) == [severity])
        }
    }

    @Test("every other error has its finding, and its valid near-twin has none")
    func flaws() throws {
        let sound = Self.list("webcredentials:example.com")
        let cases: [(AppEntitlements, String?)] = [
            (try Self.entitlements(Self.identifier, sound), nil), (try Self.entitlements(Self.identifier), "missing-entitlement"),
            (try Self.entitlements(sound), nil),
            (try Self.entitlements(sound, ("application-identifier", .string("com.example"))), "bad-app-identifier"),
            (try Self.entitlements(sound, ("application-identifier", .boolean(true))), "bad-app-identifier"),
            (try Self.entitlements(sound, ("application-identifier", .string("ABCDE12345.*"))), "wildcard-app-identifier"),
            (
                try Self.entitlements(sound, ("com.apple.application-identifier", .string("ABCDE12345.*"))),
                "wildcard-app-identifier"
            ),
            (try Self.entitlements(sound, ("application-identifier", .string("YOURTEAMID.com.example"))), "placeholder-team-id"),
            (
                try Self.entitlements(sound, ("application-identifier", .string("$(AppIdentifierPrefix)$(CFBundleIdentifier)"))),
                "build-variable"
            ),
            (try Self.entitlements(Self.list()), "empty-list"),
            (try Self.entitlements((sound.0, .string("webcredentials:example.com"))), "wrong-type"),
            (try Self.entitlements((sound.0, .list(.boolean(true)))), "wrong-type"),
            (try Self.entitlements(Self.list("webcredentials:$(DOMAIN)")), "build-variable"),
            (try Self.entitlements(Self.list("applinks:example.com", "applinks:example.com")), "duplicate-entry"),
            (try Self.entitlements(Self.list("applinks:example.com", "applinks:*.example.com")), nil),
            (try Self.entitlements(Self.list("applinks:example.com", "applinks:example.com?mode=developer")), "mode-beside-plain"),
            (
                try Self.entitlements(Self.list("applinks:example.com?mode=developer"), ("get-task-allow", .boolean(false))),
                "developer-mode-in-distribution"
            ),
            (try Self.entitlements(Self.list("applinks:example.com?mode=developer"), ("get-task-allow", .boolean(true))), nil),
            (
                try Self.entitlements(Self.list("applinks:example.com"), ("com.apple.developer.web-browser", .boolean(true))),
                "browser-applinks"
            ),
            (try Self.entitlements(sound, ("com.apple.developer.web-browser", .boolean(true))), nil),
        ]
        for (entitlements, code) in cases {
            #expect(entitlements.findings.map(\.code.rawValue) == (code.map { [$0] } ?? []))
            #expect(entitlements.findings.allSatisfy { $0.message.hasSuffix(".") && $0.remedy.hasSuffix(".") })
        }
    }

    @Test("a browser must not use universal links, with any entries")
    func browsers() throws {
        let entitlements = try Self.entitlements(
            Self.list("applinks:example.com", "webcredentials:example.com"), ("com.apple.developer.web-browser", .boolean(true)))
        #expect(entitlements.availability(of: .applinks) == .rejectedToBrowsers)
        #expect(entitlements.availability(of: .webcredentials) == .claimed)
    }

    @Test("entitlements are found within a provisioning profile, with the lines of its list")
    func profile() throws {
        let value = PropertyListValue.map(
            ("Name", .string("Profile")),
            (
                "Entitlements",
                .map(
                    ("application-identifier", .string("ABCDE12345.com.example.app")),
                    ("com.apple.developer.associated-domains", .string("*")))
            ))
        let list = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(value.xml)</plist>"
        let signed: [UInt8] = [0x30, 0x82, 0x12, 0x34, 0x06, 0x09] + Array(list.utf8) + [0xA0, 0x82, 0xFF]
        let entitlements = try AppEntitlements(reading: signed)
        #expect(entitlements.container == .provisioningProfile)
        #expect(entitlements.applicationIdentifier?.bundleID == "com.example.app")
        #expect(entitlements.findings.isEmpty)
    }

    @Test(
        "a file without entitlements is rejected with its reason",
        arguments: [
            (Array("{}".utf8), "unknown-form"), (Array("<plist><array/></plist>".utf8), "not-a-dictionary"),
            ([0x30, 0x82, 0x01, 0x02], "no-property-list"),
            ([0x30] + Array("<?xml version=\"1.0\"?><plist><dict/></plist>".utf8), "no-entitlements"),
            ([0x30] + Array("<?xml version=\"1.0\"?><plist><dict></plist>".utf8), "mismatched-tag"),
            (Array("bplist00".utf8), "unexpected-end"),
        ] as [([UInt8], String)])
    func rejections(bytes: [UInt8], code: String) {
        #expect { try AppEntitlements(reading: bytes) } throws: { ($0 as? AssociatedDomainsError)?.code.rawValue == code }
    }

    // Not an argument, because the test library formats arguments, which takes seconds at this size.
    @Test("a file of two megabytes is rejected") func tooLarge() {
        rejections(bytes: Array(repeating: 0x20, count: 1 << 21), code: "too-large")
    }
}
