extension ScriptPart {
    /// The keys of the page. Escape folds a list above the phones, or leaves the front-most dialog. A shortcut presses the button that names it.
    static let keys: StaticString = #"""

          const leave = stand => {
            const front = frontDialog(stand) ?? stand.querySelector(".keyboard:not([inert])");
            const button = front?.querySelector("[data-leaves]");
            button?.click();
            return !!button;
          };
          document.addEventListener("keydown", event => {
            if (event.isComposing || event.defaultPrevented) return;
            const folded = event.target.closest(".reset, .shortcuts, .parts");
            if (folded) {
              if (event.key !== "Escape" || !folded.open || folded.matches(".reset")) return;
              folded.open = false;
              folded.querySelector("summary").focus();
              return;
            }
            const stand = event.target.closest(".stand") ?? touched ?? document.querySelector(".stand");
            if (!stand) return;
            if (event.key === "Escape") {
              if (leave(stand)) event.preventDefault();
              touched = stand;
              return;
            }
            if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
            // The code names the key, because Alt changes the letter that it types on a Mac.
            const [, letter, digit] = /^(?:Key([A-Z])|Digit([1-9]))$/.exec(event.code) ?? [];
            const other = digit && document.querySelectorAll(".stand")[digit - 1];
            const button = letter && stand.querySelector(`[aria-keyshortcuts="Alt+Shift+${letter}"]`);
            if (other) {
              touched = other;
              other.querySelector(".screen").focus();
              followFocus(other);
            } else if (button && !button.disabled) {
              touched = stand;
              button.click();
            }
            if (other || button) event.preventDefault();
          });
        """#
}
