/// Sends the requests of ``ChangePasswordProbe``.
package protocol ChangePasswordTransport: Sendable {
    /// Sends a GET without cookies or other credentials, past every cache; follows redirects to https addresses, at most twenty; and gives
    /// the last status. Throws where there is none.
    func status(of address: String) async throws -> Int
}
