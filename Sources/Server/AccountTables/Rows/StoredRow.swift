/// One row of an answer, as a database gives it.
package protocol StoredRow {
    var columnCount: Int { get }

    /// Nil where the database does not say.
    func name(ofColumn column: Int) -> String?

    /// What stands in a column that there is: ``StoreCell/null`` for NULL, and nil for what a column of this kind cannot hold.
    func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell?
}
