extension ScriptPart {
    /// Sends one thing after the other, in the order in which they were done.
    static let sending: StaticString = #"""

          const notice = document.getElementById("notice");
          const say = text => {
            notice.hidden = !text;
            if (notice.textContent !== text) notice.textContent = text;
          };

          const waiting = [];
          let isSending = false;
          // `answered` is told from which drawing on the device shows what was done; nothing where it was not heard at all.
          const send = (path, fields, answered) => {
            const last = waiting.at(-1);
            // Of several texts for one field the last one counts.
            if (last && last.path === path && last.fields.types && last.fields.types === fields.types) waiting.pop();
            waiting.push({ path, fields, answered });
            if (!isSending) sendAll();
          };
          const sendAll = async () => {
            isSending = true;
            while (waiting.length) {
              const { path, fields, answered } = waiting.shift();
              const { types, ...body } = fields;
              let version;
              try {
                const response = await fetch(path, {
                  method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json" }, redirect: "error",
                  referrerPolicy: "same-origin"
                });
                // What is refused is nowhere, and any drawing says so.
                version = Number(response.headers.get("Device-Version") ?? 0);
                say(response.ok ? "" : (await response.json()).detail ?? "That could not be done.");
              } catch {
                say("The device does not answer. Is it still running?");
              }
              answered?.(version);
            }
            isSending = false;
          };
          const act = (stand, action, types, answered) =>
            send(stand.querySelector("form.phone").getAttribute("action"), { action: JSON.stringify(action), types }, answered);

          // What was typed stands as it was typed until a drawing answers the last of it, however long that takes: an older drawing knows
          // nothing of it.
          const edits = new WeakMap();
          const drawn = stand => Number(stand.dataset.version);
          const isAwaited = input => {
            const edit = edits.get(input);
            if (!edit) return false;
            if (drawn(input.closest(".stand")) < edit.version) return true;
            edits.delete(input);
            return false;
          };
          const typed = (stand, input) => {
            const edit = { version: Infinity, isUnheard: false };
            edits.set(input, edit);
            act(stand, { type: { field: input.dataset.field, text: input.value } }, input.dataset.field, version => {
              edit.isUnheard = version === undefined;
              edit.version = version ?? Infinity;
              if (edits.get(input) === edit && input.isConnected && !isAwaited(input)) input.value = input.getAttribute("value") ?? "";
            });
          };
          // A device that was switched off and on counts its drawings anew.
          const beginAgain = stand => {
            stand.dataset.version = "0";
            for (const input of stand.querySelectorAll("input[data-field]")) {
              const edit = edits.get(input);
              if (edit && edit.version !== Infinity) edits.delete(input);
            }
          };
          // A device that is heard of again is told what it has not heard.
          const typeAgain = stand => {
            for (const input of stand.querySelectorAll("input[data-field]")) if (edits.get(input)?.isUnheard) typed(stand, input);
          };
        """#
}
