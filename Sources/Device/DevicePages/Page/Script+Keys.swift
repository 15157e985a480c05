extension ScriptPart {
    /// The keys of the page. Escape leaves the front-most dialog. A shortcut presses the button that names it.
    static let keys: StaticString = #"""

          const leave = stand => {
            const front = frontDialog(stand) ?? stand.querySelector(".keyboard:not([inert])");
            const button = front?.querySelector("[data-leaves]");
            button?.click();
            return !!button;
          };
          document.addEventListener("keydown", event => {
            if (event.isComposing || event.defaultPrevented || event.target.closest(".reset, .shortcuts")) return;
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

    /// The guided tour, the size of the phones, and the app that the address names.
    static let story: StaticString = #"""

          // A drawing of any phone names all steps that have happened.
          const checkOff = stand => {
            const happened = (stand.dataset.tour ?? "").split(" ");
            for (const step of document.querySelectorAll("#tour .step")) {
              if (!happened.includes(step.dataset.step)) continue;
              step.classList.add("done");
              step.querySelector(".state").hidden = false;
            }
          };
          // Restarted phones begin the story again.
          const beginTourAgain = () => {
            for (const step of document.querySelectorAll("#tour .step")) {
              step.classList.remove("done");
              step.querySelector(".state").hidden = true;
            }
          };

          // A browser can deny the storage.
          const size = {
            get isActual() { try { return localStorage.getItem("phones") === "actual"; } catch { return false; } },
            set isActual(is) { try { localStorage.setItem("phones", is ? "actual" : "fit"); } catch {} }
          };
          const showFit = (isActual = size.isActual) => {
            document.documentElement.classList.toggle("actual", isActual);
            document.getElementById("fit")?.setAttribute("aria-pressed", String(!isActual));
          };
          document.addEventListener("click", event => {
            if (!event.target.closest("#fit")) return;
            const isActual = !document.documentElement.classList.contains("actual");
            size.isActual = isActual;
            showFit(isActual);
          });

          const followDeepLink = () => {
            const link = document.getElementById("deep-link");
            if (!link) return;
            link.requestSubmit(link.querySelector("button"));
            link.remove();
            const address = new URL(location);
            address.searchParams.delete("app");
            history.replaceState(null, "", address);
          };
        """#
}
