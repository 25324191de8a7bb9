// The choice of variations and options.
import { showCompare } from "./analysis";
import { byId, make } from "./dom";
import { showNode } from "./play";
import { showPlayers } from "./players";
import type { Info } from "./protocol";
import { page } from "./state";

let settingShown = "";

/** `change` is called after each change. */
export function showSetting(info: Info, change: () => void): void {
  const key = JSON.stringify([info.options, info.variations, info.chosen, info.players]);
  if (key === settingShown) return;
  settingShown = key;
  const variations = info.variations.map((name) => {
    const box = make("input", { type: "checkbox", checked: info.chosen.includes(name) });
    box.addEventListener("change", () => {
      page.setting.variations = box.checked ? [...page.setting.variations, name] : page.setting.variations.filter((other) => other !== name);
      page.setting.options = {};
      change();
    });
    return make("label", {}, box, name);
  });
  const options = info.options.map((option) => {
    const set = (value: string) => {
      page.setting.options = { ...page.setting.options, [option.name]: value };
      change();
    };
    let control: HTMLInputElement | HTMLSelectElement;
    if (option.values) control = make("select", {}, ...option.values.map((value) => new Option(value, value)));
    else control = make("input", { type: "number", min: String(option.range?.from ?? 0), max: String(option.range?.to ?? 99), step: option.range?.even ? "2" : "1" });
    control.value = option.value;
    control.addEventListener("change", () => control.value && set(control.value));
    const label = make("label", { title: option.note ?? "" }, option.name, control);
    return label;
  });
  const many = variations.length + options.length;
  const box = byId("setting");
  const wasOpen = box.querySelector("details")?.open ?? false;
  box.replaceChildren(...(many > 0 ? [make("details", { open: wasOpen }, make("summary", {}, `Variations and options (${many})`), ...variations, ...options)] : []));
  showPlayers(info, showNode);
  showCompare(info);
}
