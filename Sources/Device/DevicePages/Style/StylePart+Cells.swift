extension StylePart {
    /// Rows on rounded ground, in Settings and on sheets.
    static let cells: StaticString = """
        .cells { overflow: hidden; margin-bottom: 1.125rem; border-radius: 1rem; background: var(--ios-cell); }
        .cells-title { padding: 0 1rem 0.4375rem; font-size: 0.875rem; color: var(--ios-soft); text-align: left; }
        fieldset.cells { overflow: visible; background: none; width: 100%; }
        fieldset.cells .cell { background: var(--ios-cell); }
        fieldset.cells legend + .cell { border-radius: 1rem 1rem 0 0; }
        fieldset.cells .cell:last-child { border-radius: 0 0 1rem 1rem; }
        .cell { display: flex; align-items: center; gap: 0.8125rem; width: 100%; min-height: 3.125rem; padding: 0.625rem 1rem; color: var(--ios-label); text-align: left; }
        .cells > * + *, .cells .cell + .cell { box-shadow: inset 0 1px 0 var(--ios-line); }
        fieldset.cells > legend + .cell { box-shadow: none; }
        button.cell:hover, summary.cell:hover, .choice:hover { background: var(--ios-sunk) !important; }
        .cell:focus-visible { outline-offset: -3px; border-radius: 1rem; }
        .cell > .glyph:last-child { font-size: 0.875rem; color: var(--ios-soft); stroke-width: 2.4; }
        .what { flex: 1; min-width: 0; display: grid; }
        .what strong { font-weight: 600; }
        .what small { font-size: 0.8125rem; color: var(--ios-soft); }
        .what small.warning { display: flex; gap: 0.25rem; color: var(--ios-warn); }
        .what small.warning .glyph { margin-top: 0.0625rem; font-size: 0.8125rem; }
        .cell.account { padding-block: 0.875rem; }
        .cell.account strong { font-size: 1.1875rem; }
        .face { flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; color: #fff; font-size: 1.375rem; background: linear-gradient(180deg, #aab0c0, #6d7487); }
        .cell.centred { justify-content: center; text-align: center; }
        .destructive { color: var(--ios-red); }
        .small { flex: none; min-height: 2.25rem; padding: 0.25rem 0.75rem; border-radius: 1.125rem; font-size: 0.875rem; font-weight: 600; background: var(--ios-sunk); }
        .tile.small { padding: 0; min-height: 0; }
        .small.destructive:hover { color: #fff; background: #b71c28; }
        .cell .tile:not(.small) { width: 2.375rem; height: 2.375rem; border-radius: 0.625rem; font-size: 1.1875rem; }
        .switch { flex: none; width: 3.1875rem; height: 1.9375rem; padding: 0.125rem; border-radius: 1rem; background: var(--ios-off); }
        .switch.on { background: var(--ios-green); }
        .switch span { display: block; width: 1.6875rem; height: 1.6875rem; border-radius: 50%; background: #fff; box-shadow: 0 2px 5px rgb(0 0 0 / 25%); }
        .switch.on span { margin-left: 1.25rem; }
        .footnote { padding: 0 1rem 1.125rem; font-size: 0.8125rem; line-height: 1.4; color: var(--ios-soft); }
        .settings > .text.error { padding: 0 1rem 0.875rem; }
        .back { display: inline-flex; align-items: center; gap: 0.125rem; min-height: 2.5rem; margin-left: -0.375rem; padding-right: 0.75rem; border-radius: 0.75rem; color: var(--ios-tint); font-size: 1.0625rem; }
        .back .glyph { stroke-width: 2.4; }
        .profile { display: grid; justify-items: center; gap: 0.625rem; padding: 0.25rem 0 1.5rem; font-size: 1.1875rem; font-weight: 600; }
        .profile .face { width: 5.25rem; height: 5.25rem; font-size: 2.625rem; }
        .entry label { flex: none; width: 5.25rem; font-weight: 500; }
        .entry input { flex: 1; min-width: 0; min-height: 1.875rem; padding: 0; border: 0; background: none; }
        .entry input:focus { outline: none; }
        .entry:focus-within { box-shadow: inset 0 0 0 2px var(--ios-tint) !important; border-radius: 1rem !important; }
        .choice { cursor: pointer; }
        .choice input { appearance: none; flex: none; width: 1.5rem; height: 1.5rem; margin: 0; border: 1.5px solid var(--ios-soft); border-radius: 50%; }
        .choice input:checked { border: 0.4375rem solid var(--ios-tint); }
        .closed { display: grid; justify-items: center; gap: 0.75rem; padding: 4.5rem 0 0; text-align: center; color: var(--ios-soft); }
        .password summary { list-style: none; cursor: pointer; }
        .password summary::-webkit-details-marker { display: none; }
        .password dl { display: grid; grid-template-columns: auto 1fr; gap: 0.375rem 1rem; padding: 0.25rem 1rem 0.75rem 3.6875rem; font-size: 0.9375rem; }
        .password dt { color: var(--ios-soft); }
        .password dd { grid-column: 2; overflow-wrap: anywhere; }
        .password > .footnote { padding: 0 1rem 0.75rem 3.6875rem; }
        .password .small { margin: 0 1rem 0.875rem 3.6875rem; }
        .password summary .small { margin: 0; }
        .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; letter-spacing: 0; }

        """
}
