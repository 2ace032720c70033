import { copyFile, readFile, realpath, stat } from 'node:fs/promises';
import { writeFileAtomically } from '../atomic-file';
import type { Assistant } from './assistants';
import { ConfigurationRefusal } from './configuration-refusal';
import { editJsonServers } from './json-servers';
import type { ServerEntry } from './server-entry';
import { editTomlServers, tomlServer } from './toml-servers';

const serverName = 'gleaner';

/** User interaction during a registration. */
export interface Dialogue {
  /** Shows a change or its outcome. */
  show(text: string): void | Promise<void>;
  /** Asks for confirmation. Returns true if the change may be written. */
  confirm(question: string): boolean | Promise<boolean>;
}

/**
 * Registers the server with an assistant, or removes it if `entry` is undefined. Returns false if the assistant's file
 * cannot be edited.
 */
export async function register(
  assistant: Assistant,
  entry: ServerEntry | undefined,
  { show, confirm }: Dialogue,
): Promise<boolean> {
  const { name, file } = assistant;
  try {
    const before = await readConfiguration(file);
    if (edited(assistant, before, entry) === (before ?? '')) {
      await show(`${name}: ${entry ? 'already registered' : 'not registered'} in ${file}.`);
      return true;
    }
    await show(`${name}: ${entry ? `write to ${file}:\n${entryText(assistant, entry)}` : `remove from ${file}.`}`);
    if (!(await confirm(`Change ${file}?`))) return true;
    await show(`Changed ${file}.${await write(assistant, entry)}`);
    return true;
  } catch (error) {
    if (!(error instanceof ConfigurationRefusal)) throw error;
    const advice = entry
      ? `Add this entry by hand:\n${entryText(assistant, entry)}`
      : `Remove the entry ${serverName} by hand.`;
    await show(`${name}: The file ${file} ${error.message}, and was not changed. ${advice}`);
    return false;
  }
}

const jsonEntry = ({ statesType }: Assistant, entry: ServerEntry): Readonly<Record<string, unknown>> => ({
  ...(statesType && { type: 'stdio' }),
  ...entry,
});

function edited(assistant: Assistant, text: string | undefined, entry: ServerEntry | undefined): string {
  const { format, key } = assistant;
  // If a file does not mention the server, there is nothing to remove, even if the file is malformed.
  if (!entry && !text?.includes(serverName)) return text ?? '';
  if (format === 'toml') return editTomlServers(text ?? '', key, serverName, entry);
  return editJsonServers(text ?? '', key, serverName, entry && jsonEntry(assistant, entry));
}

function entryText(assistant: Assistant, entry: ServerEntry): string {
  if (assistant.format === 'toml') return tomlServer(assistant.key, serverName, entry).trimEnd();
  return JSON.stringify({ [assistant.key]: { [serverName]: jsonEntry(assistant, entry) } }, null, 2);
}

/** Reads a configuration file. Undefined if it does not exist. */
async function readConfiguration(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigurationRefusal(`cannot be read (${error.code})`);
  });
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ConfigurationRefusal('is not UTF-8 text');
  }
}

/**
 * Writes the change and returns a sentence about the backup. Reads the file again first, because the assistant may have
 * changed it.
 */
async function write(assistant: Assistant, entry: ServerEntry | undefined): Promise<string> {
  const { file } = assistant;
  const before = await readConfiguration(file);
  const after = edited(assistant, before, entry);
  try {
    if (before === undefined) {
      await writeFileAtomically(file, after);
      return '';
    }
    // Writes to the target of a symbolic link. Keeps the file permissions, because configurations may contain secrets.
    const target = await realpath(file);
    const { mode } = await stat(target);
    const backup = `${file}.gleaner-backup`;
    await copyFile(target, backup);
    await writeFileAtomically(target, after, mode & 0o777);
    return ` The previous version is ${backup}.`;
  } catch (error) {
    throw new ConfigurationRefusal(`cannot be written (${(error as NodeJS.ErrnoException).code ?? error})`);
  }
}
