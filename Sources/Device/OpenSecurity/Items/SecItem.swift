public import Foundation
import DeviceProtocol

/// Adds an item to the keychain of the current device.
///
/// - Parameters:
///   - attributes: ``kSecClass``, the attributes of the item, its data for ``kSecValueData`` or a key, certificate or identity
///     for ``kSecValueRef``, its protection (``kSecAttrAccessible`` or ``kSecAttrAccessControl``), and the forms to return.
///   - result: On success, the forms requested by `kSecReturn…`. Not changed if none is requested.
/// - Returns: ``errSecDuplicateItem`` if an item with the same primary key exists; ``errSecMissingEntitlement`` if the app is not
///   in the access group; ``errSecInteractionNotAllowed`` if the lock state of the device prevents it; ``errSecAuthFailed`` for
///   an item that requires a passcode on a device without one; ``errSecNoSuchAttr`` for an attribute that the class does not
///   have; ``errSecParam`` for contradictory attributes; ``errSecNotAvailable`` without a device.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(attributes)
        let forms = try parsed.returnForms
        let results = ItemResult(forms: forms, authentication: try parsed.authentication)
        if case .identity(let identity) = parsed.object {
            let added = try IdentityStore(parsed).add(identity, returning: forms)
            guard forms.appliesToNamedIdentity else { return }
            result?.pointee = try results.object(for: added) ?? result?.pointee
            return
        }
        let added = try perform(try parsed.addition(returning: forms))
        do throws(SecurityFailure) {
            result?.pointee = try results.object(for: added) ?? result?.pointee
        } catch {
            // If the item cannot be returned in the requested form, removes it, because callers do not expect an item after a
            // failure.
            let query = ItemQuery(itemClass: nil, synchronization: .either, references: [added.reference])
            _ = try? perform(DeleteItems(query: query))
            throw error
        }
    }
}

/// Finds items in the keychain of the current device and returns the requested forms.
///
/// - Parameters:
///   - query: The conditions, the maximum number of items (``kSecMatchLimit``, by default one), the forms to return, and the
///     settings for prompts.
///   - result: On success, the form of the item, or a dictionary if several forms are requested. For ``kSecMatchLimitAll`` or a
///     number, an array of these. For an identity as ``kSecValueRef``, only the persistent reference, as on Apple's systems.
/// - Returns: ``errSecItemNotFound``; ``errSecUserCanceled``; ``errSecAuthFailed``; ``errSecInteractionNotAllowed`` if a prompt
///   is required but not allowed, or the device is locked; ``errSecParam`` if a form is requested and `result` is nil; and the
///   results of ``SecItemAdd(_:_:)``.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        let forms = try parsed.returnForms
        guard forms.isEmpty || result != nil else { throw .parameter("the query requests a result, but result is nil") }
        let limit = try parsed.limit
        let results = ItemResult(forms: forms, authentication: try parsed.authentication)
        var objects: [CFTypeRef] = []
        if parsed.isOfIdentities {
            let identities = try IdentityStore(parsed).find(limit.count, returning: forms)
            if case .identity = parsed.object, limit.isList || !forms.appliesToNamedIdentity { return }
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

/// Updates all items that match a query, or none.
///
/// - Parameters:
///   - query: The conditions, as for ``SecItemCopyMatching(_:_:)`` but without `kSecReturn…`.
///   - attributesToUpdate: The new values. Keys that are only valid in a query, such as ``kSecClass``, are rejected.
/// - Returns: The results of ``SecItemCopyMatching(_:_:)``; ``errSecDuplicateItem`` if two items would have the same primary key.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        let changes = try ItemDictionary(attributesToUpdate).changes()
        let query = try parsed.queryOfUpdate()
        _ = try perform(UpdateItems(query: query, changes: changes, authentication: try parsed.authenticationUse))
    }
}

/// Deletes all items that match a query. Requires no authentication, regardless of the protection. For an identity, both parts
/// are deleted, except a key to which other certificates belong.
///
/// - Returns: ``errSecItemNotFound`` if no item matches, or all matching items are locked; ``errSecParam`` for a limit and every
///   other `kSecMatch…` key. Delete listed items individually.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(SecurityFailure) in
        let parsed = try ItemDictionary(query)
        // Skipping items is only meaningful in a search.
        guard try parsed.authenticationUse.interface != .skip else { throw .parameter("only a search can skip items") }
        guard !parsed.limitsOrMatches else { throw .parameter("a deletion does not support kSecMatch… keys") }
        if parsed.isOfIdentities {
            try IdentityStore(parsed).delete()
        } else {
            _ = try perform(DeleteItems(query: try parsed.query()))
        }
    }
}

extension ReturnForms {
    /// Whether the form is returned for an identity as ``kSecValueRef``. Apple's functions return only the persistent reference,
    /// and success without a result for other forms.
    fileprivate var appliesToNamedIdentity: Bool { self == .persistentReference }
}

private func status(_ body: () throws(SecurityFailure) -> Void) -> OSStatus {
    do throws(SecurityFailure) {
        try body()
        return errSecSuccess
    } catch {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}
