/// Where a link may lead: to our own server, or to a web address.
package enum LinkTarget: Sendable, Hashable {
    case local(LocalPath)
    case web(WebURL)

    var text: String {
        switch self {
        case .local(let path): path.text
        case .web(let url): url.text
        }
    }
}

extension LinkTarget: ExpressibleByStringLiteral {
    /// A path on our own server written in our own source.
    package init(stringLiteral literal: StaticString) {
        self = .local(LocalPath(stringLiteral: literal))
    }
}
