// Notices on this device: says whether they are on, asks the browser for its permission when the button is pressed, and hands the
// browser's subscription to the form that stands on the page.
"use strict";

const box = document.querySelector("[data-push]");
const subscribing = document.getElementById("subscribe");

function showState(name) {
  for (const part of box.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== name;
}

function written(buffer) { // base64url
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function read(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

const isOurs = (subscription) => written(subscription.options.applicationServerKey) === box.dataset.key;

async function state() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.register("/service-worker.js");
  const subscription = await worker.pushManager.getSubscription();
  return subscription && isOurs(subscription) && "here" in box.dataset ? "on" : "off";
}

async function enable() {
  if ((await Notification.requestPermission()) !== "granted") return showState(await state());
  const manager = (await navigator.serviceWorker.ready).pushManager;
  let subscription = await manager.getSubscription();
  if (subscription && !isOurs(subscription)) { // the site has another key by now
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ||= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: read(box.dataset.key) });
  subscribing.elements.endpoint.value = subscription.endpoint;
  subscribing.elements.p256dh.value = written(subscription.getKey("p256dh"));
  subscribing.elements.auth.value = written(subscription.getKey("auth"));
  subscribing.requestSubmit();
}

if (box) {
  state().then(showState, () => showState("failed"));
  const button = box.querySelector("[data-enable]");
  button.addEventListener("click", () => {
    button.disabled = true;
    enable().catch(() => showState("failed")).finally(() => { button.disabled = false; });
  });
  document.querySelector("[data-off]")?.addEventListener("submit", () => {
    navigator.serviceWorker?.getRegistration().then((worker) => worker?.pushManager?.getSubscription()).then((one) => one?.unsubscribe());
  });
}
