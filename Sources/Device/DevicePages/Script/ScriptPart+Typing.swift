extension ScriptPart {
    /// What is typed into fields, by a keyboard or by the drawn one, and which field has the focus.
    static let typing: StaticString = #"""

          let touched = null;
          const asked = new WeakMap();

          const fieldWithFocus = stand => stand.querySelector("input[data-focused]");
          const isOfApp = element => element?.dataset?.field !== undefined;

          // The device says which field has the focus; here it follows, in the phone that was used last.
          const followFocus = stand => {
            const wanted = fieldWithFocus(stand), active = document.activeElement;
            // The person has tapped into another field, and no drawing knows of it yet.
            if (asked.has(stand)) {
              if (drawn(stand) < asked.get(stand).version) return;
              asked.delete(stand);
            }
            const isHere = stand.contains(active);
            if (isHere && isOfApp(active) && active !== wanted) {
              if (wanted) wanted.focus({ preventScroll: true });
              else active.blur();
            } else if (stand === touched && (active === document.body || !active)) {
              const front = [...stand.querySelectorAll("[role=dialog]")].findLast(dialog => !dialog.closest("[inert]"));
              const inFront = front?.querySelector("input:not([type=hidden]):not([type=radio]), button");
              (inFront ?? (wanted?.closest("[inert]") ? null : wanted) ?? stand.querySelector(".screen")).focus({ preventScroll: true });
            }
          };

          const insert = (input, key) => {
            const { selectionStart: start, selectionEnd: end } = input;
            if (key === "erase") input.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
            else input.setRangeText(key, start, end, "end");
            input.dispatchEvent(new Event("input", { bubbles: true }));
          };
          const press = key => {
            const stand = key.closest(".stand"), keyboard = key.closest(".keyboard"), types = key.dataset.types;
            const input = key.dataset.keyOf ? document.getElementById(key.dataset.keyOf) : fieldWithFocus(stand);
            if (!input) return;
            if (types === "shift") keyboard.classList.toggle("shifted");
            else if (types === "123" || types === "abc") keyboard.classList.toggle("numeric", types === "123");
            else if (types === "return") act(stand, { submit: { field: input.dataset.field } });
            else {
              insert(input, keyboard?.classList.contains("shifted") ? types.toUpperCase() : types);
              keyboard?.classList.remove("shifted");
            }
            if (keyboard) input.focus({ preventScroll: true });
          };

          // Without asking the browser for a right, which it may deny.
          const copy = button => {
            const put = event => {
              event.clipboardData.setData("text/plain", button.dataset.copies);
              event.preventDefault();
            };
            getSelection().selectAllChildren(button);
            document.addEventListener("copy", put, { once: true });
            button.textContent = document.execCommand("copy") ? "Copied" : "Not Copied";
            document.removeEventListener("copy", put);
            getSelection().removeAllRanges();
            setTimeout(() => { button.textContent = "Copy Code"; }, 1500);
          };

          document.addEventListener("pointerdown", event => {
            touched = event.target.closest(".stand") ?? touched;
            // The field keeps the focus while keys are pressed.
            if (event.target.closest("[data-types]")) event.preventDefault();
          });
          document.addEventListener("click", event => {
            const key = event.target.closest("[data-types]");
            if (key) press(key);
            const button = event.target.closest("[data-copies]");
            if (button) copy(button);
          });
          document.addEventListener("focusin", event => {
            const stand = event.target.closest(".stand"), field = event.target.dataset.field;
            touched = stand ?? touched;
            if (field === undefined || fieldWithFocus(stand)?.dataset.field === field) return;
            const question = { version: Infinity };
            asked.set(stand, question);
            act(stand, { focus: { field } }, undefined, version => {
              question.version = version ?? 0;
              if (asked.get(stand) === question) followFocus(stand);
            });
          });
          document.addEventListener("input", event => {
            if (isOfApp(event.target)) typed(event.target.closest(".stand"), event.target);
          });
          document.addEventListener("keydown", event => {
            if (event.key !== "Enter" || event.isComposing) return;
            const { field, submits } = event.target.dataset;
            if (field !== undefined) {
              event.preventDefault();
              act(event.target.closest(".stand"), { submit: { field } });
            } else if (submits) {
              event.preventDefault();
              const form = event.target.form;
              form.requestSubmit([...form.elements].find(e => e.name === "composition" && e.value === submits));
            }
          });
        """#
}
