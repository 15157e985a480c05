import CTSS2
import Secrets

/// A connection to a TPM with one session that authorizes and encrypts. For one thread at a time.
///
/// A TPM without a resource manager has space for three transient objects and three sessions. This type uses at most one key, the
/// presence key while it checks a signature, the channel and one policy session. Each `with…` function flushes what it created,
/// except that ``withKept(_:_:under:_:)`` leaves its key loaded for the next use.
final class TPMConnection {
    /// The library's context.
    let esys: OpaquePointer
    /// The storage key to which the channel's salt is encrypted; nil until it is loaded.
    var primary: ESYS_TR?

    private let tcti: TPMTransport
    private let ownerHasAuthorization: Bool
    private let random: any RandomBytes
    private var openChannel: ESYS_TR?
    private var kept: (blob: [UInt8], object: ESYS_TR)?

    /// Connects, and flushes the objects that a previous broker left in a TPM without a resource manager.
    ///
    /// - Parameter random: the source of the nonces of sessions.
    init(tcti name: String, timeout: Duration, owner: SecretBytes?, random: any RandomBytes) throws(Interruption) {
        self.random = random
        tcti = try TPMTransport(name, timeout: timeout)
        var context: OpaquePointer?
        let code = Esys_Initialize(&context, tcti.context, nil)
        guard code == 0, let context else { throw .failed(TPMResponse(code: code).error("Esys_Initialize")) }
        esys = context
        ownerHasAuthorization = owner?.isEmpty == false
        if let owner { try setAuthorization(of: ESYS_TR_RH_OWNER, to: owner) }
        try flushLeftovers()
    }

    deinit {
        flushKept()
        if let openChannel { flush(openChannel) }
        var context: OpaquePointer? = esys
        Esys_Finalize(&context)
    }

    /// Throws the error of a response code, and abandons the channel and the kept key, which the TPM may have flushed.
    func check(
        _ code: TSS2_RC, _ command: StaticString, file: StaticString = #fileID, line: UInt = #line
    ) throws(Interruption) {
        guard code != 0 else { return }
        closeChannel()
        flushKept()
        if tcti.hasTimedOut {
            throw .failed(
                EnclaveError(.timedOut, "\(command): the TPM did not respond in time", responseCode: code, file: file, line: line))
        }
        if tcti.isBroken {
            throw .failed(
                EnclaveError(
                    .unavailable, "\(command): the connection to the TPM is closed", responseCode: code, file: file, line: line))
        }
        throw .failed(TPMResponse(code: code).error(command, file: file, line: line))
    }

    /// Copies a value that the library allocated, and clears and frees it.
    func take<Value>(_ pointer: UnsafeMutablePointer<Value>?, _ command: StaticString) throws(Interruption) -> Value {
        guard let pointer else { throw .failed(EnclaveError(.tpm, "\(command): no result")) }
        defer {
            UnsafeMutableRawBufferPointer(start: pointer, count: MemoryLayout<Value>.size).initializeMemory(
                as: UInt8.self, repeating: 0)
            Esys_Free(pointer)
        }
        return pointer.pointee
    }

    /// Returns the salted session that authorizes commands with the values from ``setAuthorization(of:to:)``. Of the attributes,
    /// `TPMA_SESSION_DECRYPT` encrypts a command's first parameter, and `TPMA_SESSION_ENCRYPT` a response's.
    func channel(_ attributes: TPMA_SESSION = 0) throws(Interruption) -> ESYS_TR {
        let session: ESYS_TR
        if let openChannel {
            session = openChannel
        } else {
            session = try startSession(TPM2_SE(TPM2_SE_HMAC), salted: true)
            openChannel = session
        }
        try check(
            Esys_TRSess_SetAttributes(esys, session, attributes | TPMA_SESSION(TPMA_SESSION_CONTINUESESSION), 0xFF),
            "TRSess_SetAttributes")
        return session
    }

    /// The authority of a command.
    enum Authority {
        /// The owner of the TPM, whose authorization is usually empty.
        case owner
        /// The passcode's index, authorized by the proof.
        case proof
        /// An index or a key with an empty authorization.
        case noAuthorization
    }

    /// Returns the session for an authority. An empty authorization needs no secrecy and is sent as a password, which takes a sixth
    /// of the channel's time. Any other one uses the channel, which only proves its knowledge.
    func session(for authority: Authority) throws(Interruption) -> ESYS_TR {
        switch authority {
        case .owner: ownerHasAuthorization ? try channel() : ESYS_TR_PASSWORD
        case .proof: try channel()
        case .noAuthorization: ESYS_TR_PASSWORD
        }
    }

    /// Runs `body` with a new policy session. It needs a salt only if an authorization value is a part of its HMAC.
    func withPolicySession<Result>(
        salted: Bool = false, _ body: (ESYS_TR) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        let session = try startSession(TPM2_SE(TPM2_SE_POLICY), salted: salted)
        defer { flush(session) }
        return try body(session)
    }

    /// Runs a command that a policy session alone authorizes, directly by its handle. The library's session layer would compute a
    /// nonce, two digests and two HMACs for it.
    ///
    /// An unsalted session without an authorization value has no HMAC key, and the TPM then accepts an empty HMAC (TPM 2.0 part 1,
    /// section 19.6.5).
    ///
    /// - Parameters:
    ///   - key: the object that the command uses.
    ///   - command: sends the command, with the lower library's context, the handle of the object, and the authorization.
    func authorize(
        by session: ESYS_TR, _ key: ESYS_TR, _ name: StaticString,
        _ command: (OpaquePointer?, TPM2_HANDLE, UnsafePointer<TSS2L_SYS_AUTH_COMMAND>) -> TSS2_RC
    ) throws(Interruption) {
        var system: OpaquePointer?
        try check(Esys_GetSysContext(esys, &system), "Esys_GetSysContext")
        var handles: (session: TPM2_HANDLE, key: TPM2_HANDLE) = (0, 0)
        try check(Esys_TR_GetTpmHandle(esys, session, &handles.session), "TR_GetTpmHandle")
        try check(Esys_TR_GetTpmHandle(esys, key, &handles.key), "TR_GetTpmHandle")
        var authorization = TSS2L_SYS_AUTH_COMMAND()
        authorization.count = 1
        authorization.auths.0.sessionHandle = handles.session
        authorization.auths.0.nonce = nonce()
        authorization.auths.0.sessionAttributes = TPMA_SESSION(TPMA_SESSION_CONTINUESESSION)
        try check(command(system, handles.key, &authorization), name)
    }

    /// Runs `body` with a stored key that stays loaded until another object is, or a command fails.
    ///
    /// - Parameter bytes: the whole blob. The loaded key serves no other blob, not even one that differs in its plain part.
    func withKept<Result>(
        _ bytes: [UInt8], _ blob: TPMBlob, under parent: ESYS_TR, _ body: (ESYS_TR) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        if let kept, kept.blob == bytes { return try body(kept.object) }
        let object = try load(blob, under: parent)
        kept = (bytes, object)
        return try body(object)
    }

    /// Flushes the kept key, if there is one.
    func flushKept() {
        guard let object = kept?.object else { return }
        kept = nil
        if !tcti.isBroken { flush(object) }
    }

    /// Sets the value with which the channel authorizes the use of a handle.
    func setAuthorization(of handle: ESYS_TR, to secret: SecretBytes?) throws(Interruption) {
        var value = secret.map { $0.withBytes { TPM2B_AUTH($0) } } ?? TPM2B_AUTH()
        defer { value.clear() }
        try check(Esys_TR_SetAuth(esys, handle, &value), "TR_SetAuth")
    }

    /// Flushes a transient object or a session. Ignores a failure, because the error that led here is reported.
    func flush(_ handle: ESYS_TR) {
        _ = Esys_FlushContext(esys, handle)
    }

    /// Returns up to `count` handles from `first` on, of the kind of `first`.
    func handles(from first: UInt32, count: UInt32 = 64) throws(Interruption) -> [UInt32] {
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        var more: TPMI_YES_NO = 0
        try check(
            Esys_GetCapability(
                esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CAP_HANDLES, first, count, &more, &data), "TPM2_GetCapability")
        let list = try take(data, "TPM2_GetCapability").data.handles
        return withUnsafeBytes(of: list.handle) { Array($0.bindMemory(to: UInt32.self).prefix(Int(list.count))) }
    }

    /// Returns whether a persistent object or an index exists.
    func exists(_ handle: UInt32) throws(Interruption) -> Bool {
        try handles(from: handle, count: 1) == [handle]
    }

    /// Returns a property of the TPM (TPM 2.0 part 2, section 6.13).
    func property(_ number: UInt32) throws(Interruption) -> UInt32 {
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        var more: TPMI_YES_NO = 0
        try check(
            Esys_GetCapability(
                esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CAP_TPM_PROPERTIES, number, 1, &more, &data),
            "TPM2_GetCapability")
        let list = try take(data, "TPM2_GetCapability").data.tpmProperties
        return list.tpmProperty.0.property == number ? list.tpmProperty.0.value : 0
    }

    private func startSession(_ type: TPM2_SE, salted: Bool) throws(Interruption) -> ESYS_TR {
        var symmetric = TPMT_SYM_DEF()
        symmetric.algorithm = TPM2_ALG_AES
        symmetric.keyBits.aes = 128
        symmetric.mode.aes = TPM2_ALG_CFB
        guard !salted || primary != nil else { throw .failed(EnclaveError(.tpm, "a salted session requires the storage key")) }
        // The library would make an OpenSSL context to draw these bytes.
        var nonce = nonce()
        var session = ESYS_TR_NONE
        try check(
            Esys_StartAuthSession(
                esys, salted ? primary ?? ESYS_TR_NONE : ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE,
                &nonce, type, &symmetric, TPM2_ALG_SHA256, &session), "TPM2_StartAuthSession")
        return session
    }

    private func nonce() -> TPM2B_NONCE {
        TPM2B_NONCE(random.bytes(32))
    }

    private func closeChannel() {
        guard let session = openChannel else { return }
        openChannel = nil
        if !tcti.isBroken { flush(session) }
    }

    /// Flushes the objects and sessions of a killed broker, which would otherwise exhaust a TPM without a resource manager. A
    /// resource manager shows only this connection's objects, and this connection has no objects yet.
    private func flushLeftovers() throws(Interruption) {
        var system: OpaquePointer?
        try check(Esys_GetSysContext(esys, &system), "Esys_GetSysContext")
        for first in [Self.transientObjects, Self.loadedSessions] {
            for handle in try handles(from: first) {
                // The list contains a policy session under the handle of an HMAC session; the TPM accepts either one to flush it.
                try check(Tss2_Sys_FlushContext(system, handle), "TPM2_FlushContext")
            }
        }
    }

    private static let transientObjects: UInt32 = 0x8000_0000
    private static let loadedSessions: UInt32 = 0x0200_0000
}

extension TPMConnection {
    /// Derives a primary key from the owner's seed. The result is the same for the same template, until the TPM is cleared.
    func createPrimary(_ template: TPM2B_PUBLIC) throws(Interruption) -> ESYS_TR {
        var template = template
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var object = ESYS_TR_NONE
        // Without a key there is no salt yet, so a non-empty owner authorization is sent in plain text.
        try check(
            Esys_CreatePrimary(
                esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside, &registers,
                &object,
                nil, nil, nil, nil), "TPM2_CreatePrimary")
        return object
    }

    /// Makes a transient object persistent.
    func persist(_ object: ESYS_TR, at handle: UInt32) throws(Interruption) -> ESYS_TR {
        var persistent = ESYS_TR_NONE
        try check(
            Esys_EvictControl(
                esys, ESYS_TR_RH_OWNER, object, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, handle, &persistent),
            "TPM2_EvictControl")
        return persistent
    }

    /// Opens the device secret, which requires no authorization.
    func openDeviceSecret(_ sealed: [UInt8], under parent: ESYS_TR) throws(Interruption) -> SecretBytes {
        guard let blob = TPMBlob(sealed), blob.content == .deviceSecret, blob.policy == .nothing,
            blob.isOf(TPMTemplate.deviceSecret)
        else { throw .failed(EnclaveError(.damagedState, "the device secret in the state file is invalid")) }
        do throws(Interruption) {
            return try withLoaded(blob, under: parent) { (object) throws(Interruption) in
                try withPolicySession { (session) throws(Interruption) in
                    try check(
                        Esys_PolicyCommandCode(esys, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CC_Unseal),
                        "TPM2_PolicyCommandCode")
                    var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
                    try check(
                        Esys_Unseal(esys, object, session, try channel(TPMA_SESSION(TPMA_SESSION_ENCRYPT)), ESYS_TR_NONE, &data),
                        "TPM2_Unseal")
                    return SecretBytes(try take(data, "TPM2_Unseal").bytes)
                }
            }
        } catch {
            guard case .rejected = error else { throw error }
            throw .failed(EnclaveError(.damagedState, "the TPM cannot open the device secret in the state file"))
        }
    }
}
