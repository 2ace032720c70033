import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { ledger } from './ledger.mjs';

/** Utility process as a Node child process. It has its own channel, but not Electron's sandbox. */
class UtilityProcess extends EventEmitter {
  #child;

  constructor(modulePath, args, options) {
    super();
    // The child does not inherit this process's module hooks, because an engine that imports Electron must fail here.
    this.#child = fork(modulePath, args, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: options.env });
    // Electron ends its utility processes when it exits.
    process.once('exit', () => this.#child.kill('SIGKILL'));
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#child.once('spawn', () => {
      ledger.enginePids.push(this.#child.pid);
      this.emit('spawn');
    });
    this.#child.once('exit', (code) => {
      this.exited = true;
      this.emit('exit', code ?? 1);
    });
    this.#child.on('message', (message) => this.emit('message', message));
  }

  get pid() {
    return this.exited ? undefined : this.#child.pid;
  }

  postMessage(message) {
    this.#child.send(message);
  }

  kill() {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = {
  fork: (modulePath, args = [], options = {}) => new UtilityProcess(modulePath, args, options),
};
