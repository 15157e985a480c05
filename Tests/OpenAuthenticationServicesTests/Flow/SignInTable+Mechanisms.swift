import DeviceSimulator
import OpenAuthenticationServices

extension SignInTable {
    /// Each mechanism for user presence with each consent, completed and cancelled.
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
                // The passcode prompt is the first one.
                case .lockedOut, .nobodyEnrolled:
                    [row(nil, [.passcode("2468")], opening.told), row(nil, [.cancel], .error(.canceled))]
                case .nothing:
                    [row(.password(accountPassword), [], opening.told), row(.cancel, [], .error(.canceled))]
                }
            }
        }
    }

    static let accountPassword = "Apple-Pie-1"

    /// The sheets before the presence prompt.
    private static let openings:
        [(consent: SignInRow.Consent, sheets: [SimulatedSheets.Answer], seen: [SimulatedSheet.Content], told: Told)] = [
            (.never, [.proceed, .proceed], [.explanation, details], granted), (.siblingApp, [.proceed], [details], granted),
            (.given, [.proceed], [.confirmation], grantedAgain),
        ]
}
