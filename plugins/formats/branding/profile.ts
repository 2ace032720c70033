import type { Look, PageStyles, TextLook } from './read-styles';

/** Drops undefined fields. Returns undefined if no fields remain. */
function filled<T extends object>(fields: T): T | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as T) : undefined;
}

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|-apple-system|BlinkMacSystemFont|inherit|initial)$/i;

/** Builds the branding profile from computed styles. */
export function brandingOf(styles: PageStyles) {
  const { texts, logo, favicon, ogImage, siteName } = styles;
  const [primary, secondary] = mainButtons(styles.buttons);
  const [input] = styles.inputs;
  const families = [texts.body, texts.h1, texts.h2, texts.paragraph, texts.code].flatMap(
    (text) => familyOf(text) ?? [],
  );
  return filled({
    colorScheme: luminance(styles.background) < 0.4 ? 'dark' : 'light',
    brandName: siteName,
    logo,
    colors: colorsOf(styles, primary, secondary),
    fonts: families.length > 0 ? [...new Set(families)].map((family) => ({ family })) : undefined,
    typography: typographyOf(styles),
    spacing: spacingOf(styles, primary),
    components: filled({
      buttonPrimary: primary && buttonOf(primary),
      buttonSecondary: secondary && buttonOf(secondary),
      input: input && filled({ borderColor: input.border, borderRadius: input.radius, background: input.background }),
    }),
    images: filled({ logo, favicon, ogImage }),
    animations: primary && animationsOf(primary),
    layout: filled({
      grid: styles.maxWidth === undefined ? undefined : { maxWidth: styles.maxWidth },
      headerHeight: styles.headerHeight,
      footerHeight: styles.footerHeight,
    }),
  });
}

const buttonOf = ({ background, color, border, radius }: Look) =>
  filled({ background, textColor: color, borderColor: border, borderRadius: radius });

const animationsOf = ({ transition, easing }: Look) =>
  Number.parseFloat(transition) > 0 ? { transitionDuration: transition, easing } : undefined;

/**
 * Returns the primary and secondary buttons. Ranks buttons mainly by name and fill colour, and to a lesser extent by
 * frequency and size.
 */
function mainButtons(buttons: readonly Look[]): readonly [Look | undefined, Look | undefined] {
  const kinds = new Map<string, { look: Look; count: number }>();
  for (const look of buttons) {
    const key = [look.background, look.color, look.border, look.radius].join();
    const known = kinds.get(key);
    if (known) known.count++;
    else kinds.set(key, { look, count: 1 });
  }
  const strength = ({ look, count }: { look: Look; count: number }): number => {
    const named = /primary|(?<![a-z])cta|submit/.test(look.name)
      ? 2
      : /secondary|ghost|outline|link|close|menu/.test(look.name)
        ? -2
        : 0;
    const filling = look.background === undefined ? -1 : 1 + 2 * saturation(look.background);
    return named + filling + Math.min(count, 5) / 10 + Math.min(look.area, 20_000) / 100_000;
  };
  const ranked = [...kinds.values()].toSorted((one, other) => strength(other) - strength(one)).map(({ look }) => look);
  const [first] = ranked;
  const hasLook = (look: Look) => look.background !== undefined || look.border !== undefined;
  if (!first || !hasLook(first)) return [undefined, undefined];
  return [first, ranked.find((look) => look !== first && hasLook(look))];
}

/** Browsers' default link colour. */
const browserBlue = '#0000EE';

function colorsOf(styles: PageStyles, primary: Look | undefined, secondary: Look | undefined) {
  const { background, texts, muted, themeColor, variables } = styles;
  // Ignores the default blue of unstyled links, because this colour is not part of the brand.
  const link = styles.link === browserBlue ? undefined : styles.link;
  const named = (pattern: RegExp) => Object.entries(variables).find(([name]) => pattern.test(name))?.[1];
  const text = (texts.paragraph ?? texts.body)?.color;
  const strong = [primary?.background, themeColor, link].find(
    (color) => color !== undefined && saturation(color) > 0.15,
  );
  const first = named(/(?:^|-)(?:primary|brand)(?:-(?:color|500|600))?$/) ?? strong ?? primary?.background;
  const others = [secondary?.background, link, themeColor].filter((color) => color !== undefined && color !== first);
  return filled({
    primary: first,
    secondary: named(/(?:^|-)secondary(?:-(?:color|500|600))?$/) ?? secondary?.background,
    accent: named(/(?:^|-)accent(?:-(?:color|500|600))?$/) ?? others.find((color) => color && saturation(color) > 0.15),
    background,
    textPrimary: text,
    textSecondary: muted === text ? undefined : muted,
    link: styles.link,
    success: named(/(?:^|-)success(?:-(?:color|500|600))?$/),
    warning: named(/(?:^|-)warning(?:-(?:color|500|600))?$/),
    error: named(/(?:^|-)(?:error|danger)(?:-(?:color|500|600))?$/),
  });
}

const stackOf = (text: TextLook | undefined): readonly string[] | undefined => {
  const families = text?.stack.split(',').map((family) => family.trim().replace(/^["']|["']$/g, ''));
  return families && families[0] !== '' ? families : undefined;
};

/** Returns the first non-generic font in a font stack, or the first entry if all are generic. */
const familyOf = (text: TextLook | undefined): string | undefined => {
  const stack = stackOf(text);
  return stack?.find((family) => !GENERIC.test(family)) ?? stack?.[0];
};

function typographyOf({ texts, weights }: PageStyles) {
  const { body, paragraph, h1, h2, h3, small, code } = texts;
  const ratio = (text: TextLook | undefined): number | undefined => {
    const value = text && Number.parseFloat(text.lineHeight) / Number.parseFloat(text.size);
    return value && Number.isFinite(value) ? Math.round(value * 100) / 100 : undefined;
  };
  const weight = (low: number, high: number) =>
    weights.toSorted((a, b) => a - b).find((one) => one >= low && one <= high);
  return filled({
    fontFamilies: filled({ primary: familyOf(body), heading: familyOf(h1 ?? h2), code: familyOf(code) }),
    fontStacks: filled({
      primary: stackOf(body),
      heading: stackOf(h1 ?? h2),
      body: stackOf(body),
      paragraph: stackOf(paragraph),
    }),
    fontSizes: filled({
      h1: h1?.size,
      h2: h2?.size,
      h3: h3?.size,
      body: (paragraph ?? body)?.size,
      small: small?.size,
    }),
    lineHeights: filled({ heading: ratio(h1 ?? h2), body: ratio(paragraph ?? body) }),
    fontWeights: filled({
      light: weight(100, 300),
      regular: weight(400, 400),
      medium: weight(500, 600),
      bold: weight(700, 900),
    }),
  });
}

/**
 * Returns the border radius and the base unit. The base unit is the largest of 8, 5 and 4 px that divides at least 60 %
 * of the gaps.
 */
function spacingOf({ gaps }: PageStyles, primary: Look | undefined) {
  const share = (unit: number) => gaps.filter((gap) => gap % unit === 0).length / Math.max(1, gaps.length);
  const baseUnit = gaps.length < 4 ? undefined : [8, 5, 4].find((unit) => share(unit) >= 0.6);
  return filled({ baseUnit, borderRadius: primary?.radius });
}

const channels = (hex: string): readonly [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** Returns a colour's saturation (0–1), measured as the spread between its channels. */
function saturation(hex: string): number {
  const parts = channels(hex);
  return (Math.max(...parts) - Math.min(...parts)) / 255;
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}
