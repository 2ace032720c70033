/** Appearance of a control. */
export interface Look {
  readonly background?: string;
  readonly color: string;
  readonly border?: string;
  readonly radius: string;
  readonly name: string;
  readonly area: number;
  readonly transition: string;
  readonly easing: string;
}

/** Appearance of text. */
export interface TextLook {
  readonly stack: string;
  readonly size: string;
  readonly lineHeight: string;
  readonly weight: string;
  readonly color: string;
}

/** Computed styles of elements that show a page's branding. Colours have the form `#RRGGBB`. */
export interface PageStyles {
  readonly background: string;
  readonly texts: Readonly<Record<string, TextLook | undefined>>;
  readonly muted?: string;
  readonly link?: string;
  readonly buttons: readonly Look[];
  readonly inputs: readonly Look[];
  /** Custom properties of the root element whose values are colours. */
  readonly variables: Readonly<Record<string, string>>;
  readonly themeColor?: string;
  readonly weights: readonly number[];
  readonly gaps: readonly number[];
  readonly logo?: string;
  readonly favicon?: string;
  readonly ogImage?: string;
  readonly siteName?: string;
  readonly maxWidth?: string;
  readonly headerHeight?: string;
  readonly footerHeight?: string;
}

/** Script that returns the page's styles as JSON without modifying the page. Unknown values are omitted. */
export const readStyles = String.raw`(() => {
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const rgba = (css) => {
    if (!known.has(css)) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = '#000';
      paint.fillStyle = css;
      paint.fillRect(0, 0, 1, 1);
      known.set(css, [...paint.getImageData(0, 0, 1, 1).data]);
    }
    return known.get(css);
  };
  const hex = ([r, g, b]) => '#' + [r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('').toUpperCase();
  const isClear = (css) => rgba(css)[3] < 26;
  const styleOf = (element) => getComputedStyle(element);
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    const style = styleOf(element);
    return box.width > 1 && box.height > 1 && style.visibility === 'visible' && style.display !== 'none' && Number(style.opacity) > 0.1;
  };
  const shown = (selector, most = 200) => [...document.querySelectorAll(selector)].slice(0, 2000).filter(isShown).slice(0, most);
  const over = (css, below) => {
    const [r, g, b, a] = rgba(css);
    const share = a / 255;
    return [r, g, b].map((part, at) => Math.round(part * share + below[at] * (1 - share)));
  };
  const backgroundOf = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const css = styleOf(up).backgroundColor;
      layers.push(css);
      if (rgba(css)[3] === 255) break;
    }
    return layers.reverse().reduce((below, css) => over(css, below), [255, 255, 255]);
  };
  const page = document.body ?? document.documentElement;
  const background = backgroundOf(page);
  const textLook = (element) => {
    if (!element) return undefined;
    const style = styleOf(element);
    return {
      stack: style.fontFamily,
      size: style.fontSize,
      lineHeight: style.lineHeight,
      weight: style.fontWeight,
      color: hex(over(style.color, backgroundOf(element))),
    };
  };
  const controlLook = (element) => {
    const style = styleOf(element);
    const box = element.getBoundingClientRect();
    const hasBorder = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' && !isClear(style.borderTopColor);
    return {
      background: isClear(style.backgroundColor) ? undefined : hex(backgroundOf(element)),
      color: hex(over(style.color, backgroundOf(element))),
      border: hasBorder ? hex(over(style.borderTopColor, backgroundOf(element))) : undefined,
      radius: style.borderTopLeftRadius,
      name: (element.className + ' ' + element.id + ' ' + (element.getAttribute('type') ?? '')).toLowerCase().slice(0, 200),
      area: Math.round(box.width * box.height),
      transition: style.transitionDuration.split(',')[0],
      easing: style.transitionTimingFunction.split(/,(?![^(]*\))/)[0],
    };
  };
  const buttons = shown('button, input[type=submit], input[type=button], [role=button], a[class*=btn i], a[class*=button i]', 80);
  const isIn = (element, list) => list.some((one) => one === element || one.contains(element));
  const paragraphs = shown('main p, article p, p', 60).filter((one) => one.textContent.trim().length > 20);
  const most = (values) => {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
  };
  const links = shown('main a[href], article a[href], p a[href], li a[href], a[href]', 120).filter(
    (one) => one.textContent.trim() !== '' && !isIn(one, buttons) && !one.closest('nav, header, footer'),
  );
  const linkColors = (links.length ? links : shown('a[href]', 60).filter((one) => !isIn(one, buttons))).map((one) => textLook(one).color);
  const variables = {};
  const rootStyle = styleOf(document.documentElement);
  for (const sheet of document.styleSheets) {
    let rules = [];
    try { rules = [...sheet.cssRules].slice(0, 3000); } catch {}
    for (const rule of rules) {
      if (!rule.selectorText || !/:root|^html|^body/.test(rule.selectorText)) continue;
      for (const name of rule.style) {
        if (!name.startsWith('--') || Object.keys(variables).length > 300) continue;
        const value = rootStyle.getPropertyValue(name).trim();
        if (value && CSS.supports('color', value) && !isClear(value)) variables[name.slice(2).toLowerCase()] = hex(rgba(value));
      }
    }
  }
  const content = (selector) => document.querySelector(selector)?.getAttribute('content')?.trim() || undefined;
  const absolute = (address) => {
    try { const url = new URL(address, document.baseURI); return /^(https?|data):/.test(url.protocol) ? url.href : undefined; } catch { return undefined; }
  };
  const siteWord = location.hostname.replace(/^www\./, '').split('.')[0].toLowerCase();
  const logoScore = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width < 12 || box.height < 12 || box.height > 320 || box.top > 600) return -1;
    const words = [element, element.parentElement, element.parentElement?.parentElement]
      .map((one) => one ? [one.getAttribute('class'), one.id, one.getAttribute('aria-label'), one.getAttribute('alt'), one.getAttribute('title')].join(' ') : '')
      .join(' ').toLowerCase();
    const source = (element.getAttribute('src') ?? '').toLowerCase();
    const link = element.closest('a');
    const isHome = link && ['/', ''].includes(new URL(link.href, document.baseURI).pathname.replace(/^\/(index\.\w+|[a-z]{2})?$/, '/')) && new URL(link.href, document.baseURI).host === location.host;
    let score = 0;
    if (/logo|brand/.test(words)) score += 4;
    if (/logo|brand/.test(source)) score += 3;
    if (siteWord.length > 2 && (source + ' ' + words).includes(siteWord)) score += 1;
    if (isHome) score += 3;
    if (element.closest('header, [role=banner], nav, [class*=header i], [class*=navbar i]')) score += 2;
    if (box.top < 160) score += 1;
    if (box.left < innerWidth / 2) score += 1;
    if (/partner|client|customer|sponsor|payment|award|avatar|flag|icon-|social/.test(words) || element.closest('footer, main section, [class*=partner i], [class*=client i]')) score -= 4;
    return score;
  };
  const pictures = [...document.querySelectorAll('img, svg')].slice(0, 400).filter(isShown).filter((one) => !one.parentElement?.closest('svg'));
  const [logo] = pictures.map((one) => ({ one, score: logoScore(one) })).filter(({ score }) => score >= 5).sort((one, other) => other.score - one.score);
  const logoOf = (element) => {
    if (element.tagName.toLowerCase() === 'img') return absolute(element.currentSrc || element.src);
    const copy = element.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const text = new XMLSerializer().serializeToString(copy);
    return text.length > 20000 ? undefined : 'data:image/svg+xml,' + encodeURIComponent(text);
  };
  const icons = [...document.querySelectorAll('link[rel~=icon i], link[rel~=apple-touch-icon i]')];
  const sizeOf = (icon) => /svg/.test(icon.type + icon.href) ? 1000 : parseInt(icon.sizes?.value ?? '', 10) || 16;
  const [icon] = icons.filter((one) => /\bicon\b/i.test(one.rel) ).sort((one, other) => sizeOf(other) - sizeOf(one)).concat(icons);
  const heights = (selector) => { const [one] = shown(selector, 1); return one ? Math.round(one.getBoundingClientRect().height) + 'px' : undefined; };
  const boxes = shown('main > *, section, article, header, footer, button, li, p, h1, h2, h3, [class*=card i]', 200);
  const gaps = boxes.flatMap((one) => {
    const style = styleOf(one);
    return [style.paddingTop, style.paddingLeft, style.marginBottom, style.rowGap].map(parseFloat).filter((px) => px > 0 && px <= 96);
  });
  const [wide] = shown('main, [class*=container i], [class*=wrapper i], article', 20).map((one) => styleOf(one).maxWidth).filter((width) => /^\d+(\.\d+)?px$/.test(width));
  const smalls = shown('small, .small, footer p, [class*=caption i], [class*=muted i], [class*=meta i], [class*=subtitle i], figcaption', 30);
  const texts = {
    body: textLook(page),
    paragraph: textLook(paragraphs[0]),
    h1: textLook(shown('h1', 1)[0]),
    h2: textLook(shown('h2', 1)[0]),
    h3: textLook(shown('h3', 1)[0]),
    small: textLook(shown('small, .small, figcaption, footer p', 1)[0]),
    code: textLook(shown('pre code, code, pre', 1)[0]),
  };
  return JSON.stringify({
    background: hex(background),
    texts,
    muted: most(smalls.map((one) => textLook(one).color)),
    link: most(linkColors),
    buttons: buttons.map(controlLook),
    inputs: shown('input:not([type=submit]):not([type=button]):not([type=checkbox]):not([type=radio]):not([type=hidden]), textarea, select', 20).map(controlLook),
    variables,
    themeColor: (() => { const css = content('meta[name=theme-color i]'); return css && CSS.supports('color', css) ? hex(rgba(css)) : undefined; })(),
    weights: [...new Set(boxes.map((one) => Number(styleOf(one).fontWeight)))].filter((weight) => weight > 0),
    gaps,
    logo: logo && logoOf(logo.one),
    favicon: icon && absolute(icon.href),
    ogImage: (() => { const address = content('meta[property="og:image"]'); return address && absolute(address); })(),
    siteName: content('meta[property="og:site_name"]') ?? content('meta[name=application-name i]'),
    maxWidth: wide,
    headerHeight: heights('header, [role=banner]'),
    footerHeight: heights('footer, [role=contentinfo]'),
  });
})()`;
