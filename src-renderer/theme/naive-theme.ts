import type { GlobalThemeOverrides } from 'naive-ui';
import type { Palette } from './palette';

const sans =
  "'Inter', 'Segoe UI', -apple-system, Ubuntu, Cantarell, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif";
const mono =
  "ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, 'Liberation Mono', monospace";

const shapes = {
  fontFamily: sans,
  fontFamilyMono: mono,
  fontSize: '13px',
  fontSizeSmall: '13px',
  fontSizeMedium: '13px',
  borderRadius: '8px',
  borderRadiusSmall: '6px',
};

/** Heights of input fields on a touchscreen. */
const touchHeights = { heightTiny: '44px', heightSmall: '44px', heightMedium: '44px' };

/**
 * Derives a Naive UI theme from a palette, so that widgets match the app. `isTouch` makes fields large enough for a
 * finger.
 */
export function naiveTheme(palette: Palette, isTouch = false): GlobalThemeOverrides {
  const accent = {
    primaryColor: palette.accent,
    primaryColorHover: palette['accent-hover'],
    primaryColorPressed: palette['accent-hover'],
    primaryColorSuppl: palette.accent,
    errorColor: palette.danger,
    warningColor: palette.wheat,
  };
  return {
    common: {
      ...accent,
      ...shapes,
      bodyColor: palette.canvas,
      cardColor: palette.surface,
      modalColor: palette.raised,
      popoverColor: palette.raised,
      inputColor: palette.surface,
      textColorBase: palette.text,
      textColor1: palette.text,
      textColor2: palette.text,
      textColor3: palette.muted,
      placeholderColor: palette.muted,
      borderColor: palette['line-strong'],
      dividerColor: palette.line,
    },
    Input: {
      ...(isTouch ? touchHeights : {}),
      color: palette.surface,
      colorFocus: palette.surface,
      border: `1px solid ${palette['line-strong']}`,
      suffixTextColor: palette.muted,
      boxShadowFocus: `0 0 0 2px ${palette['accent-soft']}`,
    },
  };
}
