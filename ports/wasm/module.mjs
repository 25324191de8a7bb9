// Calls a module: text in, text out. The same few lines are all that a host needs.

/** An instance of a compiled module, which is given the texts that come with mnc. */
export class Mnc {
  #exports;

  constructor(module, texts) {
    this.#exports = new WebAssembly.Instance(module).exports;
    const complaint = this.#call("provide_texts", texts);
    if (complaint) throw new Error(complaint);
  }

  /** Whether it looked for the wordings, since this was last asked, and has none: then it knows less than it could, and
   * should be given them and asked again. */
  wantsWordings() {
    return this.#exports.wants_wordings() !== 0;
  }

  /** Gives it what people say in other words than the language has. */
  provideWordings(wordings) {
    const complaint = this.#call("provide_wordings", wordings);
    if (complaint) throw new Error(complaint);
  }

  /** Gives it the texts that explain, before it is asked for meanings. */
  provideHelp(help) {
    const complaint = this.#call("provide_help", help);
    if (complaint) throw new Error(complaint);
  }

  /** The answer to a request, both as objects. */
  ask(request) {
    return JSON.parse(this.answer(JSON.stringify(request)));
  }

  /** The answer to a line. */
  answer(line) {
    return this.#call("answer", line);
  }

  /** The memory, for tests. */
  get memory() {
    return this.#exports.memory;
  }

  #call(name, text) {
    return this.call(name, new TextEncoder().encode(text));
  }

  call(name, bytes) {
    const { memory, request_buffer, answer_buffer } = this.#exports;
    const at = request_buffer(bytes.length);
    if (at === 0) throw new RangeError("the request is too long");
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = this.#exports[name]();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer_buffer(), length));
  }
}
