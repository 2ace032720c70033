import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { ledger } from './ledger.mjs';

/** A utility process, implemented as a Node child process. It has its own IPC channel, but not Electron's sandbox. */
class UtilityProcess extends EventEmitter {
  #child;

  constructor(modulePath, args, options) {
    super();
    // An empty `execArgv` keeps this process's module hooks out of the child, so that an engine that imports Electron
    // fails.
    this.#child = fork(modulePath, args, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: options.env });
    // On exit, Electron ends its utility processes.
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
