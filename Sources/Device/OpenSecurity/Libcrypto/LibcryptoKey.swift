import CLibcrypto

/// A key of libcrypto, which clears its numbers when the last reference is released.
///
/// `@unchecked` because of the pointer: an `EVP_PKEY` is thread-safe while it is not modified, and it is not modified after
/// `init`.
final class LibcryptoKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes ownership of the reference to `pointer`.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// Creates a key from its numbers. Returns nil if libcrypto rejects them. Does not check that they belong together; see
    /// `isConsistent`.
    convenience init?(type: String, numbers: [KeyNumber], isPrivate: Bool) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_fromdata_init(context) == 1 else { return nil }
        var key: OpaquePointer?
        let selection = isPrivate ? CLIBCRYPTO_KEY_PAIR : CLIBCRYPTO_PUBLIC_KEY
        let made = KeyNumber.withParameters(numbers) { EVP_PKEY_fromdata(context, &key, selection, $0) }
        guard made == 1, let key else {
            ERR_clear_error()
            EVP_PKEY_free(key)
            return nil
        }
        self.init(owning: key)
    }

    /// Generates a random key. Returns nil if libcrypto fails.
    convenience init?(generating type: String, prepare: (OpaquePointer) -> Int32) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, prepare(context) == 1, EVP_PKEY_generate(context, &key) == 1, let key else {
            ERR_clear_error()
            return nil
        }
        self.init(owning: key)
    }

    /// Whether the public key is valid: a point on its curve other than infinity, or a modulus without small factors.
    var isValidPublicKey: Bool { check(EVP_PKEY_public_check) }

    /// Whether both keys are valid and belong together.
    var isConsistent: Bool { check(EVP_PKEY_check) }

    private func check(_ function: (OpaquePointer) -> Int32) -> Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return function(context) == 1
    }

    /// Returns a number of the key, big-endian, in its shortest form or padded with leading zeros to `length` bytes. Returns nil
    /// if the key has no such number or it is longer.
    func number(_ name: String, length: Int? = nil) -> KeyBytes? {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else {
            ERR_clear_error()
            return nil
        }
        defer { BN_clear_free(number) }
        let count = length ?? (Int(BN_num_bits(number)) + 7) / 8
        guard let count = Int32(exactly: count) else { return nil }
        var written: Int32 = -1
        let bytes = KeyBytes(count: Int(count)) { written = BN_bn2binpad(number, $0.baseAddress, count) }
        return written == count ? bytes : nil
    }
}

/// A named number or text of a key.
enum KeyNumber {
    /// The name of a group.
    case text(String, String)
    /// An unsigned number, big-endian.
    case number(String, UnsafeBufferPointer<UInt8>)
    /// Bytes in their unchanged form.
    case bytes(String, [UInt8])

    /// Calls `body` with `numbers` as parameters of libcrypto. Clears every copy afterwards.
    static func withParameters(_ numbers: [KeyNumber], _ body: (UnsafeMutablePointer<OSSL_PARAM>) -> Int32) -> Int32 {
        var parameters: [OSSL_PARAM] = []
        var copies: [UnsafeMutableRawBufferPointer] = []
        defer {
            for copy in copies {
                OPENSSL_cleanse(copy.baseAddress, copy.count)
                copy.deallocate()
            }
        }
        func copy(_ bytes: some Collection<UInt8>) -> UnsafeMutableRawBufferPointer {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 0)
            memory.copyBytes(from: bytes)
            copies.append(memory)
            return memory
        }
        func name(_ text: String) -> UnsafePointer<CChar>? {
            UnsafePointer(copy(text.utf8CString.map(UInt8.init(bitPattern:))).bindMemory(to: CChar.self).baseAddress)
        }
        for number in numbers {
            switch number {
            case .text(let key, let text):
                let memory = copy(text.utf8CString.map(UInt8.init(bitPattern:)))
                parameters.append(
                    OSSL_PARAM_construct_utf8_string(name(key), memory.bindMemory(to: CChar.self).baseAddress, text.utf8.count))
            case .number(let key, let bytes):
                let memory = copy(bytes)
                guard let value = BN_bin2bn(bytes.baseAddress, Int32(bytes.count), nil) else { return 0 }
                defer { BN_clear_free(value) }
                let native = memory.bindMemory(to: UInt8.self)
                guard BN_bn2nativepad(value, native.baseAddress, Int32(memory.count)) >= 0 else { return 0 }
                parameters.append(OSSL_PARAM_construct_BN(name(key), native.baseAddress, memory.count))
            case .bytes(let key, let bytes):
                let memory = copy(bytes)
                parameters.append(OSSL_PARAM_construct_octet_string(name(key), memory.baseAddress, bytes.count))
            }
        }
        parameters.append(OSSL_PARAM_construct_end())
        return parameters.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? 0
        }
    }
}

/// Operations with a key. Each returns nil or false if libcrypto fails for any reason.
extension LibcryptoKey {
    typealias Setting = (_ context: OpaquePointer) -> Int32

    /// Returns a signature of `digest`, without further hashing.
    func signature(over digest: [UInt8], settings: [Setting] = []) -> [UInt8]? {
        perform(EVP_PKEY_sign_init, settings) { context in
            Self.output { EVP_PKEY_sign(context, $0, $1, digest, digest.count) }
        }
    }

    func verifies(_ signature: [UInt8], over digest: [UInt8], settings: [Setting] = []) -> Bool {
        perform(EVP_PKEY_verify_init, settings) { context in
            EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1 ? true : nil
        } ?? false
    }

    func encrypted(_ plaintext: [UInt8], settings: [Setting]) -> [UInt8]? {
        perform(EVP_PKEY_encrypt_init, settings) { context in
            Self.output { EVP_PKEY_encrypt(context, $0, $1, plaintext, plaintext.count) }
        }
    }

    func decrypted(_ ciphertext: [UInt8], settings: [Setting]) -> KeyBytes? {
        perform(EVP_PKEY_decrypt_init, settings) { context in
            Self.secretOutput { EVP_PKEY_decrypt(context, $0, $1, ciphertext, ciphertext.count) }
        }
    }

    /// Returns the result of a key exchange with `peer`.
    func sharedSecret(with peer: LibcryptoKey) -> KeyBytes? {
        perform(EVP_PKEY_derive_init, [{ EVP_PKEY_derive_set_peer($0, peer.pointer) }]) { context in
            Self.secretOutput { EVP_PKEY_derive(context, $0, $1) }
        }
    }

    private func perform<Value>(_ start: Setting, _ settings: [Setting], _ body: (OpaquePointer) -> Value?) -> Value? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        guard start(context) == 1, settings.allSatisfy({ $0(context) > 0 }) else { return nil }
        return body(context)
    }

    /// Calls `body` for the size first, then for the bytes, as libcrypto's functions require.
    private static func output(_ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32) -> [UInt8]? {
        var size = 0
        guard body(nil, &size) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard bytes.withUnsafeMutableBufferPointer({ body($0.baseAddress, &size) }) == 1, size <= bytes.count else { return nil }
        bytes.removeSubrange(size...)
        return bytes
    }

    private static func secretOutput(_ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32) -> KeyBytes? {
        var size = 0
        guard body(nil, &size) == 1 else { return nil }
        var result: Int32 = 0
        let capacity = size
        let bytes = KeyBytes(count: capacity) { result = body($0.baseAddress, &size) }
        guard result == 1, size <= capacity else { return nil }
        return size == capacity ? bytes : bytes.withBytes { KeyBytes(copying: $0.prefix(size)) }
    }
}

/// Secret bytes in separate memory, which is cleared when the last reference is released. Its descriptions omit the bytes.
///
/// Callers must clear their own copies.
package final class KeyBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // `@unchecked` because of the pointer: the memory is written before `init` returns, and then only in `deinit`.
    private let memory: UnsafeMutableRawBufferPointer

    /// Creates bytes that `fill` writes. The memory is zero before, and is cleared if `fill` throws.
    package init<Failure: Error>(
        count: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        memory = .allocate(byteCount: count, alignment: 16)
        let bytes = memory.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(bytes)
    }

    package convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in _ = memory.update(fromContentsOf: bytes) }
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    package var count: Int { memory.count }

    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeBufferPointer(memory.bindMemory(to: UInt8.self)))
    }

    package var description: String { "<\(count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Overwrites every byte in a way that the optimizer preserves. Affects only the storage of this array, not copies that
    /// shared it before.
    package mutating func clear() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}

extension SecKey.Material {
    /// Converts a private key that libcrypto parsed. Returns nil for an unsupported type, curve or size, and if the numbers do
    /// not belong together.
    init?(privateKey key: LibcryptoKey) {
        switch EVP_PKEY_get_base_id(key.pointer) {
        case NID_rsaEncryption:
            guard let key = RSAPrivateKey(of: key) else { return nil }
            self = .rsaPrivate(key)
        case NID_X9_62_id_ecPublicKey:
            guard let key = CurvePrivateKey(of: key) else { return nil }
            self = .curvePrivate(key)
        default: return nil
        }
    }
}

extension RSAPrivateKey {
    /// Converts by way of the bytes, so that keys are validated in a single place.
    init?(of key: LibcryptoKey) {
        guard let bytes = Self.pkcs1(of: key) else { return nil }
        self.init(pkcs1: bytes)
    }
}

extension CurvePrivateKey {
    /// Converts by way of the bytes, so that keys are validated in a single place.
    init?(of key: LibcryptoKey) {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard EVP_PKEY_get_group_name(key.pointer, &name, name.count, &length) == 1 else { return nil }
        let group = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let curve = Curve.allCases.first(where: { $0.groupName == group }),
            let x = key.number(OSSL_PKEY_PARAM_EC_PUB_X, length: curve.fieldLength),
            let y = key.number(OSSL_PKEY_PARAM_EC_PUB_Y, length: curve.fieldLength),
            let number = key.number(OSSL_PKEY_PARAM_PRIV_KEY, length: curve.fieldLength)
        else { return nil }
        let parts = [KeyBytes(copying: [4]), x, y, number]
        self.init(
            x963: KeyBytes(count: curve.publicLength + curve.fieldLength) { output in
                var position = 0
                for part in parts {
                    part.withBytes { bytes in
                        for byte in bytes {
                            output[position] = byte
                            position += 1
                        }
                    }
                }
            }, on: curve)
    }
}
