import { type Element } from 'domhandler';
import { type MeasuredPage } from './measured-page';
import { traitsNamed } from './parts';
import { type PageElement, type Unit } from './segment';
import { traitsOf } from './tags';

const FRAME_TRAITS = traitsNamed('nav header footer ad');
const [SIDE = 0] = traitsNamed('side');
/**
 * Class name that Elementor gives to every block on a page. Other class names with `widget` mark blocks in sidebars.
 */
const ANY_BLOCK = /\belementor-widget(?!-sidebar|-wp-widget)/gi;

/** True for a unit in a menu, header, footer, sidebar or overlay, recognized by tag, role and class names. */
export const isFramed = (page: MeasuredPage, { element }: Unit): boolean =>
  FRAME_TRAITS.some((trait) => page.hasAround(element, trait)) || sidebarAround(page, element) >= 0;

/** Returns the nearest sidebar that is or contains the element, or -1. */
export function sidebarAround(page: MeasuredPage, element: number): number {
  for (let at = page.nearest(element, SIDE); at >= 0; ) {
    const { node, parent } = page.segments.elements[at] as PageElement;
    if (isSidebar(node)) return at;
    at = page.nearest(parent, SIDE);
  }
  return -1;
}

function isSidebar({ name, attribs }: Element): boolean {
  const names = attribs.class?.replace(ANY_BLOCK, '') ?? '';
  return (traitsOf({ name, attribs: { ...attribs, class: names } }) & (1 << SIDE)) !== 0;
}
