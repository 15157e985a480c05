import AssociatedDomains
import Foundation
import Testing

@Suite("The daemon's memory and its display")
struct DaemonMemoryTests {
    private func filled() throws -> DaemonFixture {
        var fixture = DaemonFixture()
        fixture.handle(
            .installed(
                InstalledApp(
                    try AppIdentifier(DaemonFixture.app), version: "2.1",
                    entitlements: try ["webcredentials:example.com", "applinks:*.example.org", "applinks:b.com?mode=developer"].map
                    {
                        try AssociatedDomainEntitlement($0)
                    })))
        let fetch = try #require(fixture.open.first { $0.domain.text == "example.com" })
        fixture.handle(.answered(fetch.id, .response(status: 200, body: Array("Y".utf8))))
        let other = try #require(fixture.open.first { $0.domain.text == "example.org" })
        fixture.handle(.answered(other.id, .connectionFailed("rejected\u{1B}[31m\n")))
        return fixture
    }

    @Test("a memory survives a round trip, and equal memories have equal bytes")
    func roundTrip() throws {
        let fixture = try filled()
        let bytes = try fixture.daemon.stored()
        let loaded = try AssociationDaemon(stored: bytes, policy: fixture.daemon.policy, reader: DaemonFixture.reader)
        #expect(loaded.associations == fixture.daemon.associations)
        #expect(loaded.log == fixture.daemon.log)
        #expect(loaded.nextWake == fixture.daemon.nextWake)
        #expect(try loaded.stored() == bytes)
    }

    @Test("an interrupted download starts again and counts as another try")
    func interrupted() throws {
        var fixture = DaemonFixture()
        fixture.handle(try DaemonFixture.installed(DaemonFixture.app, "webcredentials:example.com"))
        for tries in 2...8 {
            fixture.daemon = try AssociationDaemon(
                stored: try fixture.daemon.stored(), policy: fixture.daemon.policy, reader: DaemonFixture.reader)
            fixture.open = []
            fixture.handle(.clock)
            #expect(fixture.open.count == 1)
            #expect(try fixture.association().tries == tries)
        }
        fixture.daemon = try AssociationDaemon(
            stored: try fixture.daemon.stored(), policy: fixture.daemon.policy, reader: DaemonFixture.reader)
        fixture.open = []
        fixture.handle(.clock)
        #expect(fixture.open.isEmpty)
        #expect(try fixture.association().reason.code == .gaveUp)
    }

    @Test(
        "a malformed memory is rejected",
        arguments: [
            ("", "malformed"), ("[]", "malformed"), ("{}", "malformed"), (#"{"version":2}"#, "unknown-version"),
            (#"{"version":1}"#, "malformed"),
        ])
    func rejections(text: String, code: String) {
        #expect { try AssociationDaemon(stored: Array(text.utf8), reader: DaemonFixture.reader) } throws: {
            ($0 as? AssociatedDomainsError)?.code.rawValue == code
        }
    }

    @Test("a memory with an unknown reason is rejected")
    func unknownReason() throws {
        let text = String(decoding: try filled().daemon.stored(), as: UTF8.self)
        #expect(text.contains(#""code":"listed""#))
        let changed = text.replacingOccurrences(of: #""code":"listed""#, with: #""code":"unheard-of""#)
        #expect { try AssociationDaemon(stored: Array(changed.utf8), reader: DaemonFixture.reader) } throws: {
            ($0 as? AssociatedDomainsError)?.code == .malformed
        }
    }

    @Test("a memory with a missing site does not block the daemon")
    func repaired() throws {
        let fixture = try filled()
        let text = String(decoding: try fixture.daemon.stored(), as: UTF8.self)
        let start = try #require(text.range(of: "\"sites\":["))
        let end = try #require(text[start.upperBound...].firstIndex(of: "]"))
        let cut = text.replacingCharacters(in: start.upperBound..<end, with: "")
        var daemon = try AssociationDaemon(stored: Array(cut.utf8), reader: DaemonFixture.reader)
        #expect(daemon.handle(.clock, now: fixture.now).count == 2)
    }

    @Test("the database has the format of Apple's tool")
    func shown() throws {
        let rule = String(repeating: "-", count: 80)
        #expect(
            try filled().daemon.shown() == """
                =================================== DATABASE ===================================
                Service:            applinks
                App ID:             ABCDE12345.com.example.app
                App Version:        2.1
                Domain:             *.example.org
                User Approval:      unspecified
                Site/Fmwk Approval: unspecified
                Last Checked:       2023-11-14 22:13:20 +0000
                Next Check:         2023-11-15 01:13:20 +0000
                Error:              retrying
                Retries:            1
                Reason:             the request failed and will be retried: no connection: rejected [31m\u{20}
                \(rule)
                Service:            applinks
                App ID:             ABCDE12345.com.example.app
                App Version:        2.1
                Domain:             b.com?mode=developer
                User Approval:      unspecified
                Site/Fmwk Approval: unspecified
                Reason:             the mode of the entitlement is inactive
                \(rule)
                Service:            webcredentials
                App ID:             ABCDE12345.com.example.app
                App Version:        2.1
                Domain:             example.com
                User Approval:      unspecified
                Site/Fmwk Approval: approved
                Last Checked:       2023-11-14 22:13:20 +0000
                Next Check:         2023-11-21 22:13:20 +0000
                Reason:             the file names the app
                =================================== SETTINGS ===================================
                Developer Mode:     off

                """)
    }

    @Test("the log says what was done and why")
    func log() throws {
        #expect(
            try filled().daemon.log.map(\.description) == [
                "2023-11-14 22:13:20 +0000 ABCDE12345.com.example.app: installed",
                "2023-11-14 22:13:20 +0000 example.com: try 1 of 8: https://example.com/.well-known/apple-app-site-association",
                "2023-11-14 22:13:20 +0000 example.org: try 1 of 8: https://example.org/.well-known/apple-app-site-association",
                "2023-11-14 22:13:20 +0000 { s = webcredentials, a = ABCDE12345.com.example.app, d = example.com }: approved: the file names the app",
                "2023-11-14 22:13:20 +0000 { s = applinks, a = ABCDE12345.com.example.app, d = *.example.org }: unspecified: "
                    + "the request failed and will be retried: no connection: rejected [31m ",
            ])
    }
}
