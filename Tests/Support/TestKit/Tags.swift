package import Testing

extension Tag {
    /// Starts processes or databases. `scripts/test` runs these suites after those that need only the process of the tests.
    @Tag package static var realParts: Self

    /// Drives a browser. `scripts/test` runs one test at once for each processor.
    @Tag package static var browsers: Self

    /// Reaches a part of the account store through the server. `scripts/test` runs these suites a second time, over PostgreSQL: at most
    /// 120 tests, because the store's own suites run over both engines anyway.
    @Tag package static var everyStore: Self
}
