public import Accounts

extension AccountStorage {
    /// Accounts in the SQLite file at `path`, which is created, readable by its owner alone, where there is none.
    ///
    /// Throws when the folder does not exist, when the file belongs to another application or to a newer version of this one, and
    /// when it cannot be read or written. The file must be on a local disk.
    public static func sqlite(at path: String) throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.open(path: path))
    }

    /// Accounts that are gone when the process ends: for tests and examples.
    public static func inMemory() throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.inMemory(), isPersistent: false)
    }
}
