extension ScriptPart {
    /// Turns what is on the page into what it should be, touching what differs alone: focus, caret and animations stay.
    static let drawing: StaticString = #"""
        "use strict";
        {
          const keyOf = node => node.nodeType === 1 ? node.dataset.key ?? node.id : "";
          const isAlike = (one, other) =>
            one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

          const draw = (old, fresh) => {
            if (old.nodeType === 3) {
              if (old.data !== fresh.data) old.data = fresh.data;
              return;
            }
            if (old.nodeType !== 1) return;
            drawAttributes(old, fresh);
            const waiting = [...old.childNodes];
            const kept = new Map(waiting.filter(keyOf).map(node => [keyOf(node), node]));
            let place = old.firstChild;
            for (const next of [...fresh.childNodes]) {
              let match = kept.get(keyOf(next));
              if (!match || !isAlike(match, next)) match = place && !keyOf(place) && isAlike(place, next) ? place : null;
              if (match) {
                if (match === place) place = place.nextSibling;
                else old.insertBefore(match, place);
                kept.delete(keyOf(match));
                draw(match, next);
              } else {
                old.insertBefore(document.importNode(next, true), place);
              }
            }
            while (place) {
              const gone = place;
              place = place.nextSibling;
              gone.remove();
            }
          };

          const drawAttributes = (old, fresh) => {
            const before = old.getAttribute("value"), wasChecked = old.hasAttribute("checked");
            // Whether a part is folded away, and the layer of the keyboard, are up to who looks.
            const isOwn = name => name === "open" || name === "class" && old.classList.contains("keyboard");
            for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isOwn(name)) old.removeAttribute(name);
            for (const { name, value } of fresh.attributes) {
              if (old.getAttribute(name) !== value && !isOwn(name)) old.setAttribute(name, value);
            }
            if (old.nodeName !== "INPUT") return;
            const value = fresh.getAttribute("value") ?? "";
            if (old.dataset.field !== undefined) {
              if (!isAwaited(old) && old.value !== value) old.value = value;
            } else if (old.type === "radio") {
              if (wasChecked !== fresh.hasAttribute("checked")) old.checked = fresh.hasAttribute("checked");
            } else if (before !== fresh.getAttribute("value")) {
              old.value = value;
            }
          };
        """#
}
