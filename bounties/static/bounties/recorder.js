// Records one channel with the microphone and puts it into the form's file field as a WAV file of 16 bits, at data-rate samples a
// second where the form names that. Without a script, or a microphone, the field takes a file.
"use strict";

const worklet = new URL("recorder-worklet.js", document.currentScript.src).href;

function wav(samples, rate) {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (at, words) => [...words].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF"); view.setUint32(4, 36 + samples.length * 2, true); text(8, "WAVEfmt ");
  view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
  view.setUint32(24, rate, true); view.setUint32(28, rate * 2, true); view.setUint16(32, 2, true); view.setUint16(34, 16, true);
  text(36, "data"); view.setUint32(40, samples.length * 2, true);
  samples.forEach((value, index) => {
    const inside = Math.max(-1, Math.min(1, value));
    view.setInt16(44 + index * 2, inside < 0 ? inside * 0x8000 : inside * 0x7fff, true);
  });
  return new File([view], "recording.wav", { type: "audio/wav" });
}

// The browser's own filter keeps out what the lower rate can't hold.
async function resampled(samples, from, to) {
  if (!to || from === to) return samples;
  const context = new OfflineAudioContext(1, Math.ceil(samples.length * to / from), to);
  const buffer = context.createBuffer(1, samples.length, from);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}

function joined(parts) {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { whole.set(part, at); at += part.length; }
  return whole;
}

for (const form of document.querySelectorAll("form[data-recorder]")) {
  const box = form.querySelector(".recorder");
  if (!navigator.mediaDevices || !window.AudioWorkletNode) continue;
  const find = (name) => box.querySelector(`[data-${name}]`);
  const [start, stop, time, fault] = ["start", "stop", "time", "fault"].map(find);
  const [audio, field] = [box.querySelector("audio"), form.elements.recording];
  const most = Number(form.dataset.most), least = Number(form.dataset.least || 2), rate = Number(form.dataset.rate || 0);
  let running = null;
  box.hidden = false;

  const say = (words) => { fault.textContent = words; fault.hidden = !words; };

  start.addEventListener("click", async () => {
    say("");
    start.disabled = true; // until the microphone is there: a second tap would open it twice
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false } });
      const context = new AudioContext();
      await context.audioWorklet.addModule(worklet);
      const parts = [], tap = new AudioWorkletNode(context, "tap", { numberOfOutputs: 0 });
      tap.port.onmessage = (event) => {
        parts.push(event.data);
        const seconds = parts.length * event.data.length / context.sampleRate;
        time.textContent = `${Math.floor(seconds)} / ${most} s`;
        if (seconds >= most) end();
      };
      context.createMediaStreamSource(stream).connect(tap);
      running = { stream, context, parts, tap };
      start.hidden = true; stop.hidden = false; audio.hidden = true;
      stop.focus();
    } catch {
      say(box.dataset.denied);
    }
    start.disabled = false;
  });

  async function end() {
    if (!running) return;
    const { stream, context, parts, tap } = running;
    running = null;
    tap.port.onmessage = null;
    for (const track of stream.getTracks()) track.stop();
    const from = context.sampleRate;
    await context.close();
    stop.hidden = true; start.hidden = false; start.focus();
    const samples = joined(parts);
    if (samples.length < least * from) return say(box.dataset.short);
    const file = wav(await resampled(samples, from, rate), rate || from);
    const carrier = new DataTransfer();
    carrier.items.add(file);
    field.files = carrier.files;
    if (audio.src) URL.revokeObjectURL(audio.src);
    audio.src = URL.createObjectURL(file);
    audio.hidden = false;
  }
  stop.addEventListener("click", end);
}
