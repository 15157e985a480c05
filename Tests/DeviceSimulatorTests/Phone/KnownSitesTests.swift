import AssociatedDomains
import DeviceScreens
import Foundation
import PasswordManager
import Testing

@testable import DeviceSimulator

/// Site quirks and leaked passwords that a phone reads from files.
@Suite("Site data on a phone", .timeLimit(.minutes(20))) struct KnownSitesTests {
    /// Not guessable, and contained in the leak of ``ranges(_:)``.
    private static let password = "Vq7-kilo-umbra-29"

    private static func phone() async throws -> Phone {
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.install(
            PhoneApp(
                ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains, program: ScreenAppProgram(ShopApp.self)))
        return phone
    }

    private static func save(_ user: String, at site: String, on phone: Phone, _ password: String = Self.password) throws {
        let id = try #require(CredentialID(server: try DomainName(site), user: user))
        try phone.device.passwords.save(PrivateText(password), as: id, at: phone.device.clock.now)
    }

    private static func openRecommendations(_ phone: Phone) async throws -> [PhoneView.SettingsView.Recommendation] {
        try await phone.perform(.openSettings(.recommendations))
        try await phone.showFace()
        return try await phone.wait { $0.settings?.recommendations != nil }.settings?.recommendations ?? []
    }

    @Test("the developer of an app sees why a site is not associated, until it is")
    func unassociated() async throws {
        let phone = try Phone()
        try phone.device.put(SimulatedSite(.file("{}")), at: "example.com")
        let app = PhoneApp(
            ShopApp.identifier, name: "Shop", associatedDomains: ["webcredentials:example.com"],
            program: ScreenAppProgram(ShopApp.self))
        try await phone.install(app)
        try await phone.open(ShopApp.identifier)
        let remarks = try await phone.wait { !$0.remarks.isEmpty }.remarks
        #expect(remarks.count == 1 && remarks[0].hasPrefix("webcredentials:example.com is not associated: "))
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        try await phone.install(app)
        try await phone.wait { $0.remarks.isEmpty }
    }

    @Test("sites that share passwords suggest them for each other, without a reuse warning")
    func shared() async throws {
        for isTold in [false, true] {
            let (phone, folder) = (try await Self.phone(), StoredFolder())
            try folder.write(#"[{"shared":["example.com","example.org"]}]"#, to: "shared-credentials.json")
            try folder.write(#"[{"shared":["example.org","once.example"]}]"#, to: "shared-credentials-historical.json")
            if isTold { try phone.device.readSiteQuirks(inFolder: folder.path) }
            for site in ["example.org", "once.example"] { try Self.save("ann", at: site, on: phone) }
            try await phone.open(ShopApp.identifier)
            try await phone.focus("User Name")
            await phone.isSettled()
            #expect(phone.bar == (isTold ? [.credential(user: "ann", site: "example.org")] : []))
            #expect(try await Self.openRecommendations(phone).count == (isTold ? 0 : 2))
        }
    }

    @Test("a leaked password is found in a folder of ranges, and other passwords have no finding", arguments: [true, false])
    func leaked(isTold: Bool) async throws {
        let (phone, folder) = (try await Self.phone(), StoredFolder())
        try Self.writeRanges(to: folder)
        if isTold { try phone.device.lookUpLeakedPasswords(inFolder: folder.path) }
        try Self.save("ann", at: "example.com", on: phone)
        let found = try await Self.openRecommendations(phone)
        #expect(found.map(\.headline) == (isTold ? ["Leaked password"] : []))
        guard isTold else { return }
        try phone.device.lookUpLeakedPasswords(inFolder: nil)
        try await phone.wait { $0.settings?.recommendations == [] }
    }

    @Test("a file determines where a password is changed, if the site itself does not")
    func changePassword() async throws {
        let (phone, folder) = (try await Self.phone(), StoredFolder())
        try folder.write(#"{"example.com":"https://id.example.com/password"}"#, to: "change-password-URLs.json")
        try phone.device.readSiteQuirks(inFolder: folder.path)
        try Self.save("ann", at: "www.example.com", on: phone, "password1")
        _ = try await Self.openRecommendations(phone)
        try await phone.tap("ann")
        try await phone.tap("Change Password on Website")
        // The browser opens that site, which is not on this network.
        let failure = AppElement.text(AppText(.unreachable(host: "id.example.com"), style: .error))
        try await phone.screen { $0.elements.contains(failure) }
    }

    @Test("a malformed folder is rejected, and earlier data stays")
    func rejected() async throws {
        let (phone, folder) = (try await Self.phone(), StoredFolder())
        try folder.write(#"["bank.example"]"#, to: "websites-that-append-2fa-to-password.json")
        try phone.device.readSiteQuirks(inFolder: folder.path)
        try folder.write("[1]", to: "shared-credentials.json")
        #expect(throws: QuirkFileError.self) { try phone.device.readSiteQuirks(inFolder: folder.path) }
        #expect(throws: QuirkFileError.self) { try phone.device.readSiteQuirks(inFolder: StoredFolder().path) }
        #expect(throws: (any Error).self) { try phone.device.lookUpLeakedPasswords(inFolder: folder.path) }
        #expect(phone.device.services.sites.quirks.appendingCodes == [try DomainName("bank.example")])
    }

    /// The published layout of leaked passwords, as far as the device reads it: the password's range, and the ranges that show
    /// that the folder is complete.
    private static func writeRanges(to folder: StoredFolder) throws {
        let (range, suffix) = ("AA39B", "FDAD73D1964E20AA192814A5EB8B7CD31CA")
        for name in (0...15).map({ String($0, radix: 16, uppercase: true) + "0000" }) + ["FFFFF", range] {
            let row = name == range ? suffix : String(repeating: "0", count: 35)
            try folder.write("\(row):7\r\n", to: "\(name).txt")
        }
    }
}
