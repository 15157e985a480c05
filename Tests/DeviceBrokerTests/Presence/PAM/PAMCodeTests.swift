import CPAM
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("PAM codes") struct PAMCodeTests {
    static let authenticationTable: [(Int32, PasscodeVerdict)] = [
        (PAM_AUTH_ERR, .rejected), (PAM_PERM_DENIED, .rejected), (PAM_MAXTRIES, .exhausted),
        (PAM_USER_UNKNOWN, .unavailable(.unknownAccount)), (PAM_AUTHINFO_UNAVAIL, .unavailable(.unreachable)),
        (PAM_CRED_INSUFFICIENT, .unavailable(.unreachable)), (PAM_CRED_UNAVAIL, .unavailable(.unreachable)),
        (PAM_ACCT_EXPIRED, .unavailable(.accountExpired)), (PAM_NEW_AUTHTOK_REQD, .unavailable(.passwordExpired)),
        (PAM_AUTHTOK_EXPIRED, .unavailable(.passwordExpired)), (PAM_CRED_EXPIRED, .unavailable(.passwordExpired)),
        (PAM_ABORT, .unavailable(.failed(code: PAM_ABORT))), (PAM_SYSTEM_ERR, .unavailable(.failed(code: PAM_SYSTEM_ERR))),
        (PAM_CONV_ERR, .unavailable(.failed(code: PAM_CONV_ERR))), (PAM_INCOMPLETE, .unavailable(.failed(code: PAM_INCOMPLETE))),
        (PAM_MODULE_UNKNOWN, .unavailable(.failed(code: PAM_MODULE_UNKNOWN))), (77, .unavailable(.failed(code: 77))),
    ]

    @Test("authentication codes distinguish a wrong password from one that was not checked", arguments: authenticationTable)
    func authentication(code: Int32, verdict: PasscodeVerdict) {
        #expect(PAMOutcome(authentication: code, hasAskedForPassword: true).verdict == verdict)
    }

    static let accountTable: [(Int32, PasscodeVerdict)] = [
        (PAM_SUCCESS, .accepted), (PAM_ACCT_EXPIRED, .unavailable(.accountExpired)),
        (PAM_NEW_AUTHTOK_REQD, .unavailable(.passwordExpired)), (PAM_AUTHTOK_EXPIRED, .unavailable(.passwordExpired)),
        (PAM_PERM_DENIED, .unavailable(.accountRejected)), (PAM_AUTH_ERR, .unavailable(.accountRejected)),
        (PAM_MAXTRIES, .unavailable(.accountRejected)), (PAM_USER_UNKNOWN, .unavailable(.unknownAccount)),
        (PAM_IGNORE, .unavailable(.failed(code: PAM_IGNORE))),
    ]

    @Test("an account code rejects the account without counting as a wrong password", arguments: accountTable)
    func account(code: Int32, verdict: PasscodeVerdict) {
        #expect(PAMOutcome(authentication: PAM_SUCCESS, account: code, hasAskedForPassword: true).verdict == verdict)
    }

    @Test("PAM_SUCCESS is the only code of success")
    func onlySuccess() {
        for code in Int32(1)...64 {
            #expect(PAMOutcome(authentication: code, account: PAM_SUCCESS, hasAskedForPassword: true).verdict != .accepted)
            #expect(PAMOutcome(authentication: PAM_SUCCESS, account: code, hasAskedForPassword: true).verdict != .accepted)
        }
    }

    @Test("a stack that asks for no password, or for more than one, accepts nothing")
    func conversation() {
        #expect(PAMOutcome(authentication: PAM_SUCCESS, account: PAM_SUCCESS).verdict == .unavailable(.noPasswordRequired))
        let more = PAMOutcome(authentication: PAM_SUCCESS, account: PAM_SUCCESS, hasAskedForPassword: true, hasAskedForMore: true)
        #expect(more.verdict == .unavailable(.furtherQuestions))
        #expect(PAMOutcome(authentication: PAM_SUCCESS, hasAskedForPassword: true).verdict != .accepted)
    }

    @Test("descriptions fit into the audit trail")
    func words() {
        let obstacles: [PasscodeObstacle] = [
            .accountExpired, .passwordExpired, .unknownAccount, .accountRejected, .noPasswordRequired, .furtherQuestions,
            .unreachable,
            .silent, .failed(code: .min),
        ]
        for text in obstacles.map({ "not checked: \($0)" }) + SensorObstacle.allCases.map({ "sensor lost: \($0.rawValue)" }) {
            #expect(text.utf8.count <= 100)
        }
    }
}

@Suite("PAM service names") struct PAMServiceNameTests {
    @Test("a plain file name is accepted", arguments: ["latchkey", "login", "a", "pam-1_2.d", String(repeating: "a", count: 64)])
    func accepted(name: String) {
        #expect(PAMServiceName(rawValue: name)?.rawValue == name)
    }

    @Test(
        "a name of another folder, or with a second spelling, is rejected",
        arguments: ["", "..", ".a", "../x", "a/b", "/etc/passwd", "Login", "a b", "a\u{0}", "ä", String(repeating: "a", count: 65)])
    func rejected(name: String) {
        #expect(PAMServiceName(rawValue: name) == nil)
    }
}
