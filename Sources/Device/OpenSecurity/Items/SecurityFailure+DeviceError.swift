package import DeviceProtocol

/// Sends a request to the current device. Converts a rejection to the status of Apple's functions.
func perform<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
    do throws(DeviceError) {
        return try CurrentDevice.link.perform(request)
    } catch {
        throw SecurityFailure(error)
    }
}

/// Returns all results of a request to the current device.
func find(_ request: FindItems) throws(SecurityFailure) -> [FoundItem] {
    do throws(DeviceError) {
        return try CurrentDevice.link.find(request)
    } catch {
        throw SecurityFailure(error)
    }
}

extension SecurityFailure {
    /// Creates the failure of a rejected request. No other code maps rejections to statuses.
    package init(_ rejection: DeviceError) {
        switch rejection {
        case .authentication(let failure): self.init(failure)
        case .item(let rejection): self.init(rejection)
        case .badRequest(let reason): self.init(errSecParam, reason)
        case .unavailable(let reason): self.init(errSecNotAvailable, reason)
        }
    }

    /// Maps errors of LocalAuthentication as the keychain does: two have a specific status, the others share one.
    private init(_ failure: AuthenticationFailure) {
        switch failure {
        case .userCancel: self.init(errSecUserCanceled, "the user cancelled")
        case .notInteractive: self.init(errSecInteractionNotAllowed, "a prompt is required but not allowed")
        default: self.init(errSecAuthFailed, "authentication failed (\(failure), \(failure.rawValue))")
        }
    }

    /// Maps the keychain's rejections, which rights and their keys share.
    package init(_ rejection: ItemError) {
        switch rejection {
        case .duplicate: self.init(errSecDuplicateItem, "an item with the same primary key exists")
        case .notFound: self.init(errSecItemNotFound, "no matching item")
        case .interactionNotAllowed: self.init(errSecInteractionNotAllowed, "the device is locked")
        case .missingEntitlement: self.init(errSecMissingEntitlement, "the app is not in the access group")
        case .noSuchAttribute: self.init(errSecNoSuchAttr, "the class of items does not have the attribute")
        case .readOnlyAttribute: self.init(errSecReadOnlyAttr, "the attribute is set by the keychain")
        case .tooLarge: self.init(errSecDataTooLarge, "the item is too large")
        case .passcodeNotSet: self.init(errSecAuthFailed, "the item requires a passcode, but the device has none")
        case .operationNotPermitted: self.init(errSecParam, "the item or key does not permit the operation")
        case .notDecodable: self.init(errSecDecode, "the stored data cannot be decrypted")
        case .invalidKey: self.init(errSecParam, "the peer's key is not a point on the curve")
        case .applicationPassword: self.init(errSecAuthFailed, "the app's password is wrong or missing")
        case .quotaExceeded: self.init(errSecDiskFull, "the quota of the access group is exceeded")
        case .notAttestable: self.init(errSecUnimplemented, "the enclave cannot attest this key")
        }
    }
}
