public import Foundation
import DeviceProtocol

/// Adds one item to the keychain of the current device.
///
/// - Parameters:
///   - attributes: ``kSecClass``, the attributes of the item, its data under ``kSecValueData`` or a key, certificate or identity under
///     ``kSecValueRef``, its protection (``kSecAttrAccessible`` or ``kSecAttrAccessControl``), and which forms of it to return.
///   - result: Gets what was asked for by `kSecReturn…`; untouched where nothing was.
/// - Returns: ``errSecDuplicateItem`` where an item with the same primary key stands there; ``errSecMissingEntitlement`` for an access group that
///   the app is not in; ``errSecInteractionNotAllowed`` while the device is locked too deeply; ``errSecAuthFailed`` for an item that needs
///   a passcode on a device without one; ``errSecNoSuchAttr`` for an attribute that the class does not have; ``errSecParam`` for what
///   contradicts itself; ``errSecNotAvailable`` without a device.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(attributes)
        let forms = try parsed.returnForms
        let results = ItemResult(forms: forms, authentication: try parsed.authentication)
        if case .identity(let identity) = parsed.object {
            let added = try IdentityStore(parsed).add(identity, returning: forms)
            guard forms.areGivenOfNamedIdentity else { return }
            result?.pointee = try results.object(for: added) ?? result?.pointee
            return
        }
        let added = try perform(try parsed.addition(returning: forms))
        do throws(SecurityFailure) {
            result?.pointee = try results.object(for: added) ?? result?.pointee
        } catch {
            // What cannot be given back in the form that was asked for is not there either: nobody looks for what failed to be added.
            let query = ItemQuery(itemClass: nil, synchronization: .either, references: [added.reference])
            _ = try? perform(DeleteItems(query: query))
            throw error
        }
    }
}

/// Finds items in the keychain of the current device, and opens what was asked for.
///
/// - Parameters:
///   - query: What the items have, how many are wanted (``kSecMatchLimit``; one), which forms of them, and how someone may be asked.
///   - result: Of an identity under ``kSecValueRef`` the persistent reference alone, as on Apple's systems. Otherwise gets the item's form; a dictionary of forms where several were asked for; an array of either for ``kSecMatchLimitAll``
///     or a number.
/// - Returns: ``errSecItemNotFound``; ``errSecUserCanceled``; ``errSecAuthFailed``; ``errSecInteractionNotAllowed`` where someone would have to be
///   asked and may not, or the device is locked; ``errSecParam`` where a form is asked for and `result` is nil; and as ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        let forms = try parsed.returnForms
        guard forms.isEmpty || result != nil else { throw .parameter("there is no place for what is to be returned") }
        let limit = try parsed.limit
        let results = ItemResult(forms: forms, authentication: try parsed.authentication)
        var objects: [CFTypeRef] = []
        if parsed.isOfIdentities {
            let identities = try IdentityStore(parsed).find(limit.count, returning: forms)
            if case .identity = parsed.object, limit.isList || !forms.areGivenOfNamedIdentity { return }
            for identity in identities {
                if let object = try results.object(for: identity) { objects.append(object) }
            }
        } else {
            for item in try parsed.find(limit.count, returning: forms) {
                if let object = try results.object(for: item) { objects.append(object) }
            }
        }
        guard !objects.isEmpty else { return }
        result?.pointee = limit.isList ? objects as NSArray : objects[0]
    }
}

/// Changes every item that the query means, or none.
///
/// - Parameters:
///   - query: Which items, as for ``SecItemCopyMatching(_:_:)``, but without `kSecReturn…`.
///   - attributesToUpdate: What they are to have instead. A key of the query's alone, such as ``kSecClass``, is refused.
/// - Returns: As the others; ``errSecDuplicateItem`` where two items would come to have one primary key.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        let changes = try ItemDictionary(attributesToUpdate).changes()
        let query = try parsed.queryOfUpdate()
        _ = try perform(UpdateItems(query: query, changes: changes, authentication: try parsed.authenticationUse))
    }
}

/// Deletes every item that the query means. Nobody is asked, whatever protects them. Of an identity both parts are deleted; a key that other
/// certificates here belong to stays.
///
/// - Returns: ``errSecItemNotFound`` where none is meant, or those that are meant are locked; ``errSecParam`` for a limit and every other
///   `kSecMatch…`: a list of items is deleted one by one.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        // Leaving items out silently has a meaning only for finding them.
        guard try parsed.authenticationUse.interface != .skip else { throw .parameter("only finding can skip items") }
        guard !parsed.limitsOrMatches else { throw .parameter("what is deleted is chosen by no kSecMatch…") }
        if parsed.isOfIdentities {
            try IdentityStore(parsed).delete()
        } else {
            _ = try perform(DeleteItems(query: try parsed.query()))
        }
    }
}

extension ReturnForms {
    /// Of an identity that ``kSecValueRef`` names, Apple's functions give the persistent reference alone, and success without a result for the rest.
    fileprivate var areGivenOfNamedIdentity: Bool { self == .persistentReference }
}

private func status(_ body: () throws(SecurityFailure) -> Void) -> OSStatus {
    do throws(SecurityFailure) {
        try body()
        return errSecSuccess
    } catch {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}
