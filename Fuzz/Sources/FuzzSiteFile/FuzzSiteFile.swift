internal import AssociatedDomains
internal import FuzzInput
internal import PasswordManager

/// Parses the files about single sites. The first byte chooses the kind of file.
///
/// A file is parsed completely or rejected with one line. Every site has a canonical host name. The result is deterministic.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSiteFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let kind = choices.byte() % 4
    let bytes = choices.rest()
    switch kind {
    case 0:
        guard let groups = read({ () throws(QuirkFileError) in try QuirkFile.sharedCredentials(bytes) }) else { return 0 }
        let sharing = SharedCredentials(groups)
        for host in groups.flatMap({ $0.from.union($0.to) }) {
            check(host)
            promise(sharing.destinations(of: host).isSubset(of: sharing.relatives(of: host)), "who may fill a password may know it")
            promise(sharing.destinations(of: host).contains(host), "a site shares with itself")
        }
    case 1: read { () throws(QuirkFileError) in try QuirkFile.sites(bytes) }?.forEach(check)
    case 2:
        let isRead = (try? QuirkFile.passwordRules(bytes)) != nil
        promise(((try? QuirkFile.passwordRules(bytes)) != nil) == isRead, "the same bytes say the same")
    default:
        let addresses = read { () throws(QuirkFileError) in try QuirkFile.changePasswordAddresses(bytes) } ?? [:]
        for (host, address) in addresses {
            check(host)
            promise(address.hasPrefix("https://"), "an address is one of https")
        }
    }
    return 0
}

private func read<Value: Equatable>(_ body: () throws(QuirkFileError) -> Value) -> Value? {
    do throws(QuirkFileError) {
        let value = try body()
        promise((try? body()) == value, "the same bytes say the same")
        return value
    } catch {
        promise(!error.description.contains("\n"), "a rejection is a line")
        return nil
    }
}

private func check(_ host: DomainName) {
    promise((try? DomainName(host.text)) == host, "a site has one spelling")
}
