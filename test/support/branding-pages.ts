/** A page and its expected branding. */
export interface BrandingPage {
  readonly path: string;
  readonly html: string;
  readonly expected: object;
}

interface Site {
  readonly path: string;
  readonly css: string;
  readonly head?: string;
  readonly logo?: string;
  readonly body?: string;
  readonly expected: object;
}

const page = ({ path, css, head = '', logo = '', body = '', expected }: Site): BrandingPage => ({
  path,
  html: `<!doctype html><html lang="en"><head><title>Site</title>${head}<style>${css}</style></head><body>
<header><a href="/">${logo}</a></header><main><h1>A headline</h1><p>A paragraph that says at some length what this
company makes and for whom. Read <a href="/more">more about it</a> here.</p>${body}</main><footer><p>Imprint and terms</p></footer></body></html>`,
  expected,
});

const button = '<button class="cta">Start</button>';

/** Ten pages that define their colours in different notations and places. */
export const brandingPages: readonly BrandingPage[] = [
  page({
    path: '/brand/plain',
    css: 'body{background:#fff;color:#222;font-family:Georgia,serif;font-size:18px} a{color:#0a58ca} button{background:#d63384;color:#fff;border:0;border-radius:6px}',
    body: button,
    expected: {
      colorScheme: 'light',
      colors: { background: '#FFFFFF', textPrimary: '#222222', link: '#0A58CA', primary: '#D63384' },
      typography: { fontFamilies: { primary: 'Georgia' }, fontSizes: { body: '18px' } },
      components: { buttonPrimary: { background: '#D63384', textColor: '#FFFFFF', borderRadius: '6px' } },
    },
  }),
  page({
    path: '/brand/dark',
    css: 'html{background:#101418} body{color:#e8eaed} a{color:#8ab4f8} button{background:#34a853;color:#000;border:1px solid #34a853}',
    body: button,
    expected: {
      colorScheme: 'dark',
      colors: { background: '#101418', textPrimary: '#E8EAED', primary: '#34A853' },
    },
  }),
  page({
    path: '/brand/variables',
    css: ':root{--color-primary:#6f42c1;--color-secondary:#fd7e14;--success:#198754;--danger:#dc3545;--warning:#ffc107} button{background:var(--color-primary);color:#fff;border:0}',
    body: button,
    expected: {
      colors: {
        primary: '#6F42C1',
        secondary: '#FD7E14',
        success: '#198754',
        error: '#DC3545',
        warning: '#FFC107',
      },
    },
  }),
  page({
    path: '/brand/link-buttons',
    css: '.btn{display:inline-block;padding:8px 16px;border-radius:24px;border:2px solid rgb(0,102,102)} .btn-primary{background:rgb(0,102,102);color:#fff} .btn-outline{color:rgb(0,102,102)}',
    body: '<a class="btn btn-outline" href="/a">Learn</a> <a class="btn btn-primary" href="/b">Buy</a>',
    expected: {
      colors: { primary: '#006666' },
      components: {
        buttonPrimary: { background: '#006666', borderRadius: '24px' },
        buttonSecondary: { textColor: '#006666', borderColor: '#006666' },
      },
    },
  }),
  page({
    path: '/brand/transparent',
    css: 'body{background:#fff;color:rgba(0,0,0,.4)} button{background:rgba(255,0,0,.4);color:#fff;border:0}',
    body: button,
    expected: { colors: { textPrimary: '#999999', primary: '#FF9999' } },
  }),
  page({
    path: '/brand/modern-colours',
    css: 'body{background:hsl(60 100% 97%)} a{color:rebeccapurple} button{background:color(srgb 0 0.5 1);color:white;border:0}',
    body: button,
    expected: { colors: { background: '#FFFFF0', link: '#663399', primary: '#0080FF' } },
  }),
  page({
    path: '/brand/logo',
    head: '<meta property="og:site_name" content="Northwind"><meta property="og:image" content="/share.png"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico">',
    css: 'header img{width:120px;height:40px}',
    logo: '<img src="/assets/logo.svg" alt="Northwind">',
    body: '<img src="/team.jpg" width="300" height="200" alt="Our team">',
    expected: {
      brandName: 'Northwind',
      logo: atSite('/assets/logo.svg'),
      images: { logo: atSite('/assets/logo.svg'), favicon: atSite('/favicon.svg'), ogImage: atSite('/share.png') },
    },
  }),
  page({
    path: '/brand/drawn-logo',
    css: 'header svg{width:90px;height:30px}',
    logo: '<svg class="site-logo" viewBox="0 0 9 3"><rect width="9" height="3" fill="red"/></svg>',
    expected: { logo: 'data:image/svg+xml,' },
  }),
  page({
    path: '/brand/type',
    css: "body{font:400 16px/1.5 'Source Sans 3',Arial,sans-serif} h1{font:700 40px/1.2 'Playfair Display',Georgia,serif} p{margin:0 0 16px} main{padding:24px;max-width:960px} header{padding:8px;height:64px;box-sizing:border-box} code{font-family:'Fira Code',monospace}",
    body: '<p>Run <code>npm start</code> to begin with the work on it.</p><section style="padding:32px"><p>Another paragraph of the page.</p></section>',
    expected: {
      fonts: [{ family: 'Source Sans 3' }, { family: 'Playfair Display' }, { family: 'Fira Code' }],
      typography: {
        fontFamilies: { primary: 'Source Sans 3', heading: 'Playfair Display', code: 'Fira Code' },
        fontStacks: { heading: ['Playfair Display', 'Georgia', 'serif'] },
        fontSizes: { h1: '40px', body: '16px' },
        lineHeights: { heading: 1.2, body: 1.5 },
        fontWeights: { regular: 400, bold: 700 },
      },
      spacing: { baseUnit: 8 },
      layout: { grid: { maxWidth: '960px' }, headerHeight: '64px' },
    },
  }),
  page({
    path: '/brand/form',
    css: 'input{border:1px solid #adb5bd;border-radius:4px;padding:8px} input[type=submit]{background:#ffb703;color:#023047;border:0;border-radius:12px;transition:background .3s ease-in}',
    body: '<form><input name="mail"><input type="submit" value="Join"></form>',
    expected: {
      colors: { primary: '#FFB703' },
      components: {
        buttonPrimary: { background: '#FFB703', textColor: '#023047', borderRadius: '12px' },
        input: { borderColor: '#ADB5BD', borderRadius: '4px' },
      },
      animations: { transitionDuration: '0.3s', easing: 'ease-in' },
    },
  }),
];

/** Prefixes a path with the placeholder for the site's URL. */
function atSite(path: string): string {
  return `{site}${path}`;
}
