import type { z } from 'zod';
import type { FormatCost } from '../format-cost';

/** Properties of a format plugin that the API schemas need. */
export interface FormatPart {
  readonly id: string;
  readonly summary: string;
  readonly as?: string | ((options: Readonly<Record<string, unknown>>) => string);
  readonly options?: z.ZodObject;
  readonly versions?: readonly ('v1' | 'v2')[];
  readonly v1?: readonly {
    readonly name: string;
    readonly options?: Readonly<Record<string, unknown>>;
    readonly field?: string;
    readonly fieldRequired?: boolean;
    readonly schema?: z.ZodObject;
    readonly as?: string;
  }[];
  readonly cost?: FormatCost;
  readonly isStandard?: boolean;
  readonly requires?: readonly string[];
}

/** Properties of an action plugin that the API schemas need. */
export interface ActionPart {
  readonly type: string;
  readonly summary: string;
  readonly schema: z.ZodObject;
  waitMs?(fields: never): number;
}

/** Properties of a parser plugin that the API schemas need. */
export interface ParserPart {
  readonly id: string;
  readonly summary: string;
  readonly optIn?: boolean;
  readonly options?: z.ZodObject;
}

/** Everything that plugins add to the API. */
export interface ApiParts {
  readonly formats: readonly FormatPart[];
  readonly actions: readonly ActionPart[];
  readonly parsers: readonly ParserPart[];
  /**
   * Validates a CSS selector, or a `*pattern*` for tag names and attributes. Returns an error message, or undefined if
   * the text is valid.
   */
  selectorError(text: string): string | undefined;
}
