import { eventPages } from './event-pages';
import { otherPages } from './other-pages';
import type { OwnPage } from './own-page';

/** Forty pages of nine kinds in ten languages. */
export const ownPages: readonly OwnPage[] = [...eventPages, ...otherPages];
