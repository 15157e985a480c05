package import JSONText

/// What is wrong with one part of a request: an element of the member `errors` of a problem document.
package struct FieldProblem: Hashable, Sendable {
    /// Where the part stands.
    package enum Place: Hashable, Sendable {
        /// A path within a JSON body (RFC 6901), as the member `pointer`.
        case pointer(JSONPointer)
        /// The name of a form field, as the member `field`.
        case field(String)
        /// The name of a query parameter, as the member `parameter`.
        case parameter(String)
    }

    /// Where.
    package let place: Place
    /// A stable code: that of ``JSONReadingError``, ``FormError`` or ``ProblemCode``.
    package let code: String
    /// One sentence for a person. Never quotes a value.
    package let message: String

    /// Says that the part at `place` has the problem `code`.
    package init(_ place: Place, code: String, message: String) {
        self.place = place
        self.code = code
        self.message = message
    }
}
