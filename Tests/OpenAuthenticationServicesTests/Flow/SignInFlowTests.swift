import AppleIdentityEmulator
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

/// The whole table: the app, the broker, the sheets and Apple's emulated service, over HTTP.
@Suite("A request for a credential") @MainActor
struct SignInFlowTests {
    @Test("ends in each state of account, consent, network, presence and sheets as Apple's does", arguments: SignInTable.all)
    func state(row: SignInRow) async throws {
        let party = try await Apple.party()
        let device = try party.device()
        try await bringAbout(row, party, device)
        let sheetsBefore = device.sheets.shown.count
        let promptsBefore = device.person.promptCount

        let asker = Asker()
        add(row.prompts, to: device.person)
        let turns = row.turns
        // Before the first sheet can come: one that nobody said anything about is cancelled.
        device.sheets.will(turns.first ?? [])
        await asker.perform(row.requests, on: device, prefersAvailable: row.request == .buttonForExisting) { _ in
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

    @Test("has a row for every account, consent and network")
    func tableIsWhole() {
        let states = Set(SignInTable.all.filter { $0.request == .button }.map { "\($0.account) \($0.consent) \($0.network)" })
        for consent in ["never", "siblingApp", "given"] {
            for account in ["ordinary", "withoutTwoFactor", "locked"] { #expect(states.contains("\(account) \(consent) online")) }
            #expect(states.contains("ordinary \(consent) offline"))
        }
        #expect(SignInTable.all.count >= 60)
    }

    /// What the row begins with.
    private func bringAbout(_ row: SignInRow, _ party: Party, _ device: DeviceSimulator) async throws {
        switch row.consent {
        case .never: break
        case .given:
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            await Asker().perform([signIn()], on: device)
        case .siblingApp:
            device.sheets.will(.proceed, .proceed)
            device.person.will(.match)
            let sibling = try device.link(ofApp: "\(party.team).\(party.sibling.rawValue)", accessGroups: [])
            let controller = CurrentDevice.$link.withValue(sibling) { AuthorizationController() }
            _ = try await controller.performRequest(signIn())
        }
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

    /// Adds one turn after the other, each when the sheet stands that the one before left waiting. The network is lost meanwhile, and found after that.
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
