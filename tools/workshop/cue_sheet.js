// Where we are and when we began stand in the address, so that a reload loses nothing. (A file has no storage that every browser keeps.)
function fromAddress() {
  const found = new URLSearchParams(location.hash.slice(1));
  return { start: found.get("start") || "", here: (Number(found.get("section")) || 1) - 1 };
}
function changed(state) {
  const known = /^\d\d:\d\d$/.test(state.start);
  try { history.replaceState(null, "", "#" + new URLSearchParams({ start: state.start, section: state.here + 1 })); } catch (refused) { /* an old browser with a file */ }
  for (const each of document.querySelectorAll(".when")) {
    const [begins, ends] = [Number(each.dataset.begins), Number(each.dataset.ends)];
    each.textContent = "minute " + begins + " to " + ends
      + (known ? ", " + ragdiagClock.at(state.start, begins) + " to " + ragdiagClock.at(state.start, ends) : "");
  }
  document.querySelectorAll("main > section").forEach((each, index) => each.classList.toggle("here", index === state.here));
}
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { n: 1, b: -1 }[event.key];
  if (!step) return;
  turn(step);
  document.documentElement.style.scrollPaddingTop = document.getElementById("clock").offsetHeight + 12 + "px";
  document.querySelector("section.here").scrollIntoView();
});
