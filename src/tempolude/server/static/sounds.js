// The sounds of the table, synthesized: paper on leather, dice on wood, brass on brass, a striking clock. Off until
// switched on, on this device. The sound of a piece is `--sound` in its stylesheet.

const LOUDEST = .5;

export class Sounds {
  constructor() {
    this.on = localStorage.getItem("sounds") === "on";
    this.volume = Number(localStorage.getItem("volume") ?? 50);
    if (this.on) for (const kind of ["pointerdown", "keydown"])   // browsers require a gesture before the first sound
      document.addEventListener(kind, () => this.#wake(), { once: true, capture: true });
  }

  // The switch and the slider of the menu.
  show(toggle, slider) {
    const take = () => { slider.disabled = !this.on; slider.value = this.volume; toggle.checked = this.on; };
    toggle.addEventListener("change", () => {
      this.on = toggle.checked;
      localStorage.setItem("sounds", this.on ? "on" : "off");
      take();
      this.play("turn");
    });
    slider.addEventListener("change", () => {
      this.volume = Number(slider.value);
      localStorage.setItem("volume", this.volume);
      this.play("turn");
    });
    take();
  }

  // The sounds of moved pieces: up to three for each kind.
  moved(elements) {
    if (!this.on) return;
    const heard = {};
    for (const element of elements) {
      const kind = getComputedStyle(element.firstElementChild ?? element).getPropertyValue("--sound").trim() || "card";
      heard[kind] = (heard[kind] ?? 0) + 1;
      if (heard[kind] <= 3) this.play(kind, (heard[kind] - 1) * .09);
    }
  }

  play(kind, delay = 0) {
    if (!this.on || !(kind in SCORES)) return;
    if (navigator.userActivation?.hasBeenActive === false) return;   // otherwise all would play at the first click
    const context = this.#wake();
    this.out.gain.value = LOUDEST * (this.volume / 100) ** 2;
    SCORES[kind](context, this.out, context.currentTime + .02 + delay);
  }

  #wake() {
    if (!this.context) {
      this.context = new AudioContext();
      this.out = this.context.createGain();
      this.out.connect(this.context.destination);
    }
    if (this.context.state === "suspended") this.context.resume();
    return this.context;
  }
}

const SCORES = {
  card: (context, out, at) => rustle(context, out, at, 2600, .09, .5),
  dice: (context, out, at) => { for (const [after, pitch] of [[0, 1500], [.07, 1900], [.12, 1300], [.19, 1700]]) rustle(context, out, at + after, pitch, .03, .9); },
  coin: (context, out, at) => { for (const [pitch, loud] of [[2637, .12], [3951, .07]]) ring(context, out, at, pitch, .25, loud); },
  piece: (context, out, at) => { rustle(context, out, at, 500, .05, .8); ring(context, out, at, 196, .08, .2); },
  turn: (context, out, at) => strike(context, out, at, [659.3, 523.3]),
  end: (context, out, at) => strike(context, out, at, [523.3, 659.3, 587.3, 392]),
};

// A clock strikes: a soft bell for each note.
function strike(context, out, at, notes) {
  notes.forEach((note, i) => {
    for (const [partial, loud] of [[1, .3], [2, .1], [3.01, .05]]) ring(context, out, at + i * .32, note * partial, 1.1 / partial, loud);
  });
}

function ring(context, out, at, pitch, seconds, loud) {
  const tone = context.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(fading(context, out, at, seconds, loud));
  tone.start(at);
  tone.stop(at + seconds);
}

// A breath of noise around a pitch.
function rustle(context, out, at, pitch, seconds, loud) {
  const length = Math.ceil(context.sampleRate * seconds);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource(), band = context.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(context, out, at, seconds, loud));
  source.start(at);
}

function fading(context, out, at, seconds, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + .006);
  gain.gain.exponentialRampToValueAtTime(.0005, at + seconds);
  gain.connect(out);
  return gain;
}
