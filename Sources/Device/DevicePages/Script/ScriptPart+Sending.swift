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
          const send = (path, fields) => {
            const last = waiting.at(-1);
            // Of several texts for one field the last one counts.
            if (last && last.path === path && last.fields.types && last.fields.types === fields.types) waiting.pop();
            waiting.push({ path, fields });
            if (!isSending) sendAll();
          };
          const sendAll = async () => {
            isSending = true;
            while (waiting.length) {
              const { path, fields } = waiting.shift();
              const { types, ...body } = fields;
              try {
                const response = await fetch(path, {
                  method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json" }, redirect: "error",
                  referrerPolicy: "same-origin"
                });
                say(response.ok ? "" : (await response.json()).detail ?? "That could not be done.");
              } catch {
                say("The device does not answer. Is it still running?");
              }
            }
            isSending = false;
          };
          const act = (stand, action, types) =>
            send(stand.querySelector("form.phone").getAttribute("action"), { action: JSON.stringify(action), types });

          // A text stands as it was typed until the device shows the same, or has had time to say otherwise.
          const patience = 1500;
          const awaited = new WeakMap();
          const isAwaited = input => {
            const wanted = awaited.get(input);
            if (!wanted) return false;
            const shown = input.getAttribute("value") ?? "";
            if (shown === wanted.text || performance.now() > wanted.until) {
              awaited.delete(input);
              return false;
            }
            return true;
          };
          const typed = (stand, input) => {
            const until = performance.now() + patience;
            awaited.set(input, { text: input.value, until });
            setTimeout(() => {
              if (awaited.get(input)?.until === until) {
                awaited.delete(input);
                input.value = input.getAttribute("value") ?? "";
              }
            }, patience);
            act(stand, { type: { field: input.dataset.field, text: input.value } }, input.dataset.field);
          };
        """#
}
