import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// The whole table: the app, the broker, the sheets and Apple's emulated service, over HTTP.
@Suite("Credential requests") @MainActor
struct SignInFlowTests {
    @Test("each state of account, consent, network, presence and sheets has Apple's result", arguments: SignInTable.all)
    func state(row: SignInRow) async throws {
        let party = try await Apple.party()
        let device = try party.device(
            biometry: row.mechanism == .nothing ? .none : .faceID,
            passcode: row.mechanism == .nothing || row.mechanism == .faceAlone ? nil : "2468",
            password: SignInTable.accountPassword)
        try await bringAbout(row, party, device)
        let sheetsBefore = device.sheets.shown.count
        let promptsBefore = device.person.promptCount

        let asker = CredentialRequester()
        add(row.prompts, to: device.person)
        let turns = row.turns
        // Before the first sheet is shown, since a sheet without a prepared response is cancelled.
        device.sheets.will(turns.first ?? [])
        await asker.perform(row.requests(user: party.subject), on: device, prefersAvailable: row.request == .buttonForExisting) {
            _ in
            await goOn(turns, on: device, after: sheetsBefore)
        }

        let address = "\(party.person.rawValue)@example.com"
        #expect(asker.told == [row.told.with(address: address)])
        #expect(
            device.sheets.shown.dropFirst(sheetsBefore).map(\.content)
                == row.seen.map { $0.with(name: party.person.rawValue, address: address) })
        #expect(device.person.promptCount - promptsBefore == row.promptCount)
        #expect(device.sheets.remainingAnswers.isEmpty)
        #expect(device.person.remainingAnswers.isEmpty)
        #expect(asker.anchorsAsked == 1)
        #expect(device.person.prompts.allSatisfy { $0.app == device.sheets.shown.last?.app || row.consent == .siblingApp })
    }

    /// The initial state of the row.
    private func bringAbout(_ row: SignInRow, _ party: Party, _ device: DeviceSimulator) async throws {
        if row.consent != .never {
            device.sheets.will(.proceed, .proceed)
            if row.mechanism == .nothing {
                device.sheets.will(.password(SignInTable.accountPassword))
            } else {
                device.person.will(.match)
            }
            let app = row.consent == .given ? party.app : party.sibling
            let link = try device.link(ofApp: "\(party.team).\(app.rawValue)", accessGroups: [])
            let controller = CurrentDevice.$link.withValue(link) { AuthorizationController() }
            _ = try await controller.performRequest(signIn())
        }
        if row.mechanism == .lockedOut { try device.lockOutBiometry() }
        if row.mechanism == .nobodyEnrolled { try device.unenrol() }
        try party.service.changePerson(party.person) { account in
            account.hasTwoFactor = row.account != .withoutTwoFactor
            account.isLocked = row.account == .locked
        }
        if row.account == .none { try device.signOutOfAppleAccount() }
        if row.request == .existingWithPassword || row.request == .password {
            device.savePassword("hunter2", user: "jane", site: "example.com")
        }
        if row.network == .offline { device.isOnline = false }
    }

    private func add(_ prompts: [SimulatedPerson.Answer], to person: SimulatedPerson) {
        for prompt in prompts { person.will(prompt) }
    }

    /// Adds the responses one at a time, each when the sheet that the previous one left open is shown. The network is lost and
    /// restored in between.
    private func goOn(_ turns: [[SimulatedSheets.Answer]], on device: DeviceSimulator, after before: Int) async {
        var sheets = before + (turns.first?.count ?? 0)
        for (index, turn) in turns.enumerated().dropFirst() {
            await device.sheets.shown(times: sheets)
            device.isOnline = index >= 2
            device.sheets.will(turn)
            sheets += turn.count - 1
        }
    }
}
