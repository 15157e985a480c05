import Markup

/// The paths of the admin interface that pages link to.
enum AdminPath {
    static let certificate: LocalPath = "/emulator/ca.pem"
}
