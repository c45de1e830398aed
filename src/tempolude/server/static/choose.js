// Choosing cards of a set: steppers, the count of each group, a random draw.

const groups = [...document.querySelectorAll(".pickable")];
const inputs = group => [...group.querySelectorAll("input[type=number]")];
const chosen = group => inputs(group).reduce((sum, input) => sum + Number(input.value), 0);

function count(group) {
  const wanted = Number(group.dataset.number), there = chosen(group);
  group.querySelector("output").value = there;
  group.classList.toggle("whole", there === wanted);
  group.classList.toggle("over", there > wanted);
  for (const input of inputs(group)) {
    const item = input.closest("li");
    item.classList.toggle("in", Number(input.value) > 0);
    item.querySelector("[data-step='-1']").disabled = Number(input.value) <= 0;
    item.querySelector("[data-step='1']").disabled = Number(input.value) >= Number(input.max) || there >= wanted;
  }
}

function draw(group) {
  const copies = inputs(group).flatMap(input => Array(Number(input.max)).fill(input));
  for (const input of inputs(group)) input.value = 0;
  for (let left = Number(group.dataset.number); left > 0 && copies.length; left--) {
    const [input] = copies.splice(Math.floor(Math.random() * copies.length), 1);
    input.value = Number(input.value) + 1;
  }
  count(group);
}

function step(input, by) {
  input.value = Math.min(Number(input.max), Math.max(0, Number(input.value) + by));
  count(input.closest(".pickable"));
}

document.addEventListener("input", event => {
  const group = event.target.closest(".pickable");
  if (group) count(group);
});
document.addEventListener("click", event => {
  const button = event.target.closest("button"), group = event.target.closest(".pickable");
  if (button?.id === "draw") groups.forEach(draw);
  else if (button?.dataset.draw !== undefined) draw(group);
  else if (button?.dataset.step) step(button.closest("li").querySelector("input"), Number(button.dataset.step));
  else if (event.target.closest(".pickable .face")) {
    const input = event.target.closest("li").querySelector("input");
    if (chosen(group) < Number(group.dataset.number) && Number(input.value) < Number(input.max)) step(input, 1);
    else step(input, -Number(input.value));
  }
});
for (const button of document.querySelectorAll(".choose [hidden]")) button.hidden = false;
groups.forEach(count);
