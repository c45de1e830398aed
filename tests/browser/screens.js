// What is wrong with a table on the screen it is on, as sentences. Knows no game: it asks what is lit, where text stands
// and how much room the board has. `screens.py` loads it into a page and resizes the page through the sizes.

globalThis.screens = (() => {
  const SLACK = 2;        // px by which things may touch
  const FINGER = 24;      // px of a covered card that must show (WCAG 2.5.8)
  const DEEPEST = 4;      // clicks of one move that are tried

  // ── Words for things ──

  const brief = text => text.trim().replace(/\s+/g, " ").slice(0, 40);
  function named(e) {
    const name = e.getAttribute("aria-label") || brief(e.textContent);
    const near = e.id ? "" : e.closest("[id]:not(#table)")?.id;
    const classes = [...e.classList].filter(c => !/^(can|cannot|piece|last|picked)$/.test(c)).slice(0, 2);
    return `${e.localName}${e.id && `#${e.id}`}${classes.map(c => `.${c}`).join("")}${near ? ` in #${near}` : ""}${name ? ` “${brief(name)}”` : ""}`;
  }
  const px = number => `${Math.round(number)} px`;

  // ── Boxes ──

  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".sr, [inert]");
  const area = box => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const cross = (a, b, slack = SLACK) => { const m = meet(a, b); return m.right - m.left > slack && m.bottom - m.top > slack; };
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const round = e => { const { left, top, right, bottom } = e.getBoundingClientRect(); return { left, top, right, bottom }; };

  // What cuts an element off: the ancestors that clip, with their inner boxes, up to what it is positioned against.
  function* clips(e) {
    let position = getComputedStyle(e).position;
    for (let at = e.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (position === "fixed") return;
      if (position === "absolute" && style.position === "static" && style.transform === "none") continue;
      position = style.position;
      const x = style.overflowX !== "visible", y = style.overflowY !== "visible";
      if (!x && !y) continue;
      const box = round(at), far = 1e6;
      yield { at, style, box: {
        left: x ? box.left + at.clientLeft : -far, right: x ? box.left + at.clientLeft + at.clientWidth : far,
        top: y ? box.top + at.clientTop : -far, bottom: y ? box.top + at.clientTop + at.clientHeight : far,
      } };
    }
  }
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);

  // ── What is lit ──

  const handle = e => e.dataset.handle || e.id || e.textContent;
  function lit() {
    const sheet = document.querySelector("dialog[open]");
    const found = sheet ? sheet.querySelectorAll("button, a[href]") : document.querySelectorAll(".can, #choices .btn");
    const shown = [...found].filter(seen);
    const twin = e => getComputedStyle(e).getPropertyValue("--twin") !== "" && shown.some(o => o !== e && handle(o) === handle(e));
    return shown.filter(e => !twin(e));
  }
  const controls = () => document.querySelector("dialog[open]") ? [] :
    [...document.querySelectorAll("button, a[href], input:not(.sr), select, summary")]
      .filter(e => !e.closest("#log, #talk, [popover], .can, #choices") && !e.matches(".can") && seen(e));

  const owner = e => e?.closest(".can, button, a[href], label, select, input, summary");
  const hit = (e, x, y) => {
    const found = document.elementFromPoint(x, y);
    if (!found) return null;
    const lit = e.matches(".can") ? found.closest(".can") : e;
    return e.contains(found) && (lit === e || handle(lit) === handle(e)) || e.labels?.[0]?.contains(found) ? e : found;
  };

  // How much of a card shows that others of its own row lie on.
  function strip(e, box) {
    let rows = 0;
    for (let y = box.top + 2; y < box.bottom; y += 4) {
      let run = 0, best = 0;
      for (let x = box.left + 1; x < box.right; x += 4) best = Math.max(best, run = hit(e, x, y) === e ? run + 4 : 0);
      if (best >= FINGER) rows += 4;
    }
    return rows;
  }

  function pressable(things, say) {
    for (const e of things) {
      e.scrollIntoView({ block: "center", inline: "center" });
      const box = round(e), [x, y] = middle(box);
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) { say(`${named(e)} cannot be scrolled into sight`); continue; }
      const above = hit(e, x, y);
      if (above === e) continue;
      const row = above?.closest(".piece")?.parentElement;
      if (row && row === e.parentElement && strip(e, box) >= FINGER) continue;   // a hand of cards held like one
      say(`${named(e)} cannot be hit: ${above ? named(owner(above) ?? above) : "nothing"} is above its middle`);
    }
  }

  function apart(things, say) {
    const boxes = things.map(round).map((box, i) => {
      for (const clip of clips(things[i])) box = meet(box, clip.box);
      return box;
    });
    for (let i = 0; i < things.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [things[i], things[j]];
        if (!cross(boxes[i], boxes[j]) || a.parentElement === b.parentElement && a.matches(".piece") && b.matches(".piece")) continue;
        if (handle(a) === handle(b)) continue;
        a.scrollIntoView({ block: "center", inline: "center" });
        const m = meet(round(a), round(b));
        const both = [.2, .5, .8].some(fx => [.2, .5, .8].some(fy => {
          const under = document.elementsFromPoint(m.left + fx * (m.right - m.left), m.top + fy * (m.bottom - m.top));
          return under.some(e => a.contains(e)) && under.some(e => b.contains(e));
        }));
        if (both) say(`${named(a)} and ${named(b)} are both lit and overlap by ${px(m.right - m.left)} × ${px(m.bottom - m.top)}`);
      }
  }

  // ── Text ──

  // Every line of text in sight: its element, its words, and the box of its ink, which is less high than its line.
  function lines(root) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [], range = document.createRange();
    while (walk.nextNode()) {
      const node = walk.currentNode, e = node.parentElement;
      if (!node.data.trim() || e.closest("script, style, svg, option, .sprite") || !seen(e)) continue;
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        if (right - left < 1) continue;
        const ink = (bottom - top) * .2;
        found.push({ e, words: brief(node.data), box: { left, right, top: top + ink, bottom: bottom - ink } });
      }
    }
    return found;
  }

  const clamped = style => style.webkitLineClamp !== "none" && style.webkitLineClamp !== "";

  // Whether a line is cut where nothing says so; what is left of its box.
  function cut(line, say) {
    let box = line.box;
    for (const { at, style, box: clip } of clips(line.e).toArray?.() ?? [...clips(line.e)]) {
      const left = meet(box, clip), lost = (box.right - box.left) - (left.right - left.left);
      if (lost > SLACK && !scrolls(style, "X")) {
        if (style.textOverflow !== "ellipsis" || left.right <= left.left) say(`the text “${line.words}” is cut at the side by ${named(at)}: ${px(lost)} of it`);
        else if (lost > (box.right - box.left) / 2) say(`of the text “${line.words}” in ${named(at)} less than half shows before its ellipsis`);
      }
      if ((box.bottom - box.top) - (left.bottom - left.top) > SLACK && !scrolls(style, "Y") && !clamped(style))
        say(`the text “${line.words}” is cut in height by ${named(at)}`);
      box = left;
      if (!area(box)) return box;
    }
    return box;
  }

  // The lines whose elements say themselves that they go on: an ellipsis cuts off its own text.
  function ownEllipsis(line) {
    const style = getComputedStyle(line.e);
    if (style.overflowX === "visible") return line;
    const box = round(line.e);
    const lost = line.box.right - Math.min(line.box.right, box.right);
    return { ...line, own: style, lost, box: meet(line.box, box) };
  }

  const opaque = e => {
    const style = getComputedStyle(e), alpha = style.backgroundColor.match(/[\d.]+\)$/);
    const solid = style.backgroundColor.startsWith("rgb(") || style.backgroundColor.startsWith("color(") && !style.backgroundColor.includes("/") || alpha && style.backgroundColor.includes(",") && parseFloat(alpha[0]) > .6;
    return solid || style.backgroundImage !== "none" || /^(svg|img|use|path|rect|circle|g|image)$/.test(e.localName);
  };

  // Of two lines that cross, whether both can be read there, or one lies under something else.
  function bothShow(a, b) {
    a.e.scrollIntoView({ block: "center", inline: "nearest" });
    const again = line => { const i = lines(line.e).find(l => l.e === line.e && l.words === line.words); return i ?? line; };
    const m = meet(again(a).box, again(b).box);
    if (!area(m)) return false;
    const under = document.elementsFromPoint(...middle(m));
    const [i, j] = [a, b].map(line => under.indexOf(line.e)).sort((x, y) => x - y);
    if (i < 0) return true;     // takes no clicks: only the boxes count
    return !under.slice(i, j).some(e => !e.contains(under[j]) && opaque(e));
  }

  function texts(say) {
    const sheet = document.querySelector("dialog[open]");
    const all = lines(sheet ?? document.body).map(ownEllipsis);
    const kept = [];
    for (const line of all) {
      const style = line.own;
      if (style && line.lost > SLACK && !scrolls(style, "X")) {
        if (style.textOverflow !== "ellipsis" && !clamped(style)) say(`the text “${line.words}” is cut at the side by its own ${named(line.e)}: ${px(line.lost)} of it`);
        else if (line.lost > (line.box.right - line.box.left)) say(`of the text “${line.words}” in ${named(line.e)} less than half shows before its ellipsis`);
      }
      const box = cut(line, say);
      if (!area(box)) continue;
      if (box.right > innerWidth + SLACK || box.left < -SLACK) say(`the text “${line.words}” in ${named(line.e)} goes over the edge of the screen`);
      kept.push({ ...line, box });
    }
    for (let i = 0; i < kept.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [kept[i], kept[j]];
        if (!cross(a.box, b.box) || a.e === b.e || stays(a.e) !== stays(b.e)) continue;
        if (bothShow(a, b)) say(`the text “${a.words}” in ${named(a.e)} overlaps “${b.words}” in ${named(b.e)}`);
      }
  }
  const stays = e => { for (let at = e; at; at = at.parentElement) if (getComputedStyle(at).position === "fixed") return at; return null; };

  // Labels and counts that stand on the table itself, under something that is no part of them.
  function covered(say) {
    for (const line of lines(document.querySelector("dialog[open]") ?? document.getElementById("table"))) {
      if (line.e.closest(".piece, .side")) continue;
      let box = line.box;
      for (const clip of clips(line.e)) box = meet(box, clip.box);
      if (area(box) < 20) continue;
      line.e.scrollIntoView({ block: "center", inline: "nearest" });
      const now = lines(line.e).find(l => l.words === line.words && l.e === line.e);
      if (!now) continue;
      for (const part of [.15, .5, .85]) {
        const x = now.box.left + part * (now.box.right - now.box.left), y = (now.box.top + now.box.bottom) / 2;
        const top = document.elementFromPoint(x, y);
        if (!top || x < 0 || x > innerWidth || top.contains(line.e) || line.e.contains(top) || !opaque(top)) continue;
        if (getComputedStyle(line.e).pointerEvents === "none") continue;
        if (!cross(round(top), { left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 })) continue;
        if (document.elementsFromPoint(x, y).indexOf(line.e) < 0) continue;
        say(`the text “${line.words}” in ${named(line.e)} lies under ${named(owner(top) ?? top.closest("svg") ?? top)}`);
        break;
      }
    }
  }

  // ── Scrolling and room ──

  const hinted = e => {
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.maskImage !== "none" || style.backgroundAttachment.includes("local")) return true;
      if (at !== e && at.clientWidth !== e.clientWidth) break;
    }
    return false;
  };
  function sideways(say) {
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) say(`the page scrolls sideways by ${px(over)}`);
    for (const e of document.querySelectorAll("body *"))
      if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && seen(e) && scrolls(getComputedStyle(e), "X") && !hinted(e))
        say(`${named(e)} scrolls sideways by ${px(e.scrollWidth - e.clientWidth)} and does not show it`);
  }

  // Pieces that something cuts off.
  function whole(say) {
    for (const e of document.querySelectorAll(".piece")) {
      if (!seen(e)) continue;
      const box = round(e), size = area(box);
      let left = box, by = null;
      for (const { at, style, box: clip } of clips(e)) {
        if (scrolls(style, "X") || scrolls(style, "Y")) break;
        const now = meet(left, clip);
        if (area(now) < area(left) * .9) by ??= at;
        left = now;
      }
      if (by && size > 0) say(`${named(e)} is cut off by ${named(by)}: ${Math.round(100 * area(left) / size)} % of it shows`);
    }
  }

  function room(say) {
    const mat = document.querySelector(".mat"), board = document.querySelector(".board");
    const painted = [...board.querySelectorAll("svg:not(svg svg), img, .piece, [data-count]"), ...board.querySelectorAll("*")]
      .filter(e => e.matches("svg:not(svg svg), img, .piece") || [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
    let used = null;
    for (const e of new Set(painted)) {
      if (!seen(e)) continue;
      let box = round(e);
      for (const clip of clips(e)) box = meet(box, clip.box);
      if (!area(box)) continue;
      used = used ? { left: Math.min(used.left, box.left), top: Math.min(used.top, box.top), right: Math.max(used.right, box.right), bottom: Math.max(used.bottom, box.bottom) } : box;
    }
    if (!used) return say("the board shows nothing");
    const free = round(mat), flat = e => getComputedStyle(e).display === "contents" ? [...e.children].flatMap(flat) : [e];
    for (const e of [...mat.children].flatMap(flat)) {
      if (e === board || !seen(e) || e.matches(".engraving, svg") || e.contains(board)) continue;
      const box = round(e);
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
    const loose = [...document.querySelectorAll("#table *")].filter(e => getComputedStyle(e).position === "sticky");
    for (const e of loose) e.style.setProperty("position", "relative", "important"), e.style.setProperty("inset", "auto", "important");
    return () => { for (const e of loose) e.style.removeProperty("position"), e.style.removeProperty("inset"); };
  }

  // All faults of the page as it stands. What a first click lights is tried too, and everything is put back.
  function faults() {
    const found = new Set(), say = sentence => found.add(sentence);
    scrollTo(0, 0);
    sideways(say);
    pressable(controls(), say);
    for (let depth = 0; ; depth++) {
      const now = lit();
      pressable(now, say);
      apart(now, say);
      const next = now.find(e => e.getAttribute("aria-pressed") === "false");
      if (!next || depth === DEEPEST) break;
      next.click();
    }
    for (let back; (back = document.querySelector("#choices .back")); ) back.click();
    const stick = unstick();
    texts(say);
    if (!document.querySelector("dialog[open]")) { covered(say); whole(say); room(say); }
    stick();
    scrollTo(0, 0);
    return [...found];
  }

  return { faults };
})();
