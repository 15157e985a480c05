import DeviceSimulator
import OpenAuthenticationServices
import Testing

/// What the table does not say, no test looks at; so it is held to be whole.
@Suite("The table of states") struct SignInTableTests {
    private struct State: Hashable {
        let request: SignInRow.Request
        let account: SignInRow.Account
        let consent: SignInRow.Consent
        let network: SignInRow.Network
        let mechanism: SignInRow.Mechanism
    }

    @Test(
        "has a row for every account, consent and network, for each request of Sign in with Apple",
        arguments: [SignInRow.Request.button, .buttonForExisting, .existing, .existingWithPassword, .refresh, .logout])
    func states(request: SignInRow.Request) {
        for account in SignInRow.Account.allCases {
            for consent in SignInRow.Consent.allCases {
                for network in [SignInRow.Network.online, .offline] {
                    expectRow(request, account, consent, network)
                }
            }
        }
    }

    /// Another account gets no further than an alert, so that nothing is left to be lost.
    @Test("has a row for every consent with the network that is lost before the sign-in, and found again")
    func lostNetworks() {
        for consent in SignInRow.Consent.allCases {
            for network in [SignInRow.Network.lostBeforeSigningIn, .lostAndFound] {
                expectRow(.button, .ordinary, consent, network)
            }
        }
    }

    @Test("has a row for every consent with whatever tells who is there, which succeeds, and one which does not")
    func mechanisms() {
        for consent in SignInRow.Consent.allCases {
            for mechanism in SignInRow.Mechanism.allCases {
                let rows = rows(.button, .ordinary, consent, .online, mechanism)
                #expect(rows.contains { $0.told.isCredential }, "\(consent) \(mechanism)")
                #expect(rows.contains { $0.told == .error(.canceled) && $0.isBrokenOffAtProof }, "\(consent) \(mechanism)")
            }
        }
    }

    @Test("has for every sheet and every prompt that comes a row in which it is cancelled")
    func cancelling() {
        // The network is lost at a sheet, so that those before it are the rows of the network that is there.
        for row in SignInTable.all where row.network == .online || row.network == .offline {
            let rows = rows(row.request, row.account, row.consent, row.network, row.mechanism)
            for count in row.seen.indices.map({ $0 + 1 }) {
                let isThere = rows.contains { $0.seen == Array(row.seen.prefix(count)) && $0.sheets.last == .cancel }
                // Beyond the usual mechanism only what it asks is another thing.
                #expect(isThere || row.mechanism != .faceAndPasscode, "\(row): sheet \(count)")
            }
            guard row.promptCount > 0 else { continue }
            #expect(rows.contains { $0.prompts.last == .cancel }, "\(row): prompt")
        }
    }

    private func expectRow(
        _ request: SignInRow.Request, _ account: SignInRow.Account, _ consent: SignInRow.Consent, _ network: SignInRow.Network
    ) {
        let isThere = !rows(request, account, consent, network, .faceAndPasscode).isEmpty
        #expect(isThere, "\(request), account \(account), consent \(consent), \(network)")
    }

    private func rows(
        _ request: SignInRow.Request, _ account: SignInRow.Account, _ consent: SignInRow.Consent, _ network: SignInRow.Network,
        _ mechanism: SignInRow.Mechanism
    ) -> [SignInRow] {
        Self.rows[
            State(request: request, account: account, consent: consent, network: network, mechanism: mechanism), default: []]
    }

    private static let rows = Dictionary(grouping: SignInTable.all) { row in
        State(
            request: row.request, account: row.account, consent: row.consent, network: row.network, mechanism: row.mechanism)
    }
}

extension SignInRow {
    /// Whether it ends where the person should prove to be there.
    fileprivate var isBrokenOffAtProof: Bool {
        prompts.last == .cancel || seen.last == .accountPassword(isRepeated: false) && sheets.last == .cancel
    }
}

extension Told {
    fileprivate var isCredential: Bool {
        if case .error = self { false } else { true }
    }
}
