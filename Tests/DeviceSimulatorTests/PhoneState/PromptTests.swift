import DeviceBroker
import DeviceProtocol
import Testing

@testable import DeviceSimulator

@Suite("Prompts on a phone") struct PromptTests {
    @Test("an app's words replace the purpose of an operation for the app, and no other purpose", arguments: PromptPurpose.allCases)
    func purpose(_ purpose: PromptPurpose) throws {
        let ofApp: [PromptPurpose] = [.evaluate, .readItem, .sign, .exchange, .authorizeRight]
        let caller = try #require(DeviceSimulator.caller(StateBench.app))
        let site = try #require(SharedCredentialSite(rawValue: "example.com"))
        let credential = PromptCredential(SharedCredential(site: site, account: "ann", password: "x"))
        for reason in ["", "Log in"] {
            let presentation = try #require(Presentation(reason: reason))
            let prompt = PendingPrompt(
                Prompt(
                    number: 1, caller: caller, purpose: purpose, question: .passcode, presentation: presentation,
                    credential: credential, isRepeated: false))
            #expect((prompt.purpose == nil) == (ofApp.contains(purpose) && !reason.isEmpty), "\(reason)")
            #expect(prompt.credential == PhoneView.PromptView.Credential(user: "ann", site: "example.com"))
        }
    }
}
