import DOMPurify from 'dompurify';

/** A page as it may be shown in a frame: no scripts, no forms, nothing that loads from elsewhere, links that lead nowhere. */
export function previewHtml(html: string): string {
  const root = DOMPurify.sanitize(html, {
    RETURN_DOM: true,
    WHOLE_DOCUMENT: true,
    FORBID_TAGS: ['form', 'iframe', 'base', 'meta', 'link', 'video', 'audio', 'source'],
    FORBID_ATTR: ['srcset', 'background', 'poster'],
  }) as HTMLElement;
  // Relative addresses would mean the engine itself here.
  for (const anchor of root.querySelectorAll('a, area')) anchor.removeAttribute('href');
  for (const image of root.querySelectorAll('img')) {
    if (!image.getAttribute('src')?.startsWith('data:')) image.replaceWith(image.alt ? `[${image.alt}]` : '');
  }
  return root.outerHTML;
}
