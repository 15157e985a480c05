import AssociatedDomains
import JSONText

/// What is asked about a link: a whole file, or components alone.
enum LinkQuestion {
    case file(AssociationFile)
    case components(ComponentList)

    /// Reads a file, or components where the text names no service at its top.
    init(_ text: [UInt8]) throws(InputRefusal) {
        do {
            if let file = try? AssociationFile(text), file.namesService {
                self = .file(file)
            } else {
                self = .components(try ComponentList(text))
            }
        } catch {
            throw InputRefusal(error)
        }
    }

    /// Reads a file.
    init(file text: [UInt8]) throws(InputRefusal) {
        do {
            self = .file(try AssociationFile(text))
        } catch {
            throw InputRefusal(error)
        }
    }

    func explain(_ url: LinkURL, appID: String? = nil) -> LinkExplanation {
        switch self {
        case .file(let file): file.explain(url, appID: appID)
        case .components(let components): components.explain(url)
        }
    }

    /// A link from its text.
    static func link(_ text: String) throws(InputRefusal) -> LinkURL {
        do {
            return try LinkURL(text)
        } catch {
            throw InputRefusal(error)
        }
    }
}
