/// Something noticed at a place, before line and column are worked out.
struct Remark: Sendable {
    let code: Finding.Code
    let place: SourcePlace
    let message: String

    init(_ code: Finding.Code, at place: SourcePlace, _ message: String) {
        self.code = code
        self.place = place
        self.message = message
    }
}
