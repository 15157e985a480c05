import DeviceBroker
import DeviceProtocol
import PasswordManager
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

    struct Answer: Sendable, CustomTestStringConvertible {
        let way: PhoneView.PromptView.Method
        let action: PhoneAction
        let reply: PhoneEffect.PromptReply
        var testDescription: String { "\(action)" }
    }

    static let answers = [
        Answer(way: .biometry, action: .present(isOwner: true), reply: .seen(isOwner: true)),
        Answer(way: .biometry, action: .choosePasscodeInstead, reply: .fallback),
        Answer(way: .biometry, action: .cancelPrompt, reply: .cancel),
        Answer(way: .passcode, action: .enterPasscode("2468"), reply: .passcode(PrivateText("2468"))),
        Answer(way: .applicationPassword, action: .enterAppPassword("x"), reply: .applicationPassword(PrivateText("x"))),
        Answer(way: .faceConsent, action: .allowFaceID, reply: .faceConsent(isGranted: true)),
        Answer(way: .watch, action: .confirmOnWatch, reply: .confirmedOnWatch),
    ]

    @Test(
        "an answer that names a prompt is rejected by another prompt, and one for the lock screen by every prompt",
        arguments: answers)
    func binding(_ answer: Answer) throws {
        var bench = try StateBench()
        bench.observe(
            .promptShown(
                PendingPrompt(
                    number: 7, app: StateBench.app, reason: "open", way: answer.way, fallbackTitle: "Code", takesWatch: true)))
        for number in [6, 8, nil] as [UInt64?] {
            #expect(throws: PhoneError.self) { try bench.perform(.answerPrompt(number: number, answer.action)) }
        }
        #expect(try bench.perform(.answerPrompt(number: 7, answer.action)) == [.answerPrompt(7, answer.reply)])
    }

    @Test("an answer to a prompt neither unlocks the phone nor performs another action")
    func lockScreen() throws {
        var bench = try StateBench()
        #expect(throws: PhoneError.self) { try bench.perform(.answerPrompt(number: nil, .lock)) }
        bench.observe(.device(DeviceFacts(isLocked: true)))
        #expect(throws: PhoneError.self) { try bench.perform(.answerPrompt(number: 7, .enterPasscode("1"))) }
        #expect(throws: PhoneError.self) { try bench.perform(.answerPrompt(number: nil, .dismissBanner)) }
        #expect(
            try bench.perform(.answerPrompt(number: nil, .enterPasscode("1"))) == [.work(.unlock(passcode: PrivateText("1")))])
        #expect(try bench.perform(.answerPrompt(number: nil, .present(isOwner: true))) == [.work(.show(isOwner: true))])
    }
}
