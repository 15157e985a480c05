#if PostgreSQL
extension ConnectionAddress {
    /// Which of several hosts is meant, each by itself, in the order in which they are to be tried. libpq tries them too, but waits for one that says nothing as
    /// long as it is let, and so for ever gets no further (documentation, sections 34.1.1.3 and 34.2).
    ///
    /// With `target_session_attrs=prefer-standby` they come twice: first as standbys, then as anything.
    var hosts: [ConnectionAddress] {
        guard parameters["target_session_attrs"] == "prefer-standby" else { return each }
        return ["standby", "any"].flatMap { kind in each.map { $0.setting("target_session_attrs", to: kind) } }
    }

    /// Lists that do not match are left to libpq, which says so.
    private var each: [ConnectionAddress] {
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(names.count, addresses.count)
        let isMatching = [names, addresses].allSatisfy { [0, count].contains($0.count) } && [0, 1, count].contains(ports.count)
        guard count > 1, isMatching else { return [self] }
        return (0..<count).map { place in
            setting("host", to: names.isEmpty ? nil : names[place])
                .setting("hostaddr", to: addresses.isEmpty ? nil : addresses[place])
                .setting("port", to: ports.count == count ? ports[place] : ports.first)
        }
    }

    private func list(_ keyword: String) -> [String] {
        parameters[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }
}
#endif
