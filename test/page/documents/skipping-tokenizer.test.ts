import { Parser, Tokenizer } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { SkippingTokenizer } from '../../../core/page/documents/skipping-tokenizer';

const PAGES = {
  'plain markup':
    '<!doctype html><html lang=en><p class="a b" id=\'x\' hidden>one <b>two</b>\n three</p><br/><img src=a.png></html>',
  references:
    '<p title="a &amp; b &lt; &nope; &#x41;">&copy; 1 &amp;&amp 2 & 3 &notin; &#128512;</p><a href=?a=1&b=2&copy=3>x</a>',
  'raw text':
    '<script>if (a < b && "</p>") x("<!--")</script><style>a > b { }</style><title>a < b &amp; c</title><textarea>&lt;x</textarea>',
  comments: '<!-- a - b -- c > --><!--><!---><!-- open <p>text --!> after<!bogus><?php echo ">" ?>',
  'odd names': '<p=x a=b/c =d e==f "g\'h\u000bi\u0000j><//p></ p><p\n\t\fa\r=\n"b"/ c></P\t x><1>< b><é>é</é>',
  attributes:
    '<a b="c" d="e"f="g" h = "i" j="&amp;k" l="m\nn" o=\'p\' q r="" s="t"/><u v="w" /x="y"><A B="1" b="2" =c="3" "d"="4" \0="5">',
  'names like those of raw text':
    '<STYLE>a<b</STYLE ><strong>a</strong/><styles>a<b></styles><Script x>a<b</script=x></sCript\t><p1 a><s/><table=x></table=x><xmp>a<b</xmp><i\u0001j>',
  'white space': '  \n\t <p \n >  \u00a0\u3000 text\u2028 </p \n> ',
  'what never ends': '<p class="never ending & <b>x</b>',
  'a reference at the end': '<p>text &am',
  'a tag at the end': 'text<div class',
  'foreign elements': '<svg viewBox="0 0 1 1"><title>t</title><path d="M0 0"/>a < b</svg><math><mi>x</mi></math>',
};

/** Returns all parser events for a page that arrives in chunks of `size` characters. */
function eventsOf(html: string, size: number, tokenizer: typeof Tokenizer): readonly unknown[] {
  const events: unknown[] = [];
  let text = '';
  const push = (...event: readonly unknown[]): void => {
    if (text !== '') events.push(['text', text]);
    text = '';
    events.push(event);
  };
  const parser = new Parser(
    {
      ontext: (data) => {
        text += data;
      },
      onopentag: (name, attribs) => push('open', name, { ...attribs }),
      onclosetag: (name, implied) => push('close', name, implied),
      oncomment: (data) => push('comment', data),
      onprocessinginstruction: (name, data) => push('instruction', name, data),
      onend: () => push('end'),
    },
    { Tokenizer: tokenizer },
  );
  for (let from = 0; from < html.length; from += size) parser.write(html.slice(from, from + size));
  parser.end();
  return events;
}

describe('the skipping tokenizer', () => {
  for (const [name, html] of Object.entries(PAGES)) {
    it(`reads ${name} like the plain tokenizer, however the page is split`, () => {
      for (const size of [1, 2, 3, 7, 1000]) {
        expect(eventsOf(html, size, SkippingTokenizer)).toEqual(eventsOf(html, size, Tokenizer));
      }
    });
  }

  it('treats CDATA as a comment that ends at the next `>`', () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const html = '<p>a<![CDATA[b > c]]></p><svg><![CDATA[d < e]]></svg><![CDATA[';
      const plain = eventsOf(html.replaceAll('<![', '<?['), size, Tokenizer);
      const asComments = plain.map((event) => JSON.parse(JSON.stringify(event).replaceAll('?[', '[')));
      expect(eventsOf(html, size, SkippingTokenizer)).toEqual(asComments);
    }
  });
});
