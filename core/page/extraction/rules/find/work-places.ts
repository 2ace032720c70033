import { isCountry } from '../../../../common/values/countries';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { excerptOf, type Sighting } from './sighting';

/** A town with its state or country, e.g. `Aarhus, Denmark`. */
const PLACE = /^\p{Lu}[\p{L}.'’ -]{1,40},\s(?:[\p{L}.'’ -]{2,40},\s)?([\p{L}. ]{2,30})$/u;
const STATE =
  /^(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])$/;
const BETWEEN = /\s[|·•–—]\s/u;
const nearLines = 8;
const maxChars = 100;

/** Replaces a place from markup with the visible place if that adds a region, e.g. `Denver, CO` for `Denver`. */
export const withRegion = (found: readonly Sighting[]): readonly Sighting[] =>
  found.map((one) => {
    const shown = found.find(({ kind, raw }) => kind === 'text' && String(raw).startsWith(`${one.raw}, `));
    return shown ? { ...one, raw: shown.raw, node: shown.node } : one;
  });

/** Returns the places of work in short lines near the headline. */
export const workPlaces = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.slice(view.headlineAt + 1, view.headlineAt + 1 + nearLines).flatMap(({ text, node, flags }) => {
    if (text.length > maxChars || flags & (OUTSIDE | flag.heading)) return [];
    return text.split(BETWEEN).flatMap((part): readonly Sighting[] => {
      const region = PLACE.exec(part.trim())?.[1];
      const isPlace = region !== undefined && (STATE.test(region) || isCountry(region));
      return isPlace ? [{ raw: part.trim(), weight: 0.45, kind: 'text', node, excerpt: excerptOf(text) }] : [];
    });
  });
