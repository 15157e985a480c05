extension AssociationFileReader {
    /// Reads `apple-app-site-association` files as ``AssociationFile`` does.
    public static let standard = AssociationFileReader { bytes in
        do throws(AssociationFileError) {
            let file = try AssociationFile(bytes)
            return .sound { app, service in file.names(app, for: service) }
        } catch {
            return .broken(error.description)
        }
    }
}
