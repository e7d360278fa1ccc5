// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The parts of an audit that run in the page; each gives an array of sentences.
///
/// They leave nothing behind in the page, and need no rule of its policy to be loosened.
enum PageScripts {
  /// How an element is called in a sentence, and whether it is seen.
  static let words = """
    const words = element => {
      if (!element.tagName) return "a text";
      const id = element.id ? "#" + element.id : "";
      const type = element.getAttribute("type");
      const classes = [...element.classList].map(name => "." + name).join("");
      const isFilled = !["checkbox", "radio"].includes(type) && element.value;
      const text = (element.textContent || isFilled || "").trim().replace(/\\s+/g, " ");
      return "<" + element.tagName.toLowerCase() + id + classes + (type ? " type=" + type : "")
        + ">" + (text ? " \\u201c" + text.slice(0, 40) + "\\u201d" : "");
    };
    const isSeen = element => {
      if (!element.checkVisibility(
        {opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true}))
        return false;
      // What is there for the ears alone is cut to a dot.
      for (let each = element; each; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.clipPath === "inset(50%)" || style.clipPath === "inset(100%)") return false;
        if (style.position === "absolute" && /^rect\\((0px|1px)(, |\\s)\\1\\2/.test(style.clip))
          return false;
        const box = each.getBoundingClientRect();
        if (box.width <= 1 && box.height <= 1 && style.overflowX !== "visible") return false;
      }
      return true;
    };
    // A control that its own label stands for, such as that of a file.
    const isShown = element => isSeen(element) || [...element.labels ?? []].some(isSeen);
    """

  static let contrast = """
    (async () => {
      \(words)
      // What is still fading has no colour yet. Where nothing is drawn, such as in what is folded up, an
      // animation ends without keeping its promise to say so.
      const isFading = () => document.getAnimations().some(each =>
        each.playState === "running" && each.effect?.getComputedTiming().endTime < 10000);
      for (const end = performance.now() + 30000; isFading() && performance.now() < end;)
        await new Promise(done => setTimeout(done, 20));
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
      const known = new Map();
      const colour = text => {
        const plain = /^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/.exec(text);
        if (plain) return [+plain[1], +plain[2], +plain[3], +(plain[4] ?? 1)];
        if (!known.has(text)) {
          canvas.clearRect(0, 0, 1, 1);
          canvas.fillStyle = text;
          canvas.fillRect(0, 0, 1, 1);
          const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
          known.set(text, [r, g, b, a / 255]);
        }
        return known.get(text);
      };
      const over = ([r, g, b, a], under) => [
        r * a + under[0] * (1 - a), g * a + under[1] * (1 - a), b * a + under[2] * (1 - a), 1];
      const mix = (upper, under, share) => over([upper[0], upper[1], upper[2], share], under);
      const light = ([r, g, b]) => [r, g, b].map(each => each / 255)
        .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
        .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
      const ratio = (a, b) => {
        const [x, y] = [light(a), light(b)];
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      };
      const root = document.documentElement;
      const isDark = getComputedStyle(root).colorScheme.includes("dark")
        && (!getComputedStyle(root).colorScheme.includes("light")
          || matchMedia("(prefers-color-scheme: dark)").matches);
      const page = matchMedia("(forced-colors: active)").matches || isDark
        ? (() => {
          const probe = document.createElement("i");
          probe.style.cssText = "display: none; background: Canvas; color-scheme: inherit";
          root.append(probe);
          const found = colour(getComputedStyle(probe).backgroundColor);
          probe.remove();
          return found;
        })() : [255, 255, 255, 1];
      // What a style paints over each of these colours; null where it paints a picture.
      const painted = (style, unders) => {
        let all = unders.map(under => over(colour(style.backgroundColor), under));
        if (style.backgroundImage === "none") return all;
        if (/url\\(|image-set|element\\(|paint\\(/.test(style.backgroundImage)) return null;
        const stops = style.backgroundImage.match(
          /(?:rgba?|hsla?|oklch|oklab|lch|lab|color)\\([^()]*\\)/g) ?? [];
        all = stops.flatMap(stop => all.map(under => over(colour(stop), under)));
        return all.slice(0, 64);
      };
      // Pairs of text and what is behind it, as they come out of all groups with an opacity.
      const pairs = (chain, ink, extra) => {
        const go = (index, unders) => {
          if (index === chain.length) {
            if (extra) unders = painted(extra, unders);
            return unders && unders.map(under => [over(ink, under), under]);
          }
          const style = getComputedStyle(chain[index]);
          const share = +style.opacity;
          const all = [];
          for (const under of unders) {
            const here = painted(style, [under]);
            const found = here && go(index + 1, here);
            if (!found) return null;
            for (const [text, back] of found)
              all.push([mix(text, under, share), mix(back, under, share)]);
          }
          return all;
        };
        return go(0, [page]);
      };
      const chainOf = element => {
        const chain = [];
        for (let each = element; each; each = each.assignedSlot ?? each.parentElement
          ?? each.getRootNode().host) chain.unshift(each);
        return chain;
      };
      const troubles = new Set();
      const judge = (element, ink, style, what, extra) => {
        if (element.closest(":disabled, [aria-disabled=true], [inert]")) return;
        const found = pairs(chainOf(element), ink, extra);
        if (!found) {
          troubles.add("contrast over a picture cannot be judged: " + what);
          return;
        }
        const size = parseFloat(style.fontSize);
        const wanted = size >= 24 || size >= 18.66 && +style.fontWeight >= 700 ? 3 : 4.5;
        const worst = found.map(pair => ratio(...pair)).sort((a, b) => a - b)[0];
        // Rounded up it could look like enough.
        if (worst < wanted) troubles.add(
          "contrast " + Math.floor(worst * 100) / 100 + " < " + wanted + ": " + what);
      };
      const backOfDrawing = element => {
        // The last shape before a text in a drawing that its middle is in.
        const box = element.getBoundingClientRect();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        let back = null;
        for (const shape of element.ownerSVGElement.querySelectorAll(
          "rect, circle, ellipse, path, polygon")) {
          if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
          const area = shape.getBoundingClientRect();
          const style = getComputedStyle(shape);
          if (style.fill !== "none" && +style.fillOpacity > 0 && area.left <= x && x <= area.right
            && area.top <= y && y <= area.bottom) back = style.fill;
        }
        return back && {backgroundColor: back, backgroundImage: "none"};
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const node = texts.currentNode, element = node.parentElement;
        if (!node.data.trim() || !isSeen(element)) continue;
        range.selectNodeContents(node);
        if (![...range.getClientRects()].some(box => box.width > 0 && box.height > 0)) continue;
        const style = getComputedStyle(element);
        if (element.ownerSVGElement) {
          if (style.fill === "none") continue;
          judge(element, colour(style.fill), style, words(element), backOfDrawing(element));
        } else judge(element, colour(style.color), style, words(element));
      }
      for (const element of document.querySelectorAll("input, textarea, select")) {
        if (!isSeen(element) || ["range", "checkbox", "radio", "color", "image", "hidden"]
          .includes(element.type)) continue;
        const isHint = !element.value && element.placeholder;
        const style = getComputedStyle(element, isHint ? "::placeholder" : null);
        if (!isHint && !element.value) continue;
        const ink = colour(style.color);
        if (isHint) ink[3] *= +style.opacity;
        judge(element, ink, style, words(element) + (isHint ? " its placeholder" : ""));
      }
      for (const element of document.querySelectorAll("body, body *")) {
        for (const part of ["::before", "::after"]) {
          const style = getComputedStyle(element, part);
          if (!/^".*[\\p{L}\\p{N}\\p{S}].*"/u.test(style.content) || style.display === "none"
            || style.visibility !== "visible" || !isSeen(element)) continue;
          const ink = colour(style.color);
          ink[3] *= +style.opacity;
          judge(element, ink, style, words(element) + part, style);
        }
      }
      return [...troubles];
    })()
    """

  static let sidewaysScrolling = """
    (() => {
      \(words)
      const width = document.documentElement.clientWidth;
      const isCut = element => {
        for (let each = element.parentElement; each && each !== document.body;
          each = each.parentElement)
          if (getComputedStyle(each).overflowX !== "visible"
            && each.getBoundingClientRect().right <= width + 1) return true;
        return false;
      };
      const wide = [...document.querySelectorAll("body *")].filter(element => {
        const box = element.getBoundingClientRect();
        return box.right > width + 1 && box.width > 0 && box.height > 0 && isSeen(element)
          && !isCut(element);
      });
      // The innermost ones say what it is.
      const inner = wide.filter(each => !wide.some(other => other !== each && each.contains(other)));
      const troubles = inner.map(element => "sticks out at " + innerWidth + " px by "
        + Math.ceil(element.getBoundingClientRect().right - width) + " px: " + words(element));
      const page = document.scrollingElement;
      if (!troubles.length && page.scrollWidth > page.clientWidth) troubles.push(
        "scrolls sideways at " + innerWidth + " px: it is " + page.scrollWidth + " px wide");
      return troubles;
    })()
    """

  /// The controls that are shown and can be used, each with its words.
  static let controls = """
    (() => {
      \(words)
      const modal = [...document.querySelectorAll(":modal")].pop();
      return [...(modal ?? document).querySelectorAll(
        "a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], "
        + "[contenteditable]:not([contenteditable=false]), audio[controls], video[controls]")]
        .filter(each => each.tabIndex >= 0 && !each.matches(":disabled") && !each.closest("[inert]")
          && each.type !== "hidden" && isShown(each)
          && [...each.getClientRects()].some(box => box.width > 0 && box.height > 0))
        .map(element => ({element, words: words(element)}));
    })()
    """

  /// Which of the controls have the focus now, and whether it went where no one sees it.
  ///
  /// Of a group of radio buttons Tab meets one, and the arrows the others.
  static let metByTab = """
    function() {
      \(words)
      let focus = document.activeElement;
      while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      const met = [];
      this.forEach(({element}, index) => {
        const isOfGroup = focus?.type === "radio" && element.type === "radio" && focus.name
          && element.name === focus.name && element.form === focus.form;
        if (element === focus || isOfGroup || element.shadowRoot?.contains(focus)) met.push(index);
      });
      const isLost = focus && focus !== document.body && focus !== document.documentElement
        && !isShown(focus);
      return {met, isOut: !focus || focus === document.body, unseen: isLost ? "Tab leads to what is not seen: " + words(focus) : null};
    }
    """

  /// An order that differs from the one in which the page is read.
  static let forcedOrder = """
    (() => {
      \(words)
      return [...document.querySelectorAll("[tabindex]")].filter(each => each.tabIndex > 0)
        .map(each => "its tabindex of " + each.tabIndex + " comes before all others: "
          + words(each));
    })()
    """

  static let headings = """
    (() => {
      \(words)
      const all = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")]
        .filter(each => each.checkVisibility({visibilityProperty: true})
          && !each.closest("[aria-hidden=true], [role=presentation], [role=none]"));
      if (!all.length) return ["there is no heading"];
      const troubles = [];
      let before = 0;
      for (const each of all) {
        const level = +(each.getAttribute("aria-level") ?? each.tagName.slice(1)) || 2;
        if (!each.textContent.trim()) troubles.push("an empty heading: " + words(each));
        if (before === 0 && level !== 1)
          troubles.push("the first heading is of level " + level + ": " + words(each));
        else if (level > before + 1)
          troubles.push("a heading of level " + level + " after one of level " + before + ": "
            + words(each));
        before = level;
      }
      return troubles;
    })()
    """

  static let ids = """
    (() => {
      \(words)
      const counts = new Map();
      for (const each of document.querySelectorAll("[id]"))
        counts.set(each.id, (counts.get(each.id) ?? 0) + 1);
      const troubles = [...counts].filter(([, count]) => count > 1)
        .map(([id, count]) => "the id " + id + " is there " + count + " times");
      for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-errormessage"])
        for (const each of document.querySelectorAll("[" + name + "]"))
          for (const id of each.getAttribute(name).split(/\\s+/))
            if (id && !counts.has(id))
              troubles.push(name + " refers to " + id + ", which is not there: " + words(each));
      return troubles;
    })()
    """
}
