import CPAM
package import Dispatch
import Glibc
package import Secrets
import Threads

/// The passcode is the password of a user account, as PAM checks it.
///
/// Each check runs on a thread of its own, one at a time, since modules are not all made for threads; who waits for longer than the patience is told
/// so, and the thread is left to itself.
package final class PAMVerifier: PasscodeVerifier {
    private let run: @Sendable (SecretBytes) -> PAMOutcome
    private let patience: DispatchTimeInterval
    private let start: WorkerThread.Start
    private let turn = DispatchSemaphore(value: 1)

    package convenience init(service: PAMServiceName, account: PAMAccount, patience: DispatchTimeInterval = .seconds(60)) {
        let transaction = PAMTransaction(service: service, account: account)
        self.init(patience: patience) { transaction.run($0) }
    }

    init(
        patience: DispatchTimeInterval, start: @escaping WorkerThread.Start = WorkerThread.start,
        _ run: @escaping @Sendable (SecretBytes) -> PAMOutcome
    ) {
        self.start = start
        self.run = run
        self.patience = patience
    }

    package func verify(_ passcode: SecretBytes) -> PasscodeVerdict {
        let deadline = DispatchTime.now() + patience
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

/// The name of a PAM service: that of a file in `/etc/pam.d`, which says who checks a password and how.
package struct PAMServiceName: Hashable, Sendable {
    /// The longest name.
    package static let maximumLength = 64
    /// What a device asks by default. Where there is no file of that name, PAM takes the service `other`.
    package static let standard = PAMServiceName(unchecked: "latchkey")

    package let rawValue: String

    /// Takes 1 to 64 of `a` to `z`, `0` to `9`, hyphen, underscore and, not at the beginning, the full stop. PAM makes a path of the name, and
    /// makes capitals small.
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

/// A user account, by the name that PAM knows it by.
package struct PAMAccount: Hashable, Sendable {
    package let name: String

    /// Refuses an empty name, and one with a zero byte.
    package init?(name: String) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        self.name = name
    }

    /// The account that this process runs as; nothing where it has no name. Only of its own account can an unprivileged process have the password
    /// checked (`unix_chkpwd`).
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

/// One passcode, brought before PAM: authentication, then the account. The only code that calls libpam.
///
/// It blocks for as long as the modules take, which may be seconds after a wrong password. No session is opened and no credentials are set.
struct PAMTransaction: Sendable {
    let service: PAMServiceName
    let account: PAMAccount

    func run(_ passcode: SecretBytes) -> PAMOutcome {
        // A zero byte would end it early, and what is too long would be cut off: another passcode than the one that was given.
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
            // With its last status, by which modules know what to clear.
            pam_end(handle, account ?? authentication)
            return PAMOutcome(
                authentication: authentication, account: account, hasAskedForPassword: conversation.answered > 0,
                hasAskedForMore: conversation.hasAskedForMore)
        }
    }
}

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

/// How a transaction with PAM ended: the codes of its two steps, and what was asked meanwhile.
struct PAMOutcome: Hashable, Sendable {
    /// Of `pam_authenticate`, or of what went wrong before it.
    let authentication: Int32
    /// Of `pam_acct_mgmt`; nothing where it was not come to.
    var account: Int32?
    /// Whether a module asked for the password and had it.
    var hasAskedForPassword = false
    /// Whether a module asked for something that a passcode does not answer.
    var hasAskedForMore = false

    var verdict: PasscodeVerdict {
        if hasAskedForMore { return .unavailable(.furtherQuestions) }
        guard authentication == PAM_SUCCESS else { return Self.verdict(authenticationCode: authentication) }
        // A stack that lets people in for another reason than a password says nothing about this one.
        guard hasAskedForPassword else { return .unavailable(.noPasswordAsked) }
        guard let account else { return .unavailable(.failed(code: PAM_ABORT)) }
        return Self.verdict(accountCode: account)
    }

    private static func verdict(authenticationCode code: Int32) -> PasscodeVerdict {
        switch code {
        // What a module that only denies says of a right password as well; it counts as a guess.
        case PAM_AUTH_ERR, PAM_PERM_DENIED: .rejected
        case PAM_MAXTRIES: .exhausted
        default: .unavailable(PasscodeObstacle(pamCode: code))
        }
    }

    private static func verdict(accountCode code: Int32) -> PasscodeVerdict {
        switch code {
        case PAM_SUCCESS: .accepted
        // The password was right; it is the account that is refused.
        case PAM_AUTH_ERR, PAM_PERM_DENIED, PAM_MAXTRIES: .unavailable(.accountRefused)
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
