import CPAM
import Glibc
import Secrets
import Testing

@testable import DeviceBroker

@Suite("PAM conversation") struct PAMConversationTests {
    let conversation = PAMConversation(passcode: SecretBytes(utf8: "s3cret"))

    /// Returns what a module receives: the code, and the responses if there are any.
    private func ask(_ styles: [Int32], count: Int32? = nil, hasPlace: Bool = true) -> (code: Int32, answers: [String?]?) {
        let callback = conversation.callback
        let messages = styles.map { style in
            let message = UnsafeMutablePointer<pam_message>.allocate(capacity: 1)
            message.initialize(to: pam_message(msg_style: style, msg: nil))
            return message
        }
        defer { messages.forEach { $0.deallocate() } }
        var list = messages.map { Optional(UnsafePointer($0)) }
        var responses: UnsafeMutablePointer<pam_response>? = UnsafeMutablePointer(bitPattern: 8)
        let code = list.withUnsafeMutableBufferPointer { list in
            withUnsafeMutablePointer(to: &responses) { place in
                callback.conv(count ?? Int32(styles.count), list.baseAddress, hasPlace ? place : nil, callback.appdata_ptr)
            }
        }
        guard hasPlace, let responses else { return (code, nil) }
        defer { free(responses) }
        let answers = styles.indices.map { index -> String? in
            defer { free(responses[index].resp) }
            return responses[index].resp.map { String(cString: $0) }
        }
        return (code, answers)
    }

    @Test("hidden prompts receive the passcode, messages an empty response")
    func answers() {
        let (code, answers) = ask([PAM_TEXT_INFO, PAM_PROMPT_ECHO_OFF, PAM_ERROR_MSG, PAM_PROMPT_ECHO_OFF])
        #expect(code == PAM_SUCCESS)
        #expect(answers == [nil, "s3cret", nil, "s3cret"])
        #expect(conversation.answered == 2 && !conversation.hasAskedForMore)
    }

    @Test("modules may pass no location for responses to messages", arguments: [PAM_TEXT_INFO, PAM_ERROR_MSG])
    func noPlace(style: Int32) {
        #expect(ask([style], hasPlace: false).code == PAM_SUCCESS)
        #expect(ask([style, PAM_PROMPT_ECHO_OFF], hasPlace: false).code == PAM_CONV_ERR)
        #expect(conversation.answered == 0)
    }

    @Test(
        "only a hidden prompt receives the passcode",
        arguments: [PAM_PROMPT_ECHO_ON, PAM_RADIO_TYPE, PAM_BINARY_PROMPT, 0, 99, -1])
    func otherPrompts(style: Int32) {
        for styles in [[style], [PAM_PROMPT_ECHO_OFF, style], [style, PAM_PROMPT_ECHO_OFF]] {
            let (code, answers) = ask(styles)
            #expect(code == PAM_CONV_ERR && answers == nil)
        }
        #expect(conversation.answered == 0 && conversation.hasAskedForMore)
    }

    @Test("an invalid message count is rejected", arguments: [0, -1, 33, Int32.max])
    func counts(count: Int32) {
        #expect(ask([PAM_PROMPT_ECHO_OFF], count: count).code == PAM_CONV_ERR)
        #expect(conversation.answered == 0)
    }

    @Test("a stack that prompts without end receives an error")
    func endless() {
        for _ in 1...PAMConversation.promptLimit { #expect(ask([PAM_PROMPT_ECHO_OFF]).code == PAM_SUCCESS) }
        #expect(ask([PAM_PROMPT_ECHO_OFF]).code == PAM_CONV_ERR)
        #expect(conversation.hasAskedForMore)
    }
}
