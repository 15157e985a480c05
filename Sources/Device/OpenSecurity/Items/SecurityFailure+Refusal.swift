package import DeviceProtocol

/// Sends a request to the current device. What it refuses with becomes the status that Apple's functions give.
func perform<Request: DeviceRequest>(_ request: Request) throws(SecurityFailure) -> Request.Answer {
    do throws(DeviceRefusal) {
        return try CurrentDevice.link.perform(request)
    } catch {
        throw SecurityFailure(error)
    }
}

/// All that the request finds on the current device.
func find(_ request: FindItems) throws(SecurityFailure) -> [FoundItem] {
    do throws(DeviceRefusal) {
        return try CurrentDevice.link.find(request)
    } catch {
        throw SecurityFailure(error)
    }
}

extension SecurityFailure {
    /// The one place where a refusal becomes a status.
    package init(_ refusal: DeviceRefusal) {
        switch refusal {
        case .authentication(let failure): self.init(failure)
        case .item(let refusal): self.init(refusal)
        case .badRequest(let reason): self.init(errSecParam, reason)
        case .unavailable(let reason): self.init(errSecNotAvailable, reason)
        }
    }

    /// As the keychain maps the errors of LocalAuthentication: two have a status of their own, the others are one.
    private init(_ failure: AuthenticationFailure) {
        switch failure {
        case .userCancel: self.init(errSecUserCanceled, "the person cancelled")
        case .notInteractive: self.init(errSecInteractionNotAllowed, "someone would have to be asked, and may not be")
        default: self.init(errSecAuthFailed, "nobody was authenticated (\(failure), \(failure.rawValue))")
        }
    }

    /// The keychain's own refusals, which rights and their keys share.
    package init(_ refusal: ItemRefusal) {
        switch refusal {
        case .duplicate: self.init(errSecDuplicateItem, "an item with the same primary key stands in the keychain")
        case .notFound: self.init(errSecItemNotFound, "there is no such item")
        case .interactionNotAllowed: self.init(errSecInteractionNotAllowed, "the device is locked")
        case .missingEntitlement: self.init(errSecMissingEntitlement, "the app is not in the access group")
        case .noSuchAttribute: self.init(errSecNoSuchAttr, "the class of items does not have the attribute")
        case .readOnlyAttribute: self.init(errSecReadOnlyAttr, "the attribute is the keychain's own")
        case .tooLarge: self.init(errSecDataTooLarge, "the item is too large")
        case .passcodeNotSet: self.init(errSecAuthFailed, "the item needs a passcode, and the device has none")
        case .operationNotPermitted: self.init(errSecParam, "the item or key does not permit it")
        case .notDecodable: self.init(errSecDecode, "what was stored can no longer be opened")
        case .invalidKey: self.init(errSecParam, "the peer's key is no point of the curve")
        case .applicationPassword: self.init(errSecAuthFailed, "the password of the app is wrong, or is missing")
        case .quotaExceeded: self.init(errSecDiskFull, "the keychain holds as much of the access group as it takes")
        case .notAttestable: self.init(errSecUnimplemented, "the enclave states nothing of this key")
        }
    }
}
