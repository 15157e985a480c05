import Testing

@testable import AssociatedDomains

@Suite("Property lists in XML")
struct XMLPropertyListTests {
    @Test("the output of developer tools is parsed")
    func typical() throws {
        let node = try PropertyList.parse(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <!-- a comment -->
                <plist version="1.0">
                <dict>
                    <key>a &amp; b</key><string>x&#x41;&#66;&lt;<![CDATA[<&>]]></string>
                    <key>n</key><integer>-12</integer>
                    <key>r</key><real>1.5</real>
                    <key>t</key><true/>
                    <key>d</key><date>2026-01-02T03:04:05Z</date>
                    <key>b</key><data>
                        AAEC
                        Aw==
                    </data>
                    <key>e</key><array/><key></key><string/>
                </dict>
                </plist>
                """.utf8))
        #expect(
            node.value.withoutOffsets
                == .map(
                    ("a & b", .string("xAB<<&>")), ("n", .integer(-12)), ("r", .real(1.5)), ("t", .boolean(true)),
                    ("d", .date(1_767_323_045)), ("b", .data([0, 1, 2, 3])), ("e", .list()), ("", .string(""))))
    }

    @Test(
        "XML outside the subset is rejected with its code",
        arguments: [
            ("", PropertyListError.Code.unexpectedEnd), ("{}", .unknownForm), ("{ a = b; }", .unknownForm),
            ("<plist", .unexpectedEnd),
            ("<plist version=\"1.0\"><true/>", .unexpectedEnd), ("<plist version=\"2.0\"><true/></plist>", .unknownForm),
            ("<plist><true/></plist>x", .unexpected), ("<plist><true/><true/></plist>", .mismatchedTag),
            ("<plist></plist>", .unknownTag),
            ("<plist/>", .unexpected), ("<dict/>", .unknownTag), ("<plist><foo/></plist>", .unknownTag),
            ("<plist><string a=\"b\">x</string></plist>", .unknownTag), ("<plist><string>x</plist>", .mismatchedTag),
            ("<plist><string>&foo;</string></plist>", .unknownEntity), ("<plist><string>&#0;</string></plist>", .unknownEntity),
            ("<plist><string>&#xD800;</string></plist>", .unknownEntity), ("<plist><string>a & b</string></plist>", .unknownEntity),
            ("<plist><string>\u{1}</string></plist>", .badText), ("<plist><integer>x</integer></plist>", .badValue),
            ("<plist><integer>9223372036854775808</integer></plist>", .badValue), ("<plist><real>nan</real></plist>", .badValue),
            ("<plist><date>2026-02-30T00:00:00Z</date></plist>", .badValue), ("<plist><data>A</data></plist>", .badValue),
            ("<plist><data>AB==</data></plist>", .badValue), ("<plist><data>AAA</data></plist>", .badValue),
            ("<plist><dict><string>x</string></dict></plist>", .unexpected),
            ("<plist><dict><key>a</key></dict></plist>", .unexpected),
            ("<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>", .duplicateKey),
            ("<plist>text<true/></plist>", .unexpected), ("<plist><![CDATA[x]]></plist>", .declaration),
            ("<plist><?php ?></plist>", .declaration),
            ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>", .declaration),
            ("<!DOCTYPE html><plist><true/></plist>", .declaration),
            ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>", .unknownForm),
            ("<!-- <plist><true/></plist>", .unexpectedEnd),
        ])
    func rejections(text: String, code: PropertyListError.Code) {
        #expect(throws: PropertyListError.self) { try PropertyList.parse(Array(text.utf8)) }
        do { _ = try PropertyList.parse(Array(text.utf8)) } catch { #expect(error.code == code, "\(text): \(error)") }
    }

    @Test("bytes that are not UTF-8, and UTF-16, are rejected")
    func encodings() {
        let bad = Array("<plist><string>".utf8) + [0xC3, 0x28] + Array("</string></plist>".utf8)
        #expect { try PropertyList.parse(bad) } throws: {
            ($0 as? PropertyListError)?.code == .badText && ($0 as? PropertyListError)?.offset == 15
        }
        #expect { try PropertyList.parse([0xFF, 0xFE, 0x3C, 0x00]) } throws: { ($0 as? PropertyListError)?.code == .unknownForm }
    }

    @Test("depth, number of values and size have limits, and values at the limit are accepted")
    func limits() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                ("<plist>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth) + "</plist>")
                    .utf8)
        }
        // The outermost value has depth 0.
        #expect(throws: Never.self) { try PropertyList.parse(nested(33)) }
        #expect { try PropertyList.parse(nested(34)) } throws: { ($0 as? PropertyListError)?.code == .tooDeep }
        #expect { try PropertyList.parse(nested(50_000)) } throws: { ($0 as? PropertyListError)?.code == .tooDeep }
        func many(_ count: Int) -> [UInt8] {
            Array(("<plist><array>" + String(repeating: "<true/>", count: count) + "</array></plist>").utf8)
        }
        #expect(try PropertyList.parse(many(65_535)).elements?.count == 65_535)
        #expect { try PropertyList.parse(many(65_536)) } throws: { ($0 as? PropertyListError)?.code == .tooManyValues }
        let large = Array("<plist><string>".utf8) + Array(repeating: 0x61, count: 1 << 20)
        #expect { try PropertyList.parse(large) } throws: { ($0 as? PropertyListError)?.code == .tooLarge }
    }
}
