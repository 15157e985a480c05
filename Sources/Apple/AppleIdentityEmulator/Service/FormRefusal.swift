/// Why a query or body could not be read. Positions are byte offsets.
public enum FormRefusal: Error, Sendable, Hashable {
    case tooLarge
    case tooManyFields
    case badEscape(position: Int)
    case notUTF8(position: Int)
    case repeated(String)
}

extension AppleServiceError {
    /// The answer to a request whose parameters could not be read.
    public init(_ refusal: FormRefusal) {
        let reason =
            switch refusal {
            case .tooLarge: "the parameters have more than \(FormValues.byteLimit) bytes"
            case .tooManyFields: "there are more than \(FormValues.fieldLimit) parameters"
            case .badEscape(let position): "byte \(position) begins a percent escape without two hexadecimal digits"
            case .notUTF8(let position): "the text from byte \(position) is not UTF-8"
            case .repeated(let name): "the parameter \(name) is given twice (RFC 6749 section 3.1)"
            }
        self.init(.invalidRequest, because: reason)
    }
}
