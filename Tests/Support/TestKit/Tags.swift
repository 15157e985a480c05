package import Testing

extension Tag {
    /// Starts processes or databases. `scripts/test` runs these suites after the others, so that each has processors to run on.
    @Tag package static var realParts: Self

    /// Drives a browser. `scripts/test` runs these suites one after the other, in a separate run.
    @Tag package static var browsers: Self

    /// Reaches every kind of request that a store answers. `scripts/test` runs these suites a second time, over PostgreSQL.
    @Tag package static var everyStore: Self
}
