import type { QuickJSRuntime } from 'quickjs-emscripten-core';
import { sandboxLimits } from './messages';

/** Measures the duration of a call, and interrupts the guest when the call exceeds its limits. */
export class CallMeter {
  #isRunning = false;
  /**
   * Readings of the thread's CPU time, in ms: `#start` at the start of the call, `#slice` at the start of the current
   * time slice.
   */
  #start = 0;
  #slice = 0;
  /**
   * `#ran` is how long the call ran before its last pause, and `#resumed` is the time at which it last resumed, both in
   * ms.
   */
  #ran = 0;
  #resumed = 0;
  #fault: string | undefined;

  constructor(runtime: QuickJSRuntime) {
    runtime.setInterruptHandler(() => this.#isRunning && this.#isOver());
  }

  /** Reason why the plugin was stopped, worded as the end of a sentence, e.g. `it ran for more than 2 s.` */
  get fault(): string | undefined {
    return this.#fault;
  }

  begin(): void {
    [this.#isRunning, this.#fault, this.#ran] = [true, undefined, 0];
    this.#start = cpuMs();
    this.resume();
  }

  /** Starts a new CPU time slice after a host call. */
  nextSlice(): void {
    this.#isOver();
    this.#slice = cpuMs();
  }

  /** Stops the clock while the call waits for a response. */
  pause(): void {
    this.#ran += performance.now() - this.#resumed;
  }

  resume(): void {
    this.#resumed = performance.now();
    this.#slice = cpuMs();
  }

  /** Stops the plugin for the given reason. */
  stop(fault: string): void {
    this.#fault ??= fault;
  }

  /** Ends the call and returns its CPU time, in ms. */
  end(): number {
    this.#isRunning = false;
    return cpuMs() - this.#start;
  }

  #isOver(): boolean {
    if (this.#isRunning && cpuMs() - this.#slice > sandboxLimits.sliceMs)
      this.stop(`it used more than ${sandboxLimits.sliceMs} ms of CPU time without a pause.`);
    if (this.#isRunning && this.#ran + performance.now() - this.#resumed > sandboxLimits.callMs)
      this.stop(`it ran for more than ${sandboxLimits.callMs / 1000} s.`);
    return this.#fault !== undefined;
  }
}

/** Returns the CPU time of this thread, in ms. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
