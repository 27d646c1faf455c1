// The page of one seat: shows the positions that the server sends, and sends moves by their texts. It knows no rules.
"use strict";

const $ = (id) => document.getElementById(id);
const OPEN = 1, REMOVED = 4001, TAKEN_OVER = 4002, LEFT = 4003, CLOSED = 4004, DISMISSED = 4005;
const FIRST_RETRY = 200, LONGEST_RETRY = 1500, STALE_AFTER = 4000, LONG_OUTAGE = 8000;
const SILENCE_LIMIT = 11000, CONNECT_LIMIT = 4000, ANSWER_LIMIT = 4000, CHECK_INTERVAL = 1000;  // ms; the server sends something every four seconds
const WATCHER = -1;
const POINTER_SHOWN = 4000, POINT_PAUSE = 1000;

let words = {};          // the texts of the page, in the chosen language
let page = null;         // the last position received
let look = null;         // the layout of its picture
let socket = null;
let wait = FIRST_RETRY;  // ms until the next attempt to connect
let pending = null;      // the request not answered yet; sent again after a reconnect
let sentOn = null;       // the socket on which it was sent: once on each
let pendingSince = 0;    // when it was made
let touched = [];        // the selected spots, in the order of selection
let chosen = null;       // {moves: indices of the moves at those spots, at: the shown one of them}
let hinted = null;       // the hint for this position: the texts of its moves, and its reason
let code = "";
let hiddenSince = 0;
let lastPoint = 0;       // when this page pointed last; it may not point again at once
let lostSince = 0;       // when the connection was lost; 0 while connected
let heard = 0;           // when something was received last, or the socket was opened
let table = "";          // the name of the table last received: another one numbers its positions anew
let closed = false;      // whether the server has announced that it closes
let retrying = 0;        // the timer of the next attempt to connect
let asked = 0;           // the number of pictures requested: only the last one is shown

// -- texts

function tell(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

async function setLanguage(language) {
  const answer = await (await fetchWithTimeout(`/words/${language}`)).json();
  words = answer.words;
  document.documentElement.lang = language;
  localStorage.setItem("language", language);
  const picker = $("language");
  if (!picker.children.length) {
    for (const [key, name] of Object.entries(answer.languages)) {
      const option = document.createElement("option");
      option.value = key;
      option.textContent = key.toUpperCase();
      option.setAttribute("aria-label", name);
      picker.append(option);
    }
  }
  picker.value = language;
  const fixed = {
    "language-label": "language", who: "who", "code-label": "code", "code-hint": "code_hint", "code-send": "join",
    "own-title": "own", "all-title": "all_moves", "told-title": "in_words", "past-title": "log", leave: "leave",
    "target-label": "point_at", point: "point", no: "cancel", other: "other_way", back: "back", hint: "hint", end: "end", yes: "confirm",
  };
  for (const [id, key] of Object.entries(fixed)) tell(id, words[key]);
  $("language").setAttribute("aria-label", words.language);
  labelCover();
  labelZoom();
}

function preferredLanguage() {
  const known = ["en", "de", "hu", "pl"];
  const kept = localStorage.getItem("language");
  if (known.includes(kept)) return kept;
  return navigator.languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => known.includes(one)) || "en";
}

// -- joining

function showJoinForm(said) {
  $("table").hidden = $("zoom").hidden = true;
  $("door").hidden = false;
  $("code-form").hidden = Boolean(code);
  $("seats").replaceChildren();
  tell("who", code ? words.who : words.title);
  tell("door-says", said || "");
  tell("turn", "Quincunx");
  $("emblem").hidden = true;
  $("lost").hidden = true;
  if (code) loadSeats();
}

async function post(path, data) {
  return fetch(path, { method: "POST", body: JSON.stringify(data), headers: { "Content-Type": "application/json" } });
}

// Fetch with a timeout: a lost network is not reported.
async function fetchWithTimeout(path) {
  const stop = new AbortController(), timer = setTimeout(() => stop.abort(), CONNECT_LIMIT);
  try {
    return await fetch(path, { signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

function refusalText(status) {
  if (status === 403) { code = ""; return words.wrong_code; }
  return status === 429 ? words.too_many : status === 409 ? words.no_seat : words.still_lost;
}

async function loadSeats() {
  const answer = await post(`/table?lang=${words[""]}`, { code }).catch(() => null);
  if (!answer) { tell("door-says", words.lost); setTimeout(() => code && loadSeats(), LONGEST_RETRY); return; }
  if (!answer.ok) { const said = refusalText(answer.status); if (!code) showJoinForm(said); else tell("door-says", said); return; }
  const { seats, game, title } = await answer.json();
  tell("turn", title);
  showEmblem(`/emblem?${game}`);
  const buttons = seats.map((one, seat) => seatButton(one.name, one.computer ? words.computer : one.taken ? words.on_phone : "",
    one.computer, () => (one.taken ? confirmTakeOver(seat) : join(seat, false)), seat));
  const watch = seatButton(words.watch, "", false, () => join(WATCHER, false), null);
  watch.classList.add("quiet");
  watch.prepend($("cover").firstElementChild.cloneNode(true));
  buttons.push(watch);
  $("seats").replaceChildren(...buttons);
}

function seatButton(name, note, off, press, seat) {
  const button = document.createElement("button");
  button.type = "button";
  button.disabled = off;
  if (seat !== null) button.append(sign(seat));
  const label = document.createElement("span");
  label.textContent = name;
  button.append(label);
  if (note) {
    const small = document.createElement("span");
    small.className = "soft";
    small.textContent = note;
    button.append(small);
  }
  button.addEventListener("click", press);
  return button;
}

function confirmTakeOver(seat) {
  tell("door-says", words.taken);
  const yes = seatButton(words.confirm, "", false, () => join(seat, true), null);
  yes.classList.add("gold");
  $("seats").replaceChildren(yes, seatButton(words.cancel, "", false, () => showJoinForm(""), null));
  yes.focus();
}

async function join(seat, over) {
  const answer = await post("/join", { code, seat, over }).catch(() => null);
  if (!answer) return tell("door-says", words.lost);
  if (!answer.ok) {
    const said = refusalText(answer.status);
    showJoinForm(said);
    return tell("door-says", said);
  }
  code = "";
  connect();
}

function sign(seat) {
  const image = document.createElement("img");
  image.src = `/sign/${seat}`;
  image.alt = "";
  return image;
}

// -- the connection

function connect() {
  closeSocket();
  const mine = new WebSocket(`ws://${location.host}/live?lang=${words[""]}`);
  socket = mine;
  heard = Date.now();
  mine.onmessage = (event) => { heard = Date.now(); receive(JSON.parse(event.data)); };
  mine.onopen = () => { heard = Date.now(); wait = FIRST_RETRY; lostSince = 0; };
  mine.onclose = (event) => {
    if (socket !== mine) return;
    socket = null;
    const ends = { [REMOVED]: words.put_out, [TAKEN_OVER]: words.taken_over, [DISMISSED]: words.gone, [LEFT]: "" };
    if (event.code in ends) return end(ends[event.code]);
    closed = closed || event.code === CLOSED;
    showDisconnected();
  };
}

function closeSocket() {
  clearTimeout(retrying);
  if (!socket) return;
  socket.onclose = socket.onmessage = null;
  socket.close();
  socket = null;
}

function showDisconnected() {
  lostSince = lostSince || Date.now();
  const silent = Date.now() - lostSince > LONG_OUTAGE ? words.still_lost : words.lost;
  tell("lost", !closed ? silent : page && page.ending ? words.closed_over : words.closed);
  $("lost").hidden = false;
  retrying = setTimeout(reconnect, wait);
  wait = Math.min(LONGEST_RETRY, 2 * wait);
}

// A connection whose other end has lost the network looks like an idle one.
function checkConnection() {
  // Only a hint may take long; a late answer to anything else means that the program is busy.
  if (pending && pending.act !== "hint" && socket && Date.now() - pendingSince > ANSWER_LIMIT) {
    tell("lost", words.late);
    $("lost").hidden = false;
  }
  if (!socket || Date.now() - heard < (socket.readyState === OPEN ? SILENCE_LIMIT : CONNECT_LIMIT)) return;
  closeSocket();
  showDisconnected();
}

async function reconnect() {
  if (socket) return;
  const answer = await fetchWithTimeout("/me").catch(() => null);
  if (socket) return;
  if (answer && answer.ok && (await answer.json()).seat === null) return end(words.gone);
  connect();
}

function end(said) {
  clearTimeout(retrying);
  page = null;
  pending = null;
  showJoinForm(said);
}

function reconnectIfStale() {
  if ($("table").hidden) return;
  if (!socket || Date.now() - hiddenSince > STALE_AFTER) { wait = FIRST_RETRY; connect(); }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else reconnectIfStale();
});
setInterval(checkConnection, CHECK_INTERVAL);
window.addEventListener("online", () => { hiddenSince = 0; reconnectIfStale(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) { hiddenSince = 0; reconnectIfStale(); } });

function ask(act, move) {
  pending = { act, number: page.number, move: move || "" };
  pendingSince = Date.now();
  send();
  updateControls();
}

function send() {
  if (!pending || !socket || socket.readyState !== OPEN) return;
  socket.send(JSON.stringify(pending));
  sentOn = socket;
}

function receive(said) {
  if (said.table) return rememberTable(said.table);
  if (said.page) return show(said.page);
  if (said.point) return showPointer(said);
  if (said.no) {
    pending = null;
    $("lost").hidden = true;
    clearSelection();
    tell("says", said.no);
    updateControls(said.no);
  } else if (said.hint && page && said.number === page.number) {
    pending = null;
    clearSelection();
    hinted = { moves: said.moves, says: said.hint };
    paint(hinted.moves);
    updateControls();
  }
}

function rememberTable(name) {
  if (table && table !== name && page) { pending = null; page.number = 0; }
  table = name;
}

// -- the game

async function show(fresh) {
  const before = page;
  const isOther = !before || before.number !== fresh.number;
  page = fresh;
  closed = false;
  $("lost").hidden = true;
  $("door").hidden = true;
  $("table").hidden = $("zoom").hidden = false;
  if (!pending || pending.number !== page.number) pending = null;
  else if (sentOn !== socket) send();
  const mine = page.actor === page.seat;
  $("top").classList.toggle("mine", mine);
  document.documentElement.dataset.seat = String(page.seat);
  if (page.seat >= 0) document.documentElement.style.setProperty("--seat", SEATS[page.seat % SEATS.length]);
  tell("turn", page.turn);
  tell("game", page.title);
  document.title = `${mine ? "● " : ""}${page.turn} – ${page.title}`;
  showSign();
  listSeats();
  $("notice").hidden = !page.notice;
  tell("notice", page.notice);
  listEnding();
  fill("told-lines", page.words.map((line) => item(line)));
  $("told").hidden = !page.words.length;
  fill("log", page.log.slice().reverse().map((line) => { const li = item(line.says); li.prepend(sign(line.seat)); return li; }));
  if (isOther) {
    look = null;  // it belongs to the moves of the previous position
    fill("pointers", []);
    clearSelection();
    if (mine && before && before.actor !== page.seat && navigator.vibrate) navigator.vibrate(60);
    if (before && !before.ending && page.ending) $("ending").scrollIntoView({ block: "nearest" });
    listMoves();
    updateControls();
    await loadLayout();
  } else updateControls();
}

// The sign of the player to move is visible from farther away than the text.
function showSign() {
  const acts = !page.ending && page.actor !== null && page.chairs.length > 1;
  showEmblem(acts ? `/sign/${page.actor}` : `/emblem?${page.game}`);
}

function showEmblem(source) {
  if ($("emblem").getAttribute("src") !== source) $("emblem").src = source;
  $("emblem").hidden = false;
}

const SEATS = ["#d55e00", "#0072b2", "#009e73", "#cc79a7"];

function item(text) {
  const li = document.createElement("li");
  const span = document.createElement("span");
  span.textContent = text;
  li.append(span);
  return li;
}

function fill(id, items) {
  $(id).replaceChildren(...items);
}

function listSeats() {
  fill("chairs", page.chairs.map((chair, seat) => {
    const li = document.createElement("li");
    li.append(sign(seat));
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = chair.name;
    li.append(name);
    const notes = seat === page.seat && page.chairs.length > 1 ? [words.you] : [];
    if (chair.points !== null) notes.push(String(chair.points));
    if (chair.computer) notes.push(words.computer);
    else if (page.away[seat]) notes.push(words.away);
    else if (page.here[seat] && seat !== page.seat) notes.push(words.on_phone);
    const note = document.createElement("small");
    note.textContent = notes.join(" · ");
    li.append(note);
    if (seat === page.actor) { li.className = "acts"; li.setAttribute("aria-current", "true"); }
    return li;
  }));
}

function listEnding() {
  $("ending").hidden = !page.ending;
  if (!page.ending) return;
  tell("reason", page.ending.reason);
  fill("ranking", page.ending.ranking.map((seats) => item(seats.map((seat) => page.chairs[seat].name).join(", "))));
  fill("facts", page.ending.facts.map((fact) => item(fact)));
}

function listMoves() {
  $("all").hidden = !page.moves.length;
  fill("moves", page.moves.map((move, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.says;
    button.addEventListener("click", () => choose([index], [], true));
    return button;
  }));
}

// -- the picture

function shape() {
  return matchMedia("(orientation: landscape) and (min-width: 600px)").matches ? "wide" : "tall";
}

function retry(number, act) {
  setTimeout(() => {
    if (!page || page.number !== number) return;
    if (socket) act();
    else retry(number, act);
  }, 1000);
}

async function loadLayout() {
  const number = page.number, form = shape();
  paint([]);
  const answer = await fetch(`/look/${number}/${form}?lang=${words[""]}`).catch(() => null);
  if (!page || page.number !== number) return;
  if (!answer || !answer.ok) { if (!answer || answer.status !== 410) retry(number, loadLayout); return; }
  const found = await answer.json();
  if (!page || page.number !== number || shape() !== form) return;
  look = found;
  look.form = form;
  document.documentElement.style.setProperty("--ratio", String(look.size[0] / look.size[1]));
  listThings(number);
  listTargets();
  updateControls();
}

// -- pointing: whoever is not to move, a watcher too, may mark a target for everybody

function mayPoint() {
  return Boolean(page && look && page.actor !== page.seat);
}

function listTargets() {
  const names = Object.keys(look.targets), known = $("target").value;
  fill("target", names.map((name) => {
    const option = document.createElement("option");
    option.value = name;
    option.textContent = look.calls[name];
    return option;
  }));
  if (names.includes(known)) $("target").value = known;
}

function targetAt(x, y) {
  const inside = ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height;
  const found = Object.entries(look.targets).filter(([, rect]) => inside(rect));
  found.sort(([, one], [, other]) => one[2] * one[3] - other[2] * other[3]);
  return found.length ? found[0][0] : null;
}

function point(name) {
  if (!name || !mayPoint() || !socket || socket.readyState !== OPEN || Date.now() - lastPoint < POINT_PAUSE) return;
  lastPoint = Date.now();
  socket.send(JSON.stringify({ act: "point", number: page.number, move: name }));
}

function showPointer(said) {
  const rect = page && look && said.number === page.number ? look.targets[said.point] : null;
  if (!rect) return;
  const who = said.seat === WATCHER ? words.watcher : page.chairs[said.seat].name;
  for (const one of [...$("pointers").children]) {
    if (one.dataset.seat === String(said.seat) && (said.seat !== WATCHER || one.dataset.target === said.point)) one.remove();
  }
  const hand = document.createElement("div");
  hand.className = "pointer";
  Object.assign(hand.dataset, { seat: String(said.seat), target: said.point });
  const [left, top, width, height] = rect;
  Object.assign(hand.style, { left: `${left / 10}%`, top: `${top / 10}%`, width: `${width / 10}%`, height: `${height / 10}%` });
  if (said.seat >= 0) hand.style.setProperty("--hand", SEATS[said.seat % SEATS.length]);
  const name = document.createElement("span");
  name.textContent = who;
  hand.append(name);
  $("pointers").append(hand);
  hand.classList.toggle("west", left < 250);
  hand.classList.toggle("east", left + width > 750);
  hand.classList.toggle("south", top + height > 900);
  tell("pointed", `${who}: ${look.calls[said.point]}`);
  setTimeout(() => hand.remove(), POINTER_SHOWN);
}

function paint(moves) {
  const mine = ++asked, number = page.number;
  const query = moves.map((move) => `move=${encodeURIComponent(move)}`).join("&");
  const fresh = new Image();
  fresh.onload = () => {
    if (mine === asked) { $("board").src = fresh.src; $("board").alt = `${words.board}: ${page ? page.turn : ""}`; }
  };
  fresh.onerror = () => { if (mine === asked && page && page.number === number) retry(number, () => mine === asked && paint(moves)); };
  fresh.src = `/board/${number}/${shape()}?${query}`;
}

function listThings(number) {
  $("own").hidden = !look.things.length;
  fill("things", look.things.map((name, which) => {
    const li = document.createElement("li");
    const image = document.createElement("img");
    image.src = `/thing/${number}/${which}`;
    image.alt = "";
    image.onerror = () => retry(number, () => { if (image.isConnected) image.src = `/thing/${number}/${which}`; });
    li.append(image);
    const span = document.createElement("span");
    span.textContent = name;
    li.append(span);
    return li;
  }));
}

function placeSpots() {
  if (!look || look.form !== shape() || pending || !page.moves.length) return $("spots").replaceChildren();
  const open = candidates(touched);
  const live = new Set(open.flatMap((index) => look.moves[index]));
  const buttons = look.spots.map((rect, spot) => {
    const made = page.moves.findIndex((_, index) => look.moves[index] && look.moves[index].includes(spot));
    if (made < 0) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "spot";
    button.tabIndex = -1;
    button.setAttribute("aria-label", page.moves[made].says);
    const [left, top, width, height] = rect;
    Object.assign(button.style, { left: `${left / 10}%`, top: `${top / 10}%`, width: `${width / 10}%`, height: `${height / 10}%` });
    const on = touched.includes(spot) || (chosen && look.moves[chosen.moves[chosen.at]].includes(spot));
    button.classList.toggle("on", Boolean(on));
    button.classList.toggle("could", !on && touched.length > 0 && !chosen && live.has(spot));
    button.setAttribute("aria-pressed", String(Boolean(on)));
    button.addEventListener("click", () => touch(spot));
    return button;
  });
  fill("spots", buttons.filter(Boolean));
}

// -- choosing a move

function candidates(spots) {
  if (!look) return [];
  return page.moves.map((_, index) => index).filter((index) => spots.every((spot) => look.moves[index].includes(spot)));
}

function touch(spot) {
  if (chosen && chosen.moves.length > 1 && touched.length === 1 && touched[0] === spot) return turn();
  let wanted = touched.includes(spot) ? touched.filter((one) => one !== spot) : [...touched, spot];
  if (chosen || !candidates(wanted).length) wanted = touched.includes(spot) ? [] : [spot];
  const open = wanted.length ? candidates(wanted) : [];
  const sets = new Set(open.map((index) => look.moves[index].slice().sort().join()));
  if (open.length && sets.size === 1) return choose(open, wanted, false);
  const was = chosen || hinted;
  touched = wanted;
  chosen = null;
  hinted = null;
  if (was) paint([]);
  updateControls();
}

function choose(moves, spots, fromList) {
  touched = spots;
  chosen = { moves, at: 0 };
  hinted = null;
  paint([page.moves[moves[0]].move]);
  updateControls();
  if (fromList) $("yes").focus();
}

function turn() {
  chosen.at = (chosen.at + 1) % chosen.moves.length;
  paint([page.moves[chosen.moves[chosen.at]].move]);
  updateControls();
}

function clearSelection() {
  touched = [];
  chosen = null;
  hinted = null;
}

function cancel() {
  clearSelection();
  paint([]);
  updateControls();
}

function confirm() {
  if (chosen) return ask("play", page.moves[chosen.moves[chosen.at]].move);
  if (hinted) ask("play", hinted.moves[0]);
}

function updateControls(said) {
  if (!page) return;
  const mine = page.actor === page.seat, ready = mine && !pending;
  const shows = (id, on) => { $(id).hidden = !on; };
  shows("yes", ready && (chosen || hinted));
  shows("no", ready && (chosen || hinted || touched.length > 0));
  shows("other", ready && chosen && chosen.moves.length > 1);
  shows("end", ready && page.can.end);
  shows("back", ready && page.can.back && !chosen);
  shows("point-form", mayPoint());
  shows("hint", ready && page.can.hint && !chosen && !hinted);
  let text = said || "";
  if (!text && hinted) text = hinted.says;
  if (!text && mine) text = chosen ? page.moves[chosen.moves[chosen.at]].says : page.moves.length && !pending ? words.choose : "";
  if (!text && !mine && page.away[page.actor]) text = words.actor_away;
  if (!text && page.seat === WATCHER) text = words.watching;
  tell("says", text);
  $("bar").hidden = !text && ![...$("acts").children].some((one) => !one.hidden);
  placeSpots();
}

function labelCover() {
  const covered = $("things").classList.contains("covered");
  $("cover").setAttribute("aria-label", words.hide);
  $("cover").setAttribute("aria-pressed", String(covered));
}

function labelZoom() {
  const large = $("stage").classList.contains("large");
  $("zoom").setAttribute("aria-label", large ? words.smaller : words.larger);
  $("zoom").setAttribute("aria-pressed", String(large));
  $("zoom").firstElementChild.textContent = large ? "–" : "+";
}

// -- events

$("yes").addEventListener("click", confirm);
$("no").addEventListener("click", cancel);
$("other").addEventListener("click", turn);
$("end").addEventListener("click", () => ask("end"));
$("back").addEventListener("click", () => ask("back"));
$("hint").addEventListener("click", () => ask("hint"));
$("stage").addEventListener("click", (event) => {
  if (!mayPoint() || event.target.closest(".spot")) return;
  const box = $("board").getBoundingClientRect();
  point(targetAt((1000 * (event.clientX - box.left)) / box.width, (1000 * (event.clientY - box.top)) / box.height));
});
$("point-form").addEventListener("submit", (event) => { event.preventDefault(); point($("target").value); });
$("cover").addEventListener("click", () => { $("things").classList.toggle("covered"); labelCover(); });
$("zoom").addEventListener("click", () => { $("stage").classList.toggle("large"); labelZoom(); });
$("leave").addEventListener("click", () => { closeSocket(); post("/leave", {}).catch(() => null); end(""); });
$("language").addEventListener("change", async (event) => {
  await setLanguage(event.target.value);
  if (!$("table").hidden) { page.number = 0; connect(); }  // names of things come with a position
  else showJoinForm("");
});
$("code-form").addEventListener("submit", (event) => {
  event.preventDefault();
  code = $("code").value.trim().toUpperCase();
  if (code) showJoinForm("");
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && page && (chosen || hinted || touched.length)) cancel(); });
let form = shape();
window.addEventListener("resize", () => {
  if (form === shape()) return;
  form = shape();
  fill("pointers", []);
  if (page && !$("table").hidden) { clearSelection(); loadLayout(); }
});

async function start() {
  code = location.hash.slice(1).toUpperCase() || code;
  history.replaceState(null, "", "/");
  let seat = null;
  try {
    await setLanguage(preferredLanguage());
    seat = (await (await fetchWithTimeout("/me")).json()).seat;
  } catch {
    return setTimeout(start, LONGEST_RETRY);  // no answer, or the server is full: the page needs its texts
  }
  if (seat === null || (seat === WATCHER && code)) { closeSocket(); return end(""); }
  code = "";
  connect();
}

// Scanning a code while this page is open changes only the fragment of the address.
window.addEventListener("hashchange", () => { if (location.hash) start(); });
start();
