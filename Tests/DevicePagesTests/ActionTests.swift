import DevicePages
@testable import DeviceSimulator
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Actions as JSON")
struct ActionJSONTests {
    static let all: [(PhoneAction, String)] = [
        (.home, #"{"home":{}}"#),
        (.present(isOwner: false), #"{"present":{"isOwner":false}}"#),
        (.enterPasscode("2468"), #"{"enterPasscode":{"passcode":"2468"}}"#),
        (.answerPrompt(number: 7, .cancelPrompt), #"{"answerPrompt":{"answer":{"cancelPrompt":{}},"number":7}}"#),
        (
            .answerPrompt(number: nil, .present(isOwner: true)), #"{"answerPrompt":{"answer":{"present":{"isOwner":true}}}}"#
        ),
        (.settleChange(id: "shop.example.org/mira", 1), #"{"settleChange":{"id":"shop.example.org/mira","index":1}}"#),
        (.enterAppPassword("hush"), #"{"enterAppPassword":{"password":"hush"}}"#),
        (.open(app: "T.a"), #"{"open":{"app":"T.a"}}"#),
        (.press(button: "go"), #"{"press":{"button":"go"}}"#),
        (.focus(field: nil), #"{"focus":{}}"#),
        (.type(field: "a", text: "b/c"), #"{"type":{"field":"a","text":"b/c"}}"#),
        (.chooseSuggestion(1), #"{"chooseSuggestion":{"index":1}}"#),
        (.answerSaveQuestion(.notNow), #"{"answerSaveQuestion":{"answer":"notNow"}}"#),
        (.answerSheet(number: 3, .choose(1)), #"{"answerSheet":{"answer":{"choose":{"index":1}},"number":3}}"#),
        (
            .answerSheet(number: 3, .details(givenName: "A", familyName: "B", hidesEmail: true)),
            #"{"answerSheet":{"answer":{"details":{"familyName":"B","givenName":"A","hidesEmail":true}},"number":3}}"#
        ),
        (.answerSaveQuestion(.never), #"{"answerSaveQuestion":{"answer":"never"}}"#),
        (.browse(address: "juice.example"), #"{"browse":{"address":"juice.example"}}"#),
        (.leadPage(to: "shop://done?code=1"), #"{"leadPage":{"address":"shop://done?code=1"}}"#),
        (.askToSave(site: "example.com"), #"{"askToSave":{"site":"example.com"}}"#),
        (.openSettings(.account), #"{"openSettings":{"page":"account"}}"#),
        (.openRecommendation(id: "a/b"), #"{"openRecommendation":{"id":"a/b"}}"#),
        (.chooseRemedy(1), #"{"chooseRemedy":{"index":1}}"#),
        (.closeUpgradeQuestion, #"{"closeUpgradeQuestion":{}}"#), (.cancelExtension, #"{"cancelExtension":{}}"#),
        (.openSettings(.recommendations), #"{"openSettings":{"page":"recommendations"}}"#),
        (
            .signInToAppleAccount("anna", password: "p"), #"{"signInToAppleAccount":{"account":"anna","password":"p"}}"#
        ),
        (.enterAccountCode("123456"), #"{"enterAccountCode":{"code":"123456"}}"#),
        (.unlockAppleAccount(password: "p"), #"{"unlockAppleAccount":{"password":"p"}}"#),
        (.cancelAccountSignIn, #"{"cancelAccountSignIn":{}}"#), (.turnOnTwoFactor, #"{"turnOnTwoFactor":{}}"#),
        (.addAddress("a@b.example"), #"{"addAddress":{"address":"a@b.example"}}"#),
        (.removeAddress("a@b.example"), #"{"removeAddress":{"address":"a@b.example"}}"#),
        (.dismissAccountCode, #"{"dismissAccountCode":{}}"#),
        (
            .answerSheet(number: 3, .details(givenName: "A", familyName: "B", hidesEmail: false, address: "c@d.example")),
            #"{"answerSheet":{"answer":{"details":{"address":"c@d.example","familyName":"B","givenName":"A","hidesEmail":false}},"number":3}}"#
        ),
        (
            .answerSheet(number: 3, .account(givenName: "A", familyName: "B", contact: "c@d.example")),
            #"{"answerSheet":{"answer":{"account":{"contact":"c@d.example","familyName":"B","givenName":"A"}},"number":3}}"#
        ),
        (
            .answerSheet(number: 3, .account(givenName: "A", familyName: "B")),
            #"{"answerSheet":{"answer":{"account":{"familyName":"B","givenName":"A"}},"number":3}}"#
        ),
        (
            .answerSheet(number: 3, .account(givenName: "A", familyName: "B", passwordManager: 1)),
            #"{"answerSheet":{"answer":{"account":{"familyName":"B","givenName":"A","passwordManager":1}},"number":3}}"#
        ),
        (.setLanguage(.traditionalChinese), #"{"setLanguage":{"language":"zh-Hant"}}"#),
        (.setAutoFill(true), #"{"setAutoFill":{"isOn":true}}"#),
        (.setProvider(app: "T.vault", isOn: true), #"{"setProvider":{"app":"T.vault","isOn":true}}"#),
        (.openPasskey(id: "0a"), #"{"openPasskey":{"id":"0a"}}"#),
        (.renamePasskey(id: "0a", to: "mira"), #"{"renamePasskey":{"id":"0a","user":"mira"}}"#),
        (.allowFaceID, #"{"allowFaceID":{}}"#), (.removeSecurityKey, #"{"removeSecurityKey":{}}"#),
        (.insertSecurityKey(pin: "1234"), #"{"insertSecurityKey":{"pin":"1234"}}"#),
        (.insertSecurityKey(pin: nil), #"{"insertSecurityKey":{}}"#),
        (.setSecurityKeyPIN(to: "1234", current: nil), #"{"setSecurityKeyPIN":{"pin":"1234"}}"#),
        (.setSecurityKeyPIN(to: "1234", current: "0000"), #"{"setSecurityKeyPIN":{"current":"0000","pin":"1234"}}"#),
        (.resetSecurityKey, #"{"resetSecurityKey":{}}"#),
        (.importCredentials(file: "{}"), #"{"importCredentials":{"file":"{}"}}"#),
        (.setFaceID(app: "T.a", isAllowed: false), #"{"setFaceID":{"app":"T.a","isAllowed":false}}"#),
    ]

    @Test("an action is encoded as documented, and decoded again", arguments: all)
    func roundTrip(_ action: PhoneAction, _ json: String) {
        #expect(action.json == json)
        #expect(PhoneAction(json: json) == action)
    }

    @Test(
        "a malformed action is rejected",
        arguments: [
            "", "home", "{}", #"{"home":1}"#, #"{"jump":{}}"#, #"{"press":{}}"#, #"{"home":{},"lock":{}}"#,
            #"{"setLanguage":{"language":"xx"}}"#,
        ])
    func noAction(_ text: String) {
        #expect(PhoneAction(json: text) == nil)
    }
}

@Suite("Forms of a phone")
struct PhoneFormTests {
    @Test("a button performs its action")
    func button() async throws {
        try await DevicePagesScene.run { scene async throws in
            let response = try await scene.post("/device/phones/1", form: #"action=%7B%22home%22%3A%7B%7D%7D"#)
            #expect(response.status == .noContent)
            #expect(await scene.phone.actions == [.home])
        }
    }

    @Test("without script, typed texts are sent first, in the order of the screen, and only if they changed")
    func typing() async throws {
        try await DevicePagesScene.run(.sample(.app(.quotes, .signIn))) { scene async throws in
            let form = "field.password=hunter&field.username=mira+rao&action=%7B%22press%22%3A%7B%22button%22%3A%22log-in%22%7D%7D"
            let response = try await scene.post("/device/phones/1", form: form, script: false)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/device#phone-1")
            #expect(
                await scene.phone.actions == [
                    .focus(field: "username"), .type(field: "username", text: "mira rao"), .press(button: "log-in"),
                ])
        }
    }

    @Test("without script, texts typed into an extension's view are sent to it first")
    func extensionTyping() async throws {
        try await DevicePagesScene.run(.sample(.extensionSheet(.juice(.confirm)))) { scene async throws in
            let form = "field.code=123456&action=%7B%22press%22%3A%7B%22button%22%3A%22go%22%7D%7D"
            let response = try await scene.post("/device/phones/1", form: form, script: false)
            #expect(response.status == .seeOther)
            #expect(
                await scene.phone.actions == [
                    .focus(field: "code"), .type(field: "code", text: "123456"), .press(button: "go"),
                ])
        }
    }

    @Test("a sheet is answered with the user's input", arguments: [("hide", true), ("share", false)])
    func sheet(_ choice: String, _ hides: Bool) async throws {
        try await DevicePagesScene.run(.sample(.app(.juice, .juiceLogin), overlays: [.sheet(.details)])) { scene async throws in
            let form = "composition=sheet&sheet=3&given-name=Mi&family-name=Ra&email-choice=\(choice)"
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(
                await scene.phone.actions == [
                    .answerSheet(number: 3, .details(givenName: "Mi", familyName: "Ra", hidesEmail: hides))
                ])
        }
    }

    @Test(
        "the answer for a new account contains the chosen contact, or another one that the user typed",
        arguments: [("", "m@b.example"), ("%20n%40c.example%20", "n@c.example")])
    func sheetContact(_ typed: String, _ contact: String) async throws {
        try await DevicePagesScene.run(.sample(.app(.juice, .juiceLogin), overlays: [.sheet(.newAccount)])) { scene async throws in
            let form =
                "composition=sheet&sheet=7&given-name=Mi&family-name=Ra&contact=m%40b.example&other-contact=\(typed)"
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(
                await scene.phone.actions == [
                    .answerSheet(number: 7, .account(givenName: "Mi", familyName: "Ra", contact: contact))
                ])
        }
    }

    @Test(
        "the answer for a new account contains the app that saves the passkey",
        arguments: [("", nil), ("0", 0), ("1", 1)] as [(String, Int?)])
    func passkeyPlace(_ place: String, _ index: Int?) async throws {
        try await DevicePagesScene.run(.sample(.app(.juice, .juiceLogin), overlays: [.sheet(.newAccount)])) { scene async throws in
            let form = "composition=sheet&sheet=7&given-name=Mi&family-name=Ra&contact=m%40b.example&passkey-place=\(place)"
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(
                await scene.phone.actions == [
                    .answerSheet(
                        number: 7,
                        .account(givenName: "Mi", familyName: "Ra", contact: "m@b.example", passwordManager: index))
                ])
        }
    }

    @Test("the answer contains the chosen address of the account")
    func sheetAddress() async throws {
        try await DevicePagesScene.run(.sample(.app(.juice, .juiceLogin), overlays: [.sheet(.details)])) { scene async throws in
            let form = "composition=sheet&sheet=3&given-name=Mi&family-name=Ra&email-choice=share&account-address=m%40b.example"
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(
                await scene.phone.actions == [
                    .answerSheet(
                        number: 3, .details(givenName: "Mi", familyName: "Ra", hidesEmail: false, address: "m@b.example"))
                ])
        }
    }

    @Test(
        "the input on the account's page becomes the action of the button",
        arguments: [
            ("composition=account&account=anna&password=p", PhoneAction.signInToAppleAccount("anna", password: "p")),
            ("composition=account-code&account-code=123456", .enterAccountCode("123456")),
            ("composition=account-unlock&password=p", .unlockAppleAccount(password: "p")),
            ("composition=account-address&account-address=a%40b.example", .addAddress("a@b.example")),
        ])
    func accountForms(_ form: String, _ action: PhoneAction) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(await scene.phone.actions == [action])
        }
    }

    @Test("the typed user name belongs to the passkey of the open page")
    func passkeyForm() async throws {
        let form = "composition=passkey-user&passkey-user=m%40b.example"
        try await DevicePagesScene.run(.sample(.settings(.editedPasskey))) { scene async throws in
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(await scene.phone.actions == [.renamePasskey(id: "0a1b", to: "m@b.example")])
        }
        try await DevicePagesScene.run(.sample(.settings(.sample(.passwords)))) { scene async throws in
            let response = try await scene.post("/device/phones/1", form: form)
            #expect(response.status == .conflict && response.text.contains(#""code":"nothing-there""#))
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test(
        "a new PIN of the security key is sent with the current one, if the key has one",
        arguments: [
            ("composition=security-key-pin&new-pin=1234", PhoneAction.setSecurityKeyPIN(to: "1234", current: nil)),
            ("composition=security-key-pin&pin=0000&new-pin=1234", .setSecurityKeyPIN(to: "1234", current: "0000")),
        ])
    func securityKeyPIN(_ form: String, _ action: PhoneAction) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(await scene.phone.actions == [action])
        }
    }

    @Test(
        "an answer names the prompt that the page showed, and none on the lock screen",
        arguments: [
            ("action=%7B%22cancelPrompt%22%3A%7B%7D%7D", PhoneAction.cancelPrompt),
            ("action=%7B%22present%22%3A%7B%22isOwner%22%3Atrue%7D%7D", .present(isOwner: true)),
            ("composition=passcode&passcode=2468", .enterPasscode("2468")),
            ("composition=app-password&app-password=hush", .enterAppPassword("hush")),
        ])
    func prompt(_ form: String, _ answer: PhoneAction) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/phones/1", form: form + "&prompt=7").status == .noContent)
            #expect(try await scene.post("/device/phones/1", form: form).status == .noContent)
            #expect(
                await scene.phone.actions == [.answerPrompt(number: 7, answer), .answerPrompt(number: nil, answer)])
        }
    }

    @Test("an answer to a closed sheet is rejected")
    func staleSheet() async throws {
        try await DevicePagesScene.run(.sample(.app(.juice, .juiceLogin), overlays: [.sheet(.details)])) { scene async throws in
            let response = try await scene.post("/device/phones/1", form: "composition=sheet&sheet=2")
            #expect(response.status == .conflict)
            #expect(response.text.contains(#""code":"nothing-there""#))
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test("the error of a rejected action is a problem document for the script, and is on the page without script")
    func rejection() async throws {
        try await DevicePagesScene.run { scene async throws in
            await scene.phone.reject(PhoneError(.nothingThere, "there is nothing to press"))
            let toScript = try await scene.post("/device/phones/1", form: "composition=passcode&passcode=1")
            #expect(toScript.status == .conflict)
            #expect(toScript.text == #"{"code":"nothing-there","detail":"there is nothing to press","status":409}"#)
            let toPerson = try await scene.post("/device/phones/1", form: "composition=passcode&passcode=1", script: false)
            #expect(toPerson.text.contains("there is nothing to press"))
            #expect(toPerson.text.contains("<title>Error: "))
        }
    }

    @Test(
        "a form that does not come from a page is rejected",
        arguments: ["", "composition=else", "action=", "action=%7B%7D", "composition=passcode&composition=fields", "%"])
    func foreignForms(_ form: String) async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.post("/device/phones/1", form: form).status == .badRequest)
            #expect(await scene.phone.actions.isEmpty)
        }
    }

    @Test("messages, time and network changes reach the phone")
    func surroundings() async throws {
        try await DevicePagesScene.run { scene async throws in
            _ = try await scene.post("/device/phones/1/messages", form: "sender=%2B1&text=a%0D%0Ab")
            _ = try await scene.post("/device/phones/1/time", form: "seconds=180")
            _ = try await scene.post("/device/phones/1/network", form: "online=no")
            #expect(await scene.phone.messages == ["+1: a\nb"])
            #expect(await scene.phone.passed == [.seconds(180)])
            #expect(await scene.phone.view.isOnline == false)
            #expect(try await scene.post("/device/phones/1/messages", form: "sender=&text=x").status == .badRequest)
            #expect(try await scene.post("/device/phones/1/time", form: "seconds=-1").status == .badRequest)
        }
    }
}
