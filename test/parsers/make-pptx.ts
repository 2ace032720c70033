import { makeZip } from './make-zip';

/** A slide, as the XML of its shapes. */
export interface Slide {
  readonly body: string;
  readonly notes?: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`;
const relations = (targets: readonly string[]): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map((target, at) => `<Relationship Id="rId${at + 1}" Target="${target}"/>`).join('')}</Relationships>`;
const slideXml = (body: string): string => `${XML}<p:sld><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`;

/** Creates a PowerPoint file. `order` contains the slide indexes in presentation order. */
export function makePptx(slides: readonly Slide[], order: readonly number[] = slides.map((_, at) => at)): Uint8Array {
  const files: Record<string, string> = {
    '[Content_Types].xml': TYPES,
    'ppt/presentation.xml': `${XML}<p:presentation><p:sldIdLst>${order.map((at) => `<p:sldId r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(slides.map((_, at) => `slides/slide${at + 1}.xml`)),
  };
  slides.forEach(({ body, notes }, at) => {
    files[`ppt/slides/slide${at + 1}.xml`] = slideXml(body);
    if (notes === undefined) return;
    files[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relations([`../notesSlides/notesSlide${at + 1}.xml`]);
    files[`ppt/notesSlides/notesSlide${at + 1}.xml`] = slideXml(notes);
  });
  return makeZip(files);
}
