import CLibcrypto

/// A key of libcrypto. Its numbers are cleared by libcrypto when the last reference goes.
///
/// `@unchecked` because of the pointer: an `EVP_PKEY` may be used by several threads at once as long as none changes it, and none
/// here does after `init`.
final class LibcryptoKey: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the one reference to `pointer`.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// A key from its numbers; nil where libcrypto refuses them. It does not check that they belong together: see `isConsistent`.
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

    /// A new random key; nil where libcrypto cannot make one.
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

    /// Whether the public half is a key at all: a point on its curve and not at infinity, or a modulus without small factors.
    var isValidPublicKey: Bool { check(EVP_PKEY_public_check) }

    /// Whether both halves are keys and belong together.
    var isConsistent: Bool { check(EVP_PKEY_check) }

    private func check(_ function: (OpaquePointer) -> Int32) -> Bool {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        return function(context) == 1
    }

    /// One of the key's numbers, big-endian: as short as it can be, or filled up with leading zeros to `length` bytes. Nil if the
    /// key has no such number or it is longer.
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

/// A named number or text that a key is made of.
enum KeyNumber {
    /// A group's name.
    case text(String, String)
    /// An unsigned number, big-endian.
    case number(String, UnsafeBufferPointer<UInt8>)
    /// Bytes as they are.
    case bytes(String, [UInt8])

    /// Calls `body` with `numbers` as libcrypto wants them. Every copy made for that is cleared.
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
