import CPAM
package import Dispatch
import Glibc
package import Secrets
import Threads

/// Verifies the passcode as the password of a user account, with PAM.
///
/// Each check runs on a dedicated thread, one at a time, because not all modules are thread-safe. After the timeout the verdict is
/// `unavailable`. The thread cannot be cancelled, and the next check waits for it within its own timeout.
package final class PAMVerifier: PasscodeVerifier {
    private let run: @Sendable (SecretBytes) -> PAMOutcome
    private let timeout: DispatchTimeInterval
    private let start: WorkerThread.Start
    private let turn = DispatchSemaphore(value: 1)

    package convenience init(service: PAMServiceName, account: PAMAccount, timeout: DispatchTimeInterval = .seconds(60)) {
        let transaction = PAMTransaction(service: service, account: account)
        self.init(timeout: timeout) { transaction.run($0) }
    }

    init(
        timeout: DispatchTimeInterval, start: @escaping WorkerThread.Start = WorkerThread.start,
        _ run: @escaping @Sendable (SecretBytes) -> PAMOutcome
    ) {
        self.start = start
        self.run = run
        self.timeout = timeout
    }

    package func verify(_ passcode: SecretBytes) -> PasscodeVerdict {
        let deadline = DispatchTime.now() + timeout
        guard turn.wait(timeout: deadline) == .success else { return .unavailable(.silent) }
        let inbox = Inbox<PAMOutcome>()
        let isStarted = start { [run, turn] in
            inbox.put(run(passcode))
            turn.signal()
        }
        guard isStarted else {
            turn.signal()
            return .unavailable(.noThread)
        }
        return inbox.take(until: deadline)?.verdict ?? .unavailable(.silent)
    }
}

/// The name of a PAM service: a file in `/etc/pam.d` that configures how a password is checked.
package struct PAMServiceName: Hashable, Sendable {
    /// The maximum length of a name.
    package static let maximumLength = 64
    /// A device's default service. If no file has this name, PAM uses the service `other`.
    package static let standard = PAMServiceName(unchecked: "latchkey")

    package let rawValue: String

    /// Creates a name of 1 to 64 characters: `a` to `z`, `0` to `9`, hyphen, underscore and, except in the first position, full
    /// stop. Returns nil for any other text. PAM uses the name as a path, in lower case.
    package init?(rawValue: String) {
        let allowed = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard allowed, rawValue.utf8.first != UInt8(ascii: "."), (1...Self.maximumLength).contains(rawValue.utf8.count) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private init(unchecked: String) {
        rawValue = unchecked
    }
}

/// A user account, by its name in PAM.
package struct PAMAccount: Hashable, Sendable {
    package let name: String

    /// Creates an account from its name. Returns nil if the name is empty or contains a zero byte.
    package init?(name: String) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        self.name = name
    }

    /// Returns the account of this process's user, or nil if it has no name. An unprivileged process can only check the password of
    /// its own account (`unix_chkpwd`).
    package static func ofThisProcess() -> PAMAccount? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress, getpwuid_r(geteuid(), &entry, base, buffer.count, &found) == 0, found != nil,
                let name = entry.pw_name
            else { return nil }
            return PAMAccount(name: String(cString: name))
        }
    }
}

/// A PAM transaction for one passcode: authentication, then the account. The only code that calls libpam.
///
/// Blocks as long as the modules take, possibly seconds after a wrong password. Opens no session and sets no credentials.
struct PAMTransaction: Sendable {
    let service: PAMServiceName
    let account: PAMAccount

    func run(_ passcode: SecretBytes) -> PAMOutcome {
        // A zero byte would end the passcode early, and an overlong one would be truncated. PAM would check another passcode than
        // the given one.
        guard !passcode.isEmpty, passcode.count <= PAMConversation.longestAnswer, !passcode.withBytes({ $0.contains(0) }) else {
            return PAMOutcome(authentication: PAM_AUTH_ERR)
        }
        let conversation = PAMConversation(passcode: passcode)
        return withExtendedLifetime(conversation) {
            var callback = conversation.callback
            var handle: OpaquePointer?
            let started = pam_start(service.rawValue, account.name, &callback, &handle)
            guard started == PAM_SUCCESS, let handle else { return PAMOutcome(authentication: started) }
            let flags = Int32(bitPattern: PAM_SILENT | PAM_DISALLOW_NULL_AUTHTOK)
            let authentication = pam_authenticate(handle, flags)
            let account = authentication == PAM_SUCCESS ? pam_acct_mgmt(handle, flags) : nil
            // Modules use the last status to decide what to clear.
            pam_end(handle, account ?? authentication)
            return PAMOutcome(
                authentication: authentication, account: account, hasAskedForPassword: conversation.answered > 0,
                hasAskedForMore: conversation.hasAskedForMore)
        }
    }
}

/// Responds to PAM's modules: with the passcode to each hidden prompt, with an empty response to messages, and with an error to
/// everything else. For one thread at a time, during one transaction.
final class PAMConversation {
    /// The maximum length of a response in bytes: modules copy it to a buffer of `PAM_MAX_RESP_SIZE`, including the terminating
    /// zero.
    static let longestAnswer = Int(PAM_MAX_RESP_SIZE) - 1
    /// The maximum number of hidden prompts in one transaction. Each module of a stack may prompt again, but not indefinitely.
    static let promptLimit = 16

    private let passcode: SecretBytes
    private(set) var answered = 0
    private(set) var hasAskedForMore = false

    init(passcode: SecretBytes) {
        self.passcode = passcode
    }

    /// The callback for libpam. It holds no reference, so the conversation must outlive the transaction.
    var callback: pam_conv {
        pam_conv(
            conv: { count, messages, responses, data in
                guard let data else { return PAM_CONV_ERR }
                let conversation = Unmanaged<PAMConversation>.fromOpaque(data).takeUnretainedValue()
                return conversation.answer(count: count, messages: messages, responses: responses)
            },
            appdata_ptr: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Answers the messages of a module. A module may pass no location for responses if it sends only messages.
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
        // Freed by the calling module, like the responses in it, which modules also clear.
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

/// The outcome of a transaction with PAM: the codes of its two steps, and the requests of the modules.
struct PAMOutcome: Hashable, Sendable {
    /// The code of `pam_authenticate`, or of a failure before it.
    let authentication: Int32
    /// The code of `pam_acct_mgmt`; nil if it was not called.
    var account: Int32?
    /// Whether a module prompted for the password and received it.
    var hasAskedForPassword = false
    /// Whether a module requested something other than a password.
    var hasAskedForMore = false

    var verdict: PasscodeVerdict {
        if hasAskedForMore { return .unavailable(.furtherQuestions) }
        guard authentication == PAM_SUCCESS else { return Self.verdict(authenticationCode: authentication) }
        // A stack that grants access without a password says nothing about this one.
        guard hasAskedForPassword else { return .unavailable(.noPasswordRequired) }
        guard let account else { return .unavailable(.failed(code: PAM_ABORT)) }
        return Self.verdict(accountCode: account)
    }

    private static func verdict(authenticationCode code: Int32) -> PasscodeVerdict {
        switch code {
        // A module that denies everything also returns this for a correct password. It counts as an attempt.
        case PAM_AUTH_ERR, PAM_PERM_DENIED: .rejected
        case PAM_MAXTRIES: .exhausted
        default: .unavailable(PasscodeObstacle(pamCode: code))
        }
    }

    private static func verdict(accountCode code: Int32) -> PasscodeVerdict {
        switch code {
        case PAM_SUCCESS: .accepted
        // The password is correct, but the account is denied.
        case PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_MAXTRIES: .unavailable(.accountRejected)
        default: .unavailable(PasscodeObstacle(pamCode: code))
        }
    }
}

extension PasscodeObstacle {
    fileprivate init(pamCode code: Int32) {
        self =
            switch code {
            case PAM_ACCT_EXPIRED: .accountExpired
            case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED: .passwordExpired
            case PAM_USER_UNKNOWN: .unknownAccount
            case PAM_CRED_INSUFFICIENT, PAM_AUTHINFO_UNAVAIL, PAM_CRED_UNAVAIL: .unreachable
            default: .failed(code: code)
            }
    }
}
