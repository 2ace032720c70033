import type { Document, Element } from 'domhandler';
import type { FoldedPart, PageControls } from '../../../contract/page-controls';
import { findElements, textOf } from '../../extraction/rules/page/text-of';
import { controlSelector } from '../../extraction/selectors/control-selector';
import { isTrap } from './control-places';
import { isHidden, isSwitchedOff, labelsOf, lineOf } from './controls';
import { nextPage } from './next-page';
import { searchForms } from './search-forms';

const maxParts = 12;
/** Labels of controls with side effects, such as buying, sending, logging in or deleting. */
const DOES =
  /\b(?:log|sign|check) ?(?:in|out|up)\b|\b(?:delete|remove|buy|order|pay|cart|basket|bag|subscribe|unsubscribe|send|submit|book|reserve|follow|vote|share|report|download|accept|agree|apply|upload|edit|reply|kaufen|bestellen|löschen|anmelden|abmelden|senden|buchen|warenkorb|acheter|supprimer|envoyer|panier|connexion|comprar|eliminar|enviar|carrito|acquista|elimina|invia|carrello|kopen|verwijderen|versturen)\b/iu;
const OUTSIDE = new Set(['nav', 'header', 'footer', 'aside', 'form', 'dialog', 'menu']);

/** Finds controls that reveal more data on a page: pagination, tabs, collapsible sections and search forms. */
export function pageControls(document: Document, address: string): PageControls {
  const next = nextPage(document, address);
  const ids = new Map(
    findElements(document, ({ attribs }) => attribs.id !== undefined, 20_000).map((one) => [one.attribs.id, one]),
  );
  const partsOf = (controls: readonly Element[]): readonly FoldedPart[] =>
    controls
      .filter((element) => isSafe(element) && element.attribs['aria-selected'] !== 'true')
      .slice(0, maxParts)
      .map((element) => {
        const panel = ids.get(element.attribs['aria-controls']);
        const isFilled = panel !== undefined && textOf(panel) !== '';
        return { selector: controlSelector(element, document), label: labelsOf(element)[0] ?? '', isFilled };
      });
  const { forms, leftAlone } = searchForms(document, address);
  return {
    ...(next ? { next } : {}),
    tabs: partsOf(findElements(document, ({ attribs }) => attribs.role === 'tab')),
    folds: partsOf(findElements(document, isFold)),
    searches: forms,
    leftAlone,
  };
}

const isFold = ({ name, attribs }: Element): boolean =>
  attribs['aria-expanded'] === 'false' &&
  attribs['aria-haspopup'] === undefined &&
  attribs.role !== 'tab' &&
  attribs.role !== 'combobox' &&
  name !== 'input' &&
  name !== 'select';

/** True for a control in the main content that only reveals something and has no side effects. */
function isSafe(element: Element): boolean {
  const { href } = element.attribs;
  if (href !== undefined && !/^\s*(?:#|javascript:void|$)/i.test(href)) return false;
  if (element.attribs.type === 'submit' || isSwitchedOff(element) || isHidden(element)) return false;
  if (labelsOf(element).some((label) => DOES.test(label))) return false;
  if (lineOf(element).some(({ name }) => OUTSIDE.has(name))) return false;
  return element.attribs.role === 'tab' || !isTrap(element);
}
