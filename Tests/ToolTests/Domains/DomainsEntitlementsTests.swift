import TestKit
import Testing

@Suite("latchkey domains entitlements", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsEntitlementsTests {
    private static func list(_ entries: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
          <key>application-identifier</key><string>ABCDE12345.com.example.app</string>
          <key>com.apple.developer.associated-domains</key>
          <array>
            \(entries)
          </array>
        </dict>
        </plist>
        """
    }

    @Test("valid entitlements are printed")
    func sound() throws {
        let folder = try CommandFolder()
        try folder.write(
            Self.list("<string>webcredentials:example.com</string><string>applinks:*.example.com?mode=developer</string>"),
            to: "app.entitlements")
        #expect(
            try folder.run("domains entitlements app.entitlements") == """
                app       ABCDE12345.com.example.app
                from      a property list in XML
                services  applinks, webcredentials

                domains:
                  webcredentials:example.com
                  applinks:*.example.com?mode=developer
                = 0
                """)
    }

    @Test("an invalid entry is shown with its place and a remedy")
    func rejected() throws {
        let folder = try CommandFolder()
        #expect(
            try folder.run("domains entitlements -", input: Self.list("<string>applinks:example.com/</string>")) == """
                app       ABCDE12345.com.example.app
                from      a property list in XML
                services  none

                8:5: error: a slash must not follow the domain (trailing-slash)
                    applinks:example.com/
                                        ^
                    remove the slash
                = 1
                """)
        #expect(
            try folder.run("domains entitlements --json -", input: Self.list("<string>applinks:example.com/</string>")).contains(
                #""code": "trailing-slash""#))
    }

    @Test("a malformed file is rejected with its place")
    func noFile() throws {
        let folder = try CommandFolder()
        #expect(
            try folder.run("domains entitlements -", input: "<plist><dict></plist>") == """
                ! latchkey: -: 1:14: not a property list at byte 13: the closing tag of dict is expected
                !   hint: give the entitlements of the signed app
                = 2
                """)
        #expect(try folder.run("domains entitlements absent").hasSuffix("= 2"))
    }
}
