/// Why a call over the system bus has no answer.
enum BusError: Error, Hashable {
    /// The bus cannot be reached, or is there no more.
    case disconnected
    /// Nobody answered in time.
    case timedOut
    /// The call was given up by whoever made it.
    case interrupted
    /// The answer was an error, by its D-Bus name.
    case refused(name: String)
    /// The answer, or a call of ours, is not of the shape that it should be.
    case malformed
}
