import DeviceSimulator
import OpenAuthenticationServices
import Testing

/// No test covers a state that the table lacks, so these tests check that it is complete.
@Suite("Completeness of the sign-in table") struct SignInTableTests {
    private struct State: Hashable {
        let request: SignInRow.Request
        let account: SignInRow.Account
        let consent: SignInRow.Consent
        let network: SignInRow.Network
        let mechanism: SignInRow.Mechanism
    }

    @Test(
        "every account, consent and network has a row for each Sign in with Apple request",
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

    /// Another account ends with an alert, so the network cannot be lost later.
    @Test("every consent has a row with a network that is lost before the sign-in and restored")
    func lostNetworks() {
        for consent in SignInRow.Consent.allCases {
            for network in [SignInRow.Network.lostBeforeSigningIn, .lostAndFound] {
                expectRow(.button, .ordinary, consent, network)
            }
        }
    }

    @Test("every consent has a successful and a failed row for each mechanism")
    func mechanisms() {
        for consent in SignInRow.Consent.allCases {
            for mechanism in SignInRow.Mechanism.allCases {
                let rows = rows(.button, .ordinary, consent, .online, mechanism)
                #expect(rows.contains { $0.told.isCredential }, "\(consent) \(mechanism)")
                #expect(rows.contains { $0.told == .error(.canceled) && $0.isBrokenOffAtProof }, "\(consent) \(mechanism)")
            }
        }
    }

    @Test("every sheet and every prompt has a row in which it is cancelled")
    func cancelling() {
        // The network is lost during a sheet, so the earlier ones are covered by the rows with a network.
        for row in SignInTable.all where row.network == .online || row.network == .offline {
            let rows = rows(row.request, row.account, row.consent, row.network, row.mechanism)
            for count in row.seen.indices.map({ $0 + 1 }) {
                let isThere = rows.contains { $0.seen == Array(row.seen.prefix(count)) && $0.sheets.last == .cancel }
                // Other mechanisms differ from the usual one only in their prompts.
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
    /// Whether it ends at the presence prompt.
    fileprivate var isBrokenOffAtProof: Bool {
        prompts.last == .cancel || seen.last == .accountPassword(isRepeated: false) && sheets.last == .cancel
    }
}

extension Told {
    fileprivate var isCredential: Bool {
        if case .error = self { false } else { true }
    }
}
