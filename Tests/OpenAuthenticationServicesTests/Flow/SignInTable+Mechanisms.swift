import DeviceSimulator
import OpenAuthenticationServices

extension SignInTable {
    /// Who is there, by whatever the device can tell it: each with each consent, to the end and broken off.
    static var mechanisms: [SignInRow] {
        openings.flatMap { opening in
            SignInRow.Mechanism.allCases.flatMap { mechanism -> [SignInRow] in
                func row(_ sheet: SimulatedSheets.Answer?, _ prompts: [SimulatedPerson.Answer], _ told: Told) -> SignInRow {
                    SignInRow(
                        consent: opening.consent, mechanism: mechanism, sheets: opening.sheets + (sheet.map { [$0] } ?? []),
                        prompts: prompts, seen: opening.seen + (sheet == nil ? [] : [.accountPassword(isRepeated: false)]),
                        promptCount: prompts.count, told: told)
                }
                return switch mechanism {
                case .faceAndPasscode, .faceAlone:
                    [row(nil, [.match], opening.told), row(nil, [.cancel], .error(.canceled))]
                // The passcode is asked for at once.
                case .lockedOut, .nobodyEnrolled:
                    [row(nil, [.passcode("2468")], opening.told), row(nil, [.cancel], .error(.canceled))]
                case .nothing:
                    [row(.password(accountPassword), [], opening.told), row(.cancel, [], .error(.canceled))]
                }
            }
        }
    }

    static let accountPassword = "Apple-Pie-1"

    /// What comes before the person has to prove to be there.
    private static let openings:
        [(consent: SignInRow.Consent, sheets: [SimulatedSheets.Answer], seen: [SimulatedSheet.Content], told: Told)] = [
            (.never, [.proceed, .proceed], [.explanation, details], granted), (.siblingApp, [.proceed], [details], granted),
            (.given, [.proceed], [.confirmation], grantedAgain),
        ]
}
