// The clock of the workshop: planned against real time, and the next cut. Used by the cue sheet and by the widget in the notebook.
// `say` is the same rule as in clock.py; tests/test_workshop_pages.py compares them.
const ragdiagClock = {
  say(plan, elapsed, here) {
    const section = plan.sections[here], minutes = (n) => n + (n === 1 ? " minute" : " minutes");
    const cuts = plan.sections.slice(here).flatMap((each) => each.cuts);
    const lines = [];
    let late = 0;
    if (elapsed < 0) lines.push("The workshop begins in " + minutes(-elapsed) + ".");
    else if (elapsed >= section.ends) {
      late = elapsed - section.ends;
      lines.push(late ? minutes(late) + " late: section " + section.number + ", " + section.title + ", should be over."
        : "Section " + section.number + ", " + section.title + ", ends now.");
    } else if (elapsed < section.begins) lines.push(minutes(section.begins - elapsed) + " early for section " + section.number + ", " + section.title + ".");
    else lines.push("On time: " + minutes(section.ends - elapsed) + " left in section " + section.number + ", " + section.title + ".");
    let gained = 0;
    const wanted = [];
    for (const cut of cuts) {
      if (wanted.length && gained >= late) break;
      wanted.push(cut.what.replace(/\.$/, "") + " (" + minutes(cut.minutes) + ").");
      gained += cut.minutes;
    }
    const more = wanted.length - 2;
    const rest = more > 0 ? [more === 1 ? "One more cut follows." : more + " more cuts follow."] : [];
    const short = late > gained ? ["That gives " + minutes(gained) + " in all: say now what falls away."] : [];
    const told = [...wanted.slice(0, 2), ...rest, ...short].join(" ");
    lines.push(wanted.length ? (late > 0 ? "Cut now: " : "Next cut, if late: ") + told : "Nothing is left to cut.");
    return lines;
  },
  elapsed(start, now) {
    const [hour, minute] = start.split(":").map(Number);
    const passed = now.getHours() * 60 + now.getMinutes() - hour * 60 - minute;
    return passed < -720 ? passed + 1440 : passed > 720 ? passed - 1440 : passed;
  },
  at(start, minutes) {
    const [hour, minute] = start.split(":").map(Number), total = (hour * 60 + minute + minutes) % 1440;
    return String(Math.floor(total / 60)).padStart(2, "0") + ":" + String(total % 60).padStart(2, "0");
  },
  run(root, plan, state, changed) {
    const find = (name) => root.querySelector("[data-clock=" + name + "]");
    const show = () => {
      state.here = Math.max(0, Math.min(plan.sections.length - 1, state.here));
      const section = plan.sections[state.here];
      find("here").textContent = "We are in " + section.number + ". " + section.title;
      const known = /^\d\d:\d\d$/.test(state.start);
      const lines = known ? ragdiagClock.say(plan, ragdiagClock.elapsed(state.start, new Date()), state.here) : ["Set the time at which you begin."];
      find("now").textContent = lines[0];
      find("cut").textContent = lines[1] || "";
      root.classList.toggle("late", /late: /.test(lines[0]));
      changed(state);
    };
    find("start").value = state.start;
    find("start").addEventListener("input", (event) => { state.start = event.target.value; show(); });
    find("next").addEventListener("click", () => { state.here += 1; show(); });
    find("back").addEventListener("click", () => { state.here -= 1; show(); });
    setInterval(show, 5000);
    show();
    return (step) => { state.here += step; show(); };
  },
};
