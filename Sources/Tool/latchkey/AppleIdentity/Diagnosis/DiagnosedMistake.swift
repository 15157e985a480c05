import AppleIdentity
import JSONText

/// Something that is or may be wrong, from whichever part of the library found it.
struct DiagnosedMistake {
    let code: String
    let certainty: RefusalCause.Certainty
    let message: String
    let remedy: String

    init(code: String, certainty: RefusalCause.Certainty, message: String, remedy: String) {
        self.code = code
        self.certainty = certainty
        self.message = message
        self.remedy = remedy
    }

    init(_ cause: RefusalCause) {
        code = cause.code.rawValue
        certainty = cause.certainty
        message = cause.explanation
        remedy = cause.remedy
    }

    init(_ error: CredentialError) {
        code = error.code.rawValue
        certainty = .certain
        message = error.reason
        remedy = error.remedy
    }

    init(_ error: RedirectURIError) {
        code = "redirect-uri-" + error.code.rawValue
        certainty = .certain
        message = error.description
        remedy = "Register an https URL of a domain name, and send it byte for byte."
    }

    var json: JSONValue {
        [
            "code": .string(code), "certainty": .string(certainty.name), "message": .string(message),
            "remedy": .string(remedy),
        ]
    }
}
