package import HTTPTypes

/// Why routes do not make a table. All of these are mistakes in the source, found when the server starts.
package enum RouteTableError: Error, Equatable, Sendable {
    /// A path that is not `/` or segments each behind one slash, or a parameter twice in one path.
    case malformedPath(String)
    /// A method twice under paths that match the same requests.
    case duplicate(HTTPRequest.Method, String)
    /// Paths that match the same requests but name their parameters differently.
    case differingParameters(String, String)
    /// A route for `HEAD`, which `GET` implies.
    case headIsImplied(String)
}
