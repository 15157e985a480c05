package import AssociatedDomains

/// What the person set.
package struct AutoFillSettings: Hashable, Sendable {
    /// Whether anything is offered or saved at all.
    package var isOn: Bool
    /// Hosts for which the person wants no passwords saved.
    package var neverSaved: Set<DomainName>

    package init(isOn: Bool = true, neverSaved: Set<DomainName> = []) {
        self.isOn = isOn
        self.neverSaved = neverSaved
    }
}
