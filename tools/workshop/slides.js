// One slide at a time; a key reveals what is hidden on it, then goes on. Letters as large as the slide allows, never below 24 pixels.
const slides = [...document.querySelectorAll("main > section")];
const place = document.getElementById("place");
let at = 0, open = 0;

function parts(slide) { return [...slide.querySelectorAll(".reveal")]; }

function fit(slide) {
  const box = slide.querySelector(".fit"), hidden = parts(slide).filter((part) => part.hidden);
  hidden.forEach((part) => { part.hidden = false; part.style.visibility = "hidden"; });
  for (let size = 38; size >= 24; size -= 1) {
    slide.style.fontSize = size + "px";
    if (box.scrollHeight <= slide.clientHeight && box.scrollWidth <= box.clientWidth) break;
  }
  hidden.forEach((part) => { part.hidden = true; part.style.visibility = ""; });
}

function show() {
  slides.forEach((slide, index) => { slide.hidden = index !== at; });
  const slide = slides[at];
  parts(slide).forEach((part) => { part.hidden = true; });
  fit(slide);
  parts(slide).forEach((part, index) => { part.hidden = index >= open; });
  place.textContent = (slide.dataset.where ? slide.dataset.where + "  ·  " : "") + (at + 1) + " of " + slides.length;
  try { history.replaceState(null, "", "#" + (at + 1)); } catch (refused) { /* an old browser with a file */ }
}

function forward() {
  if (open < parts(slides[at]).length) open += 1;
  else if (at < slides.length - 1) { at += 1; open = 0; }
  show();
}

function back() {
  if (open > 0) open -= 1;
  else if (at > 0) { at -= 1; open = parts(slides[at]).length; }
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = { ArrowRight: forward, ArrowDown: forward, PageDown: forward, " ": forward, Enter: forward, ArrowLeft: back, ArrowUp: back, PageUp: back,
    Home: () => { at = 0; open = 0; show(); }, End: () => { at = slides.length - 1; open = 0; show(); } }[event.key];
  if (!move) return;
  event.preventDefault();
  move();
});
window.addEventListener("resize", show);
at = Math.max(0, Math.min(slides.length, Number(location.hash.slice(1)) || 1) - 1);
show();
