import ArgumentParser
import AssociatedDomains

/// Where the daemon's memory is, and how it reaches sites.
struct DaemonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where the daemon's memory is.", valueName: "file"))
    var state = Self.defaultState

    @Flag(help: "Ask the sites themselves instead of Apple's network.")
    var direct = false

    @OptionGroup var site: SiteOptions

    static let defaultState = "associated-domains.json"

    var policy: DaemonPolicy { DaemonPolicy(route: direct ? .direct : .network) }
}
