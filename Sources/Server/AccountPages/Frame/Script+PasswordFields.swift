package import Markup

extension Script {
    /// The script of fields for passwords: a box shows what is typed, and a meter estimates a new password.
    ///
    /// The estimate is made in the browser, so the password does not leave the field before the form is sent. It is deliberately
    /// low where a password looks like words, and the server, which has dictionaries, decides. The tests compare it with
    /// `StrengthEstimator`.
    package static let passwordFields = Script(
        #"""
        "use strict";
        (() => {
          // A password is visible while its box is checked, and never when the form is sent or the page is left: a browser may
          // keep the text of a visible field.
          for (const row of document.querySelectorAll("[data-reveals]")) {
            const field = document.getElementById(row.dataset.reveals);
            const box = row.querySelector("input");
            const show = isShown => {
              box.checked = isShown;
              field.type = isShown ? "text" : "password";
            };
            show(false);
            row.hidden = false;
            box.addEventListener("change", () => show(box.checked));
            field.form.addEventListener("submit", () => show(false));
            window.addEventListener("pagehide", () => show(false));
          }

          // The decimal logarithms of guesses: for a character, a pattern and each of its characters after the third, a part that
          // occurs a second time, a word, a year, digits, a date, and the user name.
          const cost = {
            character: 1, pattern: 1.5, step: 0.15, repetition: 1, word: 1.95, common: 1, lookalike: 0.3, year: 2.48, digits: 4,
            date: 4, name: 0.5,
          };

          // Neighbours on Latin keyboards, with and without shift. Each row is half a key to the right of the one above it.
          const layouts = [
            ["`1234567890-=", " qwertyuiop[]\\", " asdfghjkl;'", " zxcvbnm,./"],
            ["~!@#$%^&*()_+", " qwertzuiop{}|", " asdfghjkl:\"", " yxcvbnm<>?"],
            [" 1234567890", " azertyuiop", " qsdfghjklm", " wxcvbn"],
          ].map(rows => new Map(rows.flatMap((keys, row) => [...keys].map((key, index) => [key, { x: 2 * index + row, y: row }]))));
          const areNeighbours = (one, other) => one !== " " && other !== " " && layouts.some(places => {
            const [a, b] = [places.get(one), places.get(other)];
            return a && b && Math.abs(a.x - b.x) <= 2 && Math.abs(a.y - b.y) <= 1;
          });
          const distance = (one, other) => other.codePointAt(0) - one.codePointAt(0);
          const follows = (part, rule) => part.every((character, index) => index === 0 || rule(part[index - 1], character));

          // One character again and again, an alphabet in either direction, or a path on a keyboard.
          const isPattern = part => {
            const step = distance(part[0], part[1]);
            const isAlphabet = Math.abs(step) <= 2 && follows(part, (one, other) => distance(one, other) === step);
            return isAlphabet || follows(part, areNeighbours);
          };

          // There is no dictionary here. Letters count as a word if they look like one: at most eight, with a vowel, and with
          // consonants only next to those that follow each other in words. Inside a word, a look-alike counts as its letter.
          const lookalikes = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s", "!": "i", "+": "t" };
          const pairs = new Set((
            "bl br bs bt ch ck cl cr cs ct dg dl dr ds dw fl fr ft gh gl gn gr gs ht kn ks lb lc ld lf lg lk lm ln lp"
            + " ls lt lv lw mb mn mp ms nc nd nf ng nh nj nk nl nm np nq nr ns nt nv nw nz ph pl pr ps pt rb rc rd rf rg"
            + " rh rj rk rl rm rn rp rs rt rv rw rz sc sh sk sl sm sn sp sq st sw tc th tl tm tn tr ts tw tz wb wd wh wk"
            + " wl wn wr ws xc xp xt").split(" "));
          const commonWords = new Set((
            "pass password word secret love lover angel monkey dragon master shadow welcome letmein login admin user"
            + " test hello sunshine princess football baseball soccer superman batman charlie michael jordan thomas"
            + " daniel robert jennifer jessica ashley summer winter spring flower freedom computer internet chocolate"
            + " cookie coffee purple orange yellow silver golden birthday mother father iloveyou fuck qwerty abc spring"
            + " friend friends family happy lucky money magic star wolf tiger").split(" "));
          const isConsonant = letter => /[bcdfghjklmnpqrstvwxz]/.test(letter);
          const isWord = part => {
            if (part.length > 8 || !/\p{L}/u.test(part[0]) || !/\p{L}/u.test(part.at(-1))) return false;
            const letters = part.map(character => lookalikes[character] ?? character);
            return letters.every(letter => /[\p{L}\p{M}']/u.test(letter)) && !letters.every(isConsonant)
              && letters.every((letter, index) => {
                const next = letters[index + 1];
                if (next === undefined || letter === next || !isConsonant(letter)) return true;
                return letter === "q" ? next === "u" : !isConsonant(next) || pairs.has(letter + next);
              });
          };

          // Returns the lowest cost of a part of the password.
          const costOf = (part, before) => {
            if (part.length === 1) return cost.character;
            const text = part.join("");
            const costs = [part.length * cost.character];
            if (part.length >= 3 && isPattern(part)) costs.push(cost.pattern + (part.length - 3) * cost.step);
            if (part.length >= 3 && before.includes(text)) costs.push(cost.repetition);
            const letters = part.map(character => lookalikes[character] ?? character).join("");
            const disguise = part.filter(character => lookalikes[character]).length * cost.lookalike;
            if (isWord(part)) costs.push(cost.word + disguise);
            if (commonWords.has(letters)) costs.push(cost.common + disguise);
            if (/^(18|19|20)\d\d$/.test(text)) costs.push(cost.year);
            if (/^\d{1,8}$/.test(text)) costs.push(cost.digits);
            if (/^\d{1,4}([-\/._ ])\d{1,2}\1\d{1,4}$/.test(text)) costs.push(cost.date);
            return Math.min(...costs);
          };

          // Returns the decimal logarithm of the guesses that the password withstands: the cheapest way to divide it into parts.
          const guessesOf = (password, names) => {
            let rest = password.toLowerCase().normalize("NFC");
            let known = 0;
            for (const name of names) {
              if (!rest.includes(name)) continue;
              rest = rest.replaceAll(name, "");
              known = cost.name;
            }
            const text = [...rest].slice(0, 64);
            const lowest = [known];
            for (let end = 1; end <= text.length; end++) {
              lowest[end] = Infinity;
              for (let start = 0; start < end; start++) {
                const before = text.slice(0, start).join("");
                lowest[end] = Math.min(lowest[end], lowest[start] + costOf(text.slice(start, end), before));
              }
            }
            return lowest[text.length];
          };
          const scoreOf = guesses => [3, 6, 8, 10].filter(threshold => guesses >= threshold).length;

          // The user name and the part before its at sign, which the server counts as the first guesses.
          const ownNames = () => {
            const name = document.getElementById("username")?.value.toLowerCase() ?? "";
            return [name, name.split("@")[0]].filter(part => part.length >= 3);
          };

          for (const meter of document.querySelectorAll("[data-measures]")) {
            const field = document.getElementById(meter.dataset.measures);
            const words = meter.querySelector("[role=status]");
            const measure = () => {
              const missing = meter.dataset.needed - scoreOf(guessesOf(field.value, ownNames()));
              const level = missing > 1 || [...field.value].length < field.minLength ? "weak" : missing === 1 ? "fair" : "strong";
              const text = field.value ? meter.dataset[level] : "";
              if (field.value) meter.dataset.level = level;
              else delete meter.dataset.level;
              // Screen readers announce each change of the text.
              if (words.textContent !== text) words.textContent = text;
            };
            meter.hidden = false;
            field.addEventListener("input", measure);
            document.getElementById("username")?.addEventListener("input", measure);
            measure();
          }
        })();
        """#)
}
