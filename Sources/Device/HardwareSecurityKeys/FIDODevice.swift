import CFIDO2
import Crypto
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Glibc
import Logging
import Secrets
// Only the flags and the reader of CBOR: the device must not share the server's verification.
import struct WebAuthn.AuthenticatorFlags
import enum WebAuthn.CBOR
import struct WebAuthn.CBORReader

/// An open security key. This is the only wrapper of libfido2.
///
/// One thread uses the key; only ``cancel()`` may be called by another one meanwhile. libfido2 parses the responses; this type compares
/// them with the request.
final class FIDODevice: Sendable {
    /// The maximum number of connected keys that are found.
    private static let maximumKeys = 64
    /// The time for one command, in milliseconds. Keys stop waiting for a touch after about 30 seconds.
    private static let timeout: Int32 = 60_000
    /// The lengths of a PIN in bytes of UTF-8. It has at least 4 code points (Client to Authenticator Protocol 2.1, section 6.5.1).
    private static let pinLengths = 4...63
    /// The maximum lengths of a credential ID and of a user handle (Web Authentication Level 3, sections 4 and 5.4.3).
    private static let maximumIDLength = 1_023
    private static let maximumUserHandleLength = 64

    /// The address of the `fido_dev_t`, which this object owns.
    private let address: Int
    private var handle: OpaquePointer? { OpaquePointer(bitPattern: address) }
    private let cancellation: PromptCancellationToken
    private let logger: Logger

    /// Returns the paths of the connected keys that this process may read. Throws `unusable` if libfido2 cannot list them.
    static func connectedPaths() throws(SecurityKeyRejection) -> [String] {
        fido_init(FIDO_DISABLE_U2F_FALLBACK)
        var list: OpaquePointer? = fido_dev_info_new(maximumKeys)
        defer { fido_dev_info_free(&list, maximumKeys) }
        var count = 0
        guard list != nil, fido_dev_info_manifest(list, maximumKeys, &count) == FIDO_OK else { throw .unusable }
        return (0..<count).compactMap { fido_dev_info_path(fido_dev_info_ptr(list, $0)).map { String(cString: $0) } }
    }

    /// Opens a key. Throws `unusable` if it cannot be opened, or does not support CTAP2.
    ///
    /// - Parameters:
    ///   - cancellation: after it, no further command is sent to the key.
    ///   - logger: receives the status of each failed command, and nothing else of it.
    init(
        path: String, until cancellation: PromptCancellationToken, logger: Logger, prepare: (OpaquePointer) -> Void
    ) throws(SecurityKeyRejection) {
        // libfido2 must be initialized in each thread.
        fido_init(FIDO_DISABLE_U2F_FALLBACK)
        guard let device = fido_dev_new() else { throw .unusable }
        address = Int(bitPattern: device)
        self.cancellation = cancellation
        self.logger = logger
        prepare(device)
        fido_dev_set_timeout(device, Self.timeout)
        // An error after the last assignment of a property runs the deinitializer.
        let status = fido_dev_open(device, path)
        log(status)
        guard status == FIDO_OK, fido_dev_is_fido2(device) else { throw .unusable }
    }

    deinit {
        var device = handle
        fido_dev_close(device)
        fido_dev_free(&device)
    }

    /// Ends the wait for a touch. The key confirms it to the thread that waits.
    func cancel() {
        fido_dev_cancel(handle)
    }

    func create(_ order: SecurityKeyCreation, pin: SecretBytes?) throws(SecurityKeyRejection) -> SecurityKeyCredential {
        let pin = try usablePIN(pin)
        var credential: OpaquePointer? = fido_cred_new()
        defer { fido_cred_free(&credential) }
        guard credential != nil else { throw .unusable }
        try check(fido_cred_set_type(credential, COSE_ES256))
        try check(fido_cred_set_clientdata_hash(credential, order.clientDataHash, order.clientDataHash.count))
        try check(fido_cred_set_rp(credential, order.relyingParty, order.relyingParty))
        try check(fido_cred_set_user(credential, order.userHandle, order.userHandle.count, order.userName, nil, nil))
        try check(fido_cred_set_uv(credential, verification(order.userVerification, pin)))
        let excluded = try acceptedList(
            of: order.excludedCredentials, order.relyingParty, texts: 2 * order.relyingParty.utf8.count + order.userName.utf8.count,
            pin)
        for id in excluded { try check(fido_cred_exclude(credential, id, id.count)) }
        let isDiscoverable = order.residentKey != .discouraged
        try check(fido_cred_set_rk(credential, isDiscoverable ? FIDO_OPT_TRUE : FIDO_OPT_OMIT))
        var status = try send(pin) { fido_dev_make_cred(handle, credential, $0) }
        // A key without discoverable credentials rejects the option before it waits for a touch.
        if status == FIDO_ERR_UNSUPPORTED_OPTION, order.residentKey == .preferred {
            try check(fido_cred_set_rk(credential, FIDO_OPT_OMIT))
            status = try send(pin) { fido_dev_make_cred(handle, credential, $0) }
        }
        try check(status)
        let data = Self.bytes(fido_cred_authdata_raw_ptr(credential), fido_cred_authdata_raw_len(credential))
        let id = Self.bytes(fido_cred_id_ptr(credential), fido_cred_id_len(credential))
        let statement = Self.bytes(fido_cred_attstmt_ptr(credential), fido_cred_attstmt_len(credential))
        guard let format = fido_cred_fmt(credential), !statement.isEmpty, (1...Self.maximumIDLength).contains(id.count),
            Self.isResponse(data, to: order.relyingParty, order.userVerification, with: .attestedCredential)
        else { throw .unusable }
        return SecurityKeyCredential(
            credentialID: id, authenticatorData: data, attestationFormat: String(cString: format),
            attestationStatement: statement)
    }

    func sign(_ order: SecurityKeySignatureOrder, pin: SecretBytes?) throws(SecurityKeyRejection) -> SecurityKeySignature {
        let pin = try usablePIN(pin)
        var assertion: OpaquePointer? = fido_assert_new()
        defer { fido_assert_free(&assertion) }
        guard assertion != nil else { throw .unusable }
        try check(fido_assert_set_rp(assertion, order.relyingParty))
        try check(fido_assert_set_clientdata_hash(assertion, order.clientDataHash, order.clientDataHash.count))
        try check(fido_assert_set_uv(assertion, verification(order.userVerification, pin)))
        let allowed = try acceptedList(
            of: order.allowedCredentials, order.relyingParty, texts: order.relyingParty.utf8.count, pin)
        for id in allowed { try check(fido_assert_allow_cred(assertion, id, id.count)) }
        try check(send(pin) { fido_dev_get_assert(handle, assertion, $0) })
        // Of several discoverable credentials, the key returns the latest first.
        guard fido_assert_count(assertion) > 0 else { throw .noCredential }
        var id = Self.bytes(fido_assert_id_ptr(assertion, 0), fido_assert_id_len(assertion, 0))
        // A key may omit the ID of the only acceptable credential.
        if id.isEmpty, allowed.count == 1 { id = allowed[0] }
        let user = Self.bytes(fido_assert_user_id_ptr(assertion, 0), fido_assert_user_id_len(assertion, 0))
        let encoded = Self.bytes(fido_assert_authdata_ptr(assertion, 0), fido_assert_authdata_len(assertion, 0))
        let signature = Self.bytes(fido_assert_sig_ptr(assertion, 0), fido_assert_sig_len(assertion, 0))
        guard let data = Self.contents(ofByteString: encoded), !signature.isEmpty,
            (1...Self.maximumIDLength).contains(id.count), user.count <= Self.maximumUserHandleLength,
            allowed.isEmpty ? !user.isEmpty : allowed.contains(id),
            Self.isResponse(data, to: order.relyingParty, order.userVerification, with: [])
        else { throw .unusable }
        return SecurityKeySignature(credentialID: id, userHandle: user, authenticatorData: data, signature: signature)
    }

    /// Returns the part of a list of credentials that the key accepts in one message. If the list exceeds the key's limits, the parts are
    /// searched for the key's credential without a touch (Client to Authenticator Protocol 2.1, sections 6.1.2 and 6.2.2). Without such
    /// a credential, it is the first part, so that the key still answers after a touch only.
    ///
    /// - Parameter texts: the length of the texts of the request.
    private func acceptedList(
        of ids: [[UInt8]], _ relyingParty: String, texts: Int, _ pin: SecretBytes?
    ) throws(SecurityKeyRejection) -> [[UInt8]] {
        guard ids.count > 1 else { return ids }
        let lists = try listLimits().lists(of: ids, texts: texts)
        guard lists.count > 1 else { return lists.first ?? ids }
        for list in lists {
            if let id = try credential(in: list, relyingParty, pin) { return [id] }
        }
        return lists[0]
    }

    private func listLimits() throws(SecurityKeyRejection) -> CredentialListLimits {
        var information: OpaquePointer? = fido_cbor_info_new()
        defer { fido_cbor_info_free(&information) }
        guard information != nil else { throw .unusable }
        try check(send(nil) { _ in fido_dev_get_cbor_info(handle, information) })
        return CredentialListLimits(
            count: fido_cbor_info_maxcredcntlst(information), idLength: fido_cbor_info_maxcredidlen(information),
            messageLength: fido_cbor_info_maxmsgsiz(information))
    }

    /// Returns the credential of the list that the key has; nil for none. The user need not touch the key, and the signature is discarded.
    private func credential(
        in list: [[UInt8]], _ relyingParty: String, _ pin: SecretBytes?
    ) throws(SecurityKeyRejection) -> [UInt8]? {
        var assertion: OpaquePointer? = fido_assert_new()
        defer { fido_assert_free(&assertion) }
        guard assertion != nil else { throw .unusable }
        let digest = [UInt8](repeating: 0, count: 32)
        try check(fido_assert_set_rp(assertion, relyingParty))
        try check(fido_assert_set_clientdata_hash(assertion, digest, digest.count))
        try check(fido_assert_set_up(assertion, FIDO_OPT_FALSE))
        for id in list { try check(fido_assert_allow_cred(assertion, id, id.count)) }
        let status = try send(pin) { fido_dev_get_assert(handle, assertion, $0) }
        guard status != FIDO_ERR_NO_CREDENTIALS, status != FIDO_ERR_INVALID_CREDENTIAL else { return nil }
        try check(status)
        guard fido_assert_count(assertion) > 0 else { return nil }
        let id = Self.bytes(fido_assert_id_ptr(assertion, 0), fido_assert_id_len(assertion, 0))
        if id.isEmpty, list.count == 1 { return list[0] }
        guard list.contains(id) else { throw .unusable }
        return id
    }

    /// Returns the PIN, or nil if the key has none: the user may have inserted another key. Throws `wrongPIN` for a PIN that no key can
    /// have, which costs no attempt.
    private func usablePIN(_ pin: SecretBytes?) throws(SecurityKeyRejection) -> SecretBytes? {
        guard let pin, fido_dev_has_pin(handle) else { return nil }
        guard Self.pinLengths.contains(pin.count), !pin.withBytes({ $0.contains(0) }) else { throw .wrongPIN }
        return pin
    }

    /// Returns whether the key verifies the user itself, for example by a finger. With a PIN, the PIN verifies the user.
    private func verification(
        _ preference: SecurityKeyPreference, _ pin: SecretBytes?
    ) throws(SecurityKeyRejection) -> fido_opt_t {
        guard pin == nil, preference != .discouraged else { return FIDO_OPT_OMIT }
        if fido_dev_has_uv(handle) { return FIDO_OPT_TRUE }
        guard !fido_dev_has_pin(handle) else { throw .pinRequired }
        guard preference != .required else { throw .pinNotSet }
        return FIDO_OPT_OMIT
    }

    /// Performs a command with the PIN as a C string. Throws `cancelled` instead after a cancellation, which the key may have ignored.
    private func send(_ pin: SecretBytes?, _ command: (UnsafePointer<CChar>?) -> Int32) throws(SecurityKeyRejection) -> Int32 {
        guard !cancellation.isCancelled else { throw .cancelled }
        return Self.withCString(pin, command)
    }

    /// The number of wrong PINs that the key still accepts (Client to Authenticator Protocol 2.1, section 6.5.5.2). Nil if the key does not
    /// report it.
    var attemptsLeft: Int? {
        guard !cancellation.isCancelled else { return nil }
        var count: Int32 = 0
        let status = fido_dev_get_retry_count(handle, &count)
        log(status)
        return status == FIDO_OK && count >= 0 ? Int(count) : nil
    }

    private func log(_ status: Int32) {
        guard status != FIDO_OK else { return }
        logger.info(
            "security key command failed",
            metadata: ["status": "\(status)", "error": "\(fido_strerr(status).map { String(cString: $0) } ?? "")"])
    }

    private func check(_ status: Int32) throws(SecurityKeyRejection) {
        log(status)
        if let rejection = SecurityKeyRejection(status: status, hasPIN: fido_dev_has_pin(handle)) { throw rejection }
    }

    /// Returns whether the authenticator data name the relying party and state that a user was present, and that the key verified the
    /// user if the request requires it.
    private static func isResponse(
        _ data: [UInt8], to relyingParty: String, _ preference: SecurityKeyPreference, with flags: AuthenticatorFlags
    ) -> Bool {
        guard data.count >= 37, data.prefix(32).elementsEqual(SHA256.hash(data: Array(relyingParty.utf8))) else { return false }
        let required: AuthenticatorFlags = preference == .required ? [.userPresent, .userVerified] : .userPresent
        return AuthenticatorFlags(rawValue: data[32]).isSuperset(of: required.union(flags))
    }

    /// Returns the contents of a CBOR byte string, the form in which libfido2 returns the authenticator data of an assertion. Returns nil
    /// for any other item.
    private static func contents(ofByteString encoded: [UInt8]) -> [UInt8]? {
        var reader = try? CBORReader(encoded, in: "authData")
        return try? reader?.item().bytes
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
        start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }

    /// Calls `body` with the PIN as a C string, which is then cleared, or with nil.
    private static func withCString(_ pin: SecretBytes?, _ body: (UnsafePointer<CChar>?) -> Int32) -> Int32 {
        guard let pin else { return body(nil) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: pin.count + 1) { buffer in
            buffer.initialize(repeating: 0)
            pin.withBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
            defer { buffer.baseAddress.map { explicit_bzero($0, buffer.count) } }
            return body(buffer.baseAddress.map { UnsafePointer($0) })
        }
    }
}

extension SecurityKeyRejection {
    /// The meaning of a status of CTAP (2.1, section 8.2) or of libfido2. Nil for success.
    ///
    /// - Parameter hasPIN: whether the key has a PIN, by which it can verify a user whose finger it did not recognize.
    init?(status: Int32, hasPIN: Bool) {
        switch status {
        case FIDO_OK: return nil
        case FIDO_ERR_PIN_INVALID: self = .wrongPIN
        case FIDO_ERR_PIN_BLOCKED: self = .pinBlocked
        case FIDO_ERR_PIN_AUTH_BLOCKED: self = .pinPaused
        case FIDO_ERR_PIN_NOT_SET: self = .pinNotSet
        case FIDO_ERR_PIN_REQUIRED, FIDO_ERR_UV_BLOCKED, FIDO_ERR_UV_INVALID: self = hasPIN ? .pinRequired : .pinNotSet
        case FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_OPERATION_DENIED: self = .notTouched
        case FIDO_ERR_KEEPALIVE_CANCEL: self = .cancelled
        case FIDO_ERR_CREDENTIAL_EXCLUDED: self = .excluded
        case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: self = .noCredential
        case FIDO_ERR_KEY_STORE_FULL: self = .full
        default: self = .unusable
        }
    }
}
