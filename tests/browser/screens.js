// What is wrong with a table on the screen it is on, as sentences. Knows no game: it asks what is lit, where text stands
// and how much room the board has. `screens.py` loads it into a page and takes the page through the sizes.

globalThis.screens = (() => {
  const SLACK = 2;        // px by which things may touch
  const FINGER = 24;      // px of a covered card that must show (WCAG 2.5.8)
  const SMALLEST = 12;    // px of text
  const DEEPEST = 4;      // clicks of one move that are tried

  // ── Words for things ──

  const brief = text => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const px = number => `${Math.round(number)} px`;
  function named(e) {
    const name = brief(e.getAttribute("aria-label") || e.textContent);
    const near = e.id ? "" : e.closest("[id]:not(#table)")?.id;
    const classes = [...e.classList].filter(c => !/^(can|cannot|piece|last|picked)$/.test(c)).slice(0, 2);
    return `${e.localName}${e.id && `#${e.id}`}${classes.map(c => `.${c}`).join("")}${near ? ` in #${near}` : ""}${name && ` “${name}”`}`;
  }

  // ── Boxes ──

  const area = box => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const join = (a, b) => ({
    left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
  });
  const cross = (a, b) => { const m = meet(a, b); return m.right - m.left > SLACK && m.bottom - m.top > SLACK; };
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const boxOf = e => { const { left, top, right, bottom } = e.getBoundingClientRect(); return { left, top, right, bottom }; };
  let hidden = ".sr, [inert]";
  const unshown = e => e.closest(hidden) || getComputedStyle(e).clipPath === "inset(50%)";   // for screen readers alone
  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !unshown(e);
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);

  // The elements that cut off what is in `e`, itself included: `clips` for text in it, `clips(e.parentElement)` for it.
  let clippers = new Map();
  function clips(e) {
    if (!e || e === document.documentElement) return [];
    if (!clippers.has(e)) {
      const style = getComputedStyle(e), own = style.overflowX !== "visible" || style.overflowY !== "visible" ? [{ at: e, style }] : [];
      clippers.set(e, style.position === "fixed" ? own : [...own, ...around(e, style)]);
    }
    return clippers.get(e);
  }
  // What is placed absolutely is not cut off by what lies between it and what it is placed against.
  function around(e, style) {
    const within = style.position === "absolute" ? e.offsetParent : e.parentElement;
    return clips(within ?? e.parentElement);
  }
  function inner({ at, style }) {
    const box = boxOf(at), x = style.overflowX !== "visible", y = style.overflowY !== "visible";
    const left = box.left + at.clientLeft, top = box.top + at.clientTop;
    return {
      left: x ? left : -Infinity, right: x ? left + at.clientWidth : Infinity,
      top: y ? top : -Infinity, bottom: y ? top + at.clientHeight : Infinity,
    };
  }
  const visible = (e, box = boxOf(e)) => around(e, getComputedStyle(e)).reduce((left, clip) => meet(left, inner(clip)), box);

  // Bring a thing to the middle of the screen as far as a person can: what only hides its overflow does not scroll.
  function reveal(e) {
    for (const { at, style } of around(e, getComputedStyle(e))) {
      if (!scrolls(style, "X") && !scrolls(style, "Y")) continue;
      const [x, y] = middle(boxOf(e)), [mx, my] = middle(boxOf(at));
      at.scrollBy(scrolls(style, "X") ? x - mx : 0, scrolls(style, "Y") ? y - my : 0);
    }
    if (document.documentElement.scrollHeight > innerHeight) scrollBy(0, middle(boxOf(e))[1] - innerHeight / 2);
  }

  // ── What is lit ──

  const handle = e => e.dataset.handle || e.id || e.textContent;
  const sheet = () => document.querySelector("dialog[open]");
  function lit() {
    const found = sheet()?.querySelectorAll("button, a[href]") ?? document.querySelectorAll(".can, #choices .btn");
    const shown = [...found].filter(seen);
    const twin = e => getComputedStyle(e).getPropertyValue("--twin") !== "" && shown.some(o => o !== e && handle(o) === handle(e));
    return shown.filter(e => !twin(e));
  }
  const controls = () => sheet() ? [] :
    [...document.querySelectorAll("button, a[href], input:not(.sr), select, summary")]
      .filter(e => !e.closest("#log, #talk, [popover], .can, #choices") && seen(e));

  // What a click there would reach: the element itself, or what is above it.
  function reached(e, x, y) {
    const found = document.elementFromPoint(x, y);
    const lamp = e.matches(".can") ? found?.closest(".can") : e;
    return found && e.contains(found) && (lamp === e || handle(lamp) === handle(e)) || e.labels?.[0]?.contains(found) ? e : found;
  }

  // Whether others of its own row leave so much of a card free that a finger finds it.
  function free(e, box) {
    let rows = 0;
    for (let y = box.top + 2; y < box.bottom; y += 4) {
      let run = 0;
      for (let x = box.left + 1; x < box.right && run < FINGER; x += 4) run = reached(e, x, y) === e ? run + 4 : 0;
      if (run >= FINGER && (rows += 4) >= FINGER) return true;
    }
    return false;
  }

  const thing = e => e.closest(".can, button, a[href], label, select, input, summary") ?? e.closest("svg") ?? e;
  function pressable(things, say) {
    for (const e of things) {
      reveal(e);
      const [x, y] = middle([...e.getClientRects()].reduce((a, b) => area(a) >= area(b) ? a : b));   // of a link that breaks, its longest line
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) { say(`${named(e)} cannot be scrolled into sight`); continue; }
      const above = reached(e, x, y);
      if (above === e) continue;
      if (above?.closest(".piece")?.parentElement === e.parentElement && free(e, boxOf(e))) continue;   // cards held in a hand
      say(`${named(e)} cannot be hit: ${above ? named(thing(above)) : "nothing"} is above its middle`);
    }
  }

  function apart(things, say) {
    const boxes = things.map(e => visible(e)), inOneRow = (a, b) => a.parentElement === b.parentElement && a.matches(".piece");
    for (const [i, a] of things.entries())
      for (const [j, b] of things.slice(0, i).entries()) {
        if (!cross(boxes[i], boxes[j]) || inOneRow(a, b) || handle(a) === handle(b)) continue;
        reveal(a);
        const m = meet(boxOf(a), boxOf(b)), parts = [.2, .5, .8];
        const both = parts.some(fx => parts.some(fy => {     // round things may have boxes that cross and not touch
          const under = document.elementsFromPoint(m.left + fx * (m.right - m.left), m.top + fy * (m.bottom - m.top));
          return under.some(e => a.contains(e)) && under.some(e => b.contains(e));
        }));
        if (both) say(`${named(a)} and ${named(b)} are both lit and overlap by ${px(m.right - m.left)} × ${px(m.bottom - m.top)}`);
      }
  }

  // ── Text ──

  // Every line of text in sight: its node, its element, its words, and the box of its ink, which is less high than its line.
  function lines() {
    const walk = document.createTreeWalker(sheet() ?? document.body, NodeFilter.SHOW_TEXT), found = [];
    while (walk.nextNode()) {
      const node = walk.currentNode, e = node.parentElement;
      if (node.data.trim() && !e.closest("script, style, svg, option, .sprite") && seen(e))
        inks(node).forEach((box, at) => found.push({ node, e, at, box, words: brief(node.data) }));
    }
    return found;
  }
  const range = document.createRange();
  function inks(node) {
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(box => box.width >= 1).map(({ left, top, right, bottom, height }) =>
      ({ left, right, top: top + height * .2, bottom: bottom - height * .2 }));
  }
  const again = line => ({ ...line, box: inks(line.node)[line.at] ?? line.box });

  // Say where a line is cut and nothing tells so; what is left of its box.
  function cut(line, say) {
    let box = line.box;
    for (const clip of clips(line.e)) {
      const { at, style } = clip, left = meet(box, inner(clip));
      const lost = box.right - box.left - Math.max(0, left.right - left.left), whole = line.box.right - line.box.left;
      if (scrolls(style, "X") || scrolls(style, "Y")) {
        if (!area(left)) return left;      // further up or down in what scrolls
      } else if (style.webkitLineClamp === "none") {
        const dots = style.textOverflow === "ellipsis", em = parseFloat(getComputedStyle(line.e).fontSize);
        if (lost > SLACK && !dots) say(`the text “${line.words}” is cut at the side by ${named(at)}: ${px(lost)} of it`);
        else if (lost > SLACK && whole - lost - em * .8 < Math.min(whole / 2, em * 2)) say(`of the text “${line.words}” in ${named(at)} too little shows before its ellipsis`);
        if (box.bottom - box.top - Math.max(0, left.bottom - left.top) > SLACK) say(`the text “${line.words}” in ${named(line.e)} is cut in height by ${named(at)}`);
      }
      box = left;
      if (!area(box)) break;
    }
    return box;
  }

  // A word that goes on in the next line without a hyphen.
  function broken(line) {
    const style = getComputedStyle(line.e);
    if (line.at || style.overflowWrap === "normal" && style.wordBreak === "normal" || line.e.closest("code")) return null;
    const { data } = line.node, boxes = inks(line.node);
    if (boxes.length < 2) return null;
    let before = null;
    for (let i = 0; i < data.length; i++) {
      range.setStart(line.node, i), range.setEnd(line.node, i + 1);
      const box = range.getBoundingClientRect();
      if (!box.width) continue;
      if (before !== null && box.top > before + 4 && /\p{L}\p{L}/u.test(data.slice(i - 1, i + 1)) && area(visible(line.e, meet(box, boxOf(line.e)))))
        return data.slice(0, i).split(/\s/).pop() + "|" + data.slice(i).split(/\s/)[0];
      before = box.top;
    }
    return null;
  }

  const DRAWN = /^(svg|img|use|path|rect|circle|ellipse|g|image)$/;
  function opaque(e) {
    const { backgroundColor: colour, backgroundImage: image } = getComputedStyle(e);
    const alpha = colour.startsWith("rgb(") ? 1 : parseFloat(/[,/]\s*([\d.]+)\)$/.exec(colour)?.[1] ?? 1);
    return DRAWN.test(e.localName) || image !== "none" || alpha > .6;
  }

  // Of two lines that cross, whether both can be read there, or one lies under something else.
  function bothShow(a, b) {
    reveal(a.e);
    const m = meet(again(a).box, again(b).box);
    if (!area(m)) return false;
    const under = document.elementsFromPoint(...middle(m));
    const [i, j] = [a, b].map(line => under.indexOf(line.e)).sort((x, y) => x - y);
    return i < 0 || !under.slice(i, j).some(e => !e.contains(under[j]) && opaque(e));   // below 0: takes no clicks, so only the boxes count
  }

  function texts(say) {
    const kept = [];
    for (const line of lines()) {
      const box = cut(line, say), size = parseFloat(getComputedStyle(line.e).fontSize), word = broken(line);
      if (!area(box)) continue;
      if (box.right > innerWidth + SLACK || box.left < -SLACK) say(`the text “${line.words}” in ${named(line.e)} goes over the edge of the screen`);
      if (size < SMALLEST - .1) say(`the text “${line.words}” in ${named(line.e)} is ${size.toFixed(1)} px high`);
      if (word) say(`the text “${line.words}” in ${named(line.e)} breaks in mid-word: ${word}`);
      kept.push({ ...line, box });
    }
    for (const [i, a] of kept.entries())
      for (const b of kept.slice(0, i))
        if (a.e !== b.e && cross(a.box, b.box) && bothShow(a, b))
          say(`the text “${a.words}” in ${named(a.e)} overlaps “${b.words}” in ${named(b.e)}`);
    if (!sheet()) for (const line of kept) covered(line, say);
  }

  // A label or a count on the table itself that lies under something that is no part of it.
  function covered(line, say) {
    if (line.e.closest(".piece, .side") || getComputedStyle(line.e).pointerEvents === "none") return;
    reveal(line.e);
    const { box } = again(line), y = middle(box)[1];
    for (const part of [.15, .5, .85]) {
      const x = box.left + part * (box.right - box.left), top = document.elementFromPoint(x, y);
      if (!top || top.contains(line.e) || line.e.contains(top) || !opaque(top)) continue;
      if (!document.elementsFromPoint(x, y).includes(line.e)) continue;
      return say(`the text “${line.words}” in ${named(line.e)} lies under ${named(thing(top))}`);
    }
  }

  // ── Scrolling and room ──

  // What scrolls sideways shows it by fading out at its edge, or by a shadow there.
  const hinted = e => [e, e.parentElement].some(at => getComputedStyle(at).maskImage !== "none" || getComputedStyle(at).backgroundAttachment.includes("local"));
  function sideways(say) {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) say(`the page scrolls sideways by ${px(over)}`);
    for (const e of document.querySelectorAll("body *"))
      if (e.clientWidth && e.scrollWidth > e.clientWidth + 1 && scrolls(getComputedStyle(e), "X") && seen(e) && !hinted(e))
        say(`${named(e)} scrolls sideways by ${px(e.scrollWidth - e.clientWidth)} and does not show it`);
  }

  // Pieces of which something cuts off more than a third. (A hand of cards may reach below the edge.)
  function whole(say) {
    for (const e of document.querySelectorAll(".piece")) {
      if (!seen(e)) continue;
      const size = area(boxOf(e));
      let left = boxOf(e);
      for (const clip of around(e, getComputedStyle(e))) {
        if (scrolls(clip.style, "X") || scrolls(clip.style, "Y")) break;
        left = meet(left, inner(clip));
        if (area(left) >= size * .66) continue;
        say(`${named(e)} is cut off by ${named(clip.at)}: ${Math.round(100 * area(left) / size)} % of it shows`);
        break;
      }
    }
  }

  function room(say) {
    const mat = document.querySelector(".mat"), board = document.querySelector(".board");
    const painted = e => e.matches("svg:not(svg svg), img, .piece") || [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const used = [...board.querySelectorAll("*:not(svg *)")].filter(e => painted(e) && seen(e)).map(e => visible(e)).filter(area).reduce(join);
    const free = boxOf(mat), flat = e => getComputedStyle(e).display === "contents" ? [...e.children].flatMap(flat) : [e];
    for (const e of [...mat.children].flatMap(flat)) {
      if (e === board || e.matches(".engraving, svg") || e.contains(board) || !seen(e)) continue;
      const box = boxOf(e);
      const gaps = { left: used.left - box.right, right: box.left - used.right, top: used.top - box.bottom, bottom: box.top - used.bottom };
      const side = Object.keys(gaps).reduce((a, b) => gaps[a] >= gaps[b] ? a : b);   // on which side of the board it lies
      if (side === "left") free.left = Math.max(free.left, Math.min(box.right, used.left));
      if (side === "right") free.right = Math.min(free.right, Math.max(box.left, used.right));
      if (side === "top") free.top = Math.max(free.top, Math.min(box.bottom, used.top));
      if (side === "bottom") free.bottom = Math.min(free.bottom, Math.max(box.top, used.bottom));
    }
    const [w, h, fw, fh] = [used.right - used.left, used.bottom - used.top, free.right - free.left, free.bottom - free.top];
    if (w < fw / 2) say(`the board is ${px(w)} wide where ${px(fw)} are free`);
    if (h < fh / 2 && document.documentElement.scrollHeight <= innerHeight + SLACK) say(`the board is ${px(h)} high where ${px(fh)} are free`);
  }

  // What stays in its place while the page scrolls is laid into the page, so that it only counts where it belongs.
  function unstick() {
    const loose = [...document.querySelectorAll("#table *:not(svg *)")].filter(e => getComputedStyle(e).position === "sticky");
    for (const e of loose) e.style.setProperty("position", "relative", "important"), e.style.setProperty("inset", "auto", "important");
    return () => { for (const e of loose) e.style.removeProperty("position"), e.style.removeProperty("inset"); };
  }

  // All faults of the page as it stands. What a first click lights is tried too, and everything is put back. After a click
  // the page fits the bar to its words, when what was clicked is done.
  async function faults() {
    const found = new Set(), say = sentence => found.add(sentence);
    clippers = new Map();
    scrollTo(0, 0);
    sideways(say);
    pressable(controls(), say);
    for (let depth = 0, tried = new Set(); ; depth++) {
      const now = lit(), fresh = now.filter(e => !tried.has(e));
      pressable(fresh, say);
      if (fresh.length) apart(now, say);
      fresh.forEach(e => tried.add(e));
      const next = now.find(e => e.getAttribute("aria-pressed") === "false");
      if (!next || depth === DEEPEST) break;
      next.click();
      await null;
    }
    for (let back; (back = document.querySelector("#choices .back")); await null) back.click();
    scrollTo(0, 0);
    const stick = unstick();
    clippers = new Map();
    texts(say);
    if (!sheet()) whole(say), scrollTo(0, 0), room(say);
    stick();
    scrollTo(0, 0);
    return [...found];
  }

  // The faults of a page with a table in it, which is inert.
  function shown() {
    hidden = ".sr";
    const found = new Set(), say = sentence => found.add(sentence);
    clippers = new Map();
    sideways(say);
    texts(say);
    whole(say);
    scrollTo(0, 0);
    return [...found];
  }

  return { faults, shown };
})();
