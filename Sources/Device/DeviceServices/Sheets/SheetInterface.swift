/// What a person sees sheets on and answers them by: a script, a terminal, a screen.
package protocol SheetInterface: Sendable {
    /// Shows the sheet and returns. `answer` may be called from any thread, at once or later; only the first call counts, and none after
    /// `hide`. Several sheets may be shown at once, for several apps.
    func show(_ sheet: Sheet, answer: @escaping @Sendable (SheetAnswer) -> Void)
    func hide(_ sheet: Sheet)
}
