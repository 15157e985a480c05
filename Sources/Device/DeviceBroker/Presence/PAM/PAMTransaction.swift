import CPAM
import Secrets

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
