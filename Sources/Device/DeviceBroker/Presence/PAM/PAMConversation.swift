import CPAM
import Glibc
import Secrets

/// What PAM's modules are told when they ask: the passcode for each hidden prompt, nothing for what they only say, and no answer at all to anything
/// else. Used by one thread at a time, for the length of one transaction.
final class PAMConversation {
    /// The longest answer, in bytes: modules read it into a place of `PAM_MAX_RESP_SIZE`, its closing zero among them.
    static let longestAnswer = Int(PAM_MAX_RESP_SIZE) - 1
    /// The most hidden prompts of one transaction: a stack asks again in each of its modules, but not for ever.
    static let promptLimit = 16

    private let passcode: SecretBytes
    private(set) var answered = 0
    private(set) var hasAskedForMore = false

    init(passcode: SecretBytes) {
        self.passcode = passcode
    }

    /// What libpam is given. It holds no reference: the conversation must outlive the transaction.
    var callback: pam_conv {
        pam_conv(
            conv: { count, messages, responses, data in
                guard let data else { return PAM_CONV_ERR }
                let conversation = Unmanaged<PAMConversation>.fromOpaque(data).takeUnretainedValue()
                return conversation.answer(count: count, messages: messages, responses: responses)
            },
            appdata_ptr: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Modules that only say something may bring no place for responses.
    private func answer(
        count: Int32, messages: UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
        responses: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?
    ) -> Int32 {
        responses?.pointee = nil
        guard (1...PAM_MAX_NUM_MSG).contains(count), let messages else { return PAM_CONV_ERR }
        var styles: [Int32] = []
        for index in 0..<Int(count) {
            guard let message = messages[index] else { return PAM_CONV_ERR }
            styles.append(message.pointee.msg_style)
        }
        let prompts = styles.count { $0 == PAM_PROMPT_ECHO_OFF }
        guard styles.allSatisfy({ [PAM_PROMPT_ECHO_OFF, PAM_ERROR_MSG, PAM_TEXT_INFO].contains($0) }),
            answered + prompts <= Self.promptLimit
        else {
            hasAskedForMore = true
            return PAM_CONV_ERR
        }
        guard let responses else { return prompts == 0 ? PAM_SUCCESS : PAM_CONV_ERR }
        // Freed by the module that asked, as are the answers in it; modules clear those.
        guard let answers = calloc(Int(count), MemoryLayout<pam_response>.stride) else { return PAM_BUF_ERR }
        let list = answers.bindMemory(to: pam_response.self, capacity: Int(count))
        for (index, style) in styles.enumerated() where style == PAM_PROMPT_ECHO_OFF {
            guard let copy = terminatedCopy() else {
                for index in 0..<index { clear(list[index].resp) }
                free(answers)
                return PAM_BUF_ERR
            }
            list[index].resp = copy
        }
        answered += prompts
        responses.pointee = list
        return PAM_SUCCESS
    }

    private func terminatedCopy() -> UnsafeMutablePointer<CChar>? {
        guard let memory = calloc(passcode.count + 1, 1) else { return nil }
        passcode.withBytes { bytes in
            if let base = bytes.baseAddress { memcpy(memory, base, bytes.count) }
        }
        return memory.assumingMemoryBound(to: CChar.self)
    }

    private func clear(_ answer: UnsafeMutablePointer<CChar>?) {
        guard let answer else { return }
        explicit_bzero(answer, passcode.count)
        free(answer)
    }
}
