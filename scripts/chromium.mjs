/**
 * Finds the browser for the tests. If it is missing, installs it through apt or, if that is not possible, prints
 * instructions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { elapsed, say } from './console.mjs';
import { run, which } from './programs.mjs';

/** Debian packages required by the tests: a browser, the desktop keyring and a font for rendering. */
export const debianPackages = [
  'chromium',
  'chromium-headless-shell',
  'libsecret-1-dev',
  'dbus',
  'gnome-keyring',
  'fonts-liberation',
];

const defaultPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the path of the browser on this machine, if any. */
export function findChromium() {
  const named = process.env.GLEANER_BROWSER_PATH;
  return (
    [named, ...defaultPlaces].find((place) => place && existsSync(place)) ?? which('chromium') ?? which('google-chrome')
  );
}

function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/** Installs a browser if none is found. If that is not possible, prints instructions and returns false. */
export async function ensureChromium() {
  if (findChromium()) return true;
  if (isDebian() && process.getuid?.() === 0) {
    say('Installing Chromium through apt …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { quiet: true, env });
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages];
    const { code, output } = await run('apt-get', args, { quiet: true, env });
    if (code === 0 && findChromium()) {
      say(`Chromium installed after ${elapsed()}.`);
      return true;
    }
    say(`Chromium could not be installed through apt:\n${output.trim().split('\n').slice(-5).join('\n')}`);
  }
  say(
    'No Chromium was found, so every test that needs a browser will fail. Install Chromium or Google Chrome, or run ' +
      '`npx gleaner browser install`, or point GLEANER_BROWSER_PATH at one.',
  );
  return false;
}
