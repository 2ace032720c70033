import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const post = (author: string, text: string, head: string, attributes = '') =>
  `<div class="post" ${attributes}>${head}<a class="username" href="/users/${author}">${author}</a> <time datetime="2024-03-0${author.length}T10:00:00Z">some days ago</time><div class="post-body"><p>${text}</p></div></div>`;

const qa = `<html lang="en"><head><title>Why does my kettle hum? - Kitchen Help</title></head><body><h1><span class="label">Solved</span> Why does my kettle hum?</h1><div id="thread">
${post('ada', 'My kettle hums at night. Is that the plate?', '', 'data-score="12"')}
${post('birk', 'It is scale. Boil some vinegar in it.', '<div itemprop="upvoteCount" data-value="31">31</div>', 'class="accepted-answer"').replace('class="post" class="accepted-answer"', 'class="post accepted-answer"')}
${post('carlo', 'Mine hums too, and nobody knows why.', '<span itemprop="upvoteCount">4</span>')}
</div></body></html>`;

const records = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'array',
  items: objectOf(properties),
});

describe('a thread', () => {
  it('states the votes of its opening post in an attribute', () => {
    expect(readByRules(qa, { schema: objectOf({ score: { type: 'number' } }) }).data).toEqual({ score: 12 });
  });

  it('has answers with their votes, one of them accepted', () => {
    const answers = records({ author: { type: 'string' }, score: { type: 'number' }, accepted: { type: 'boolean' } });
    expect(readByRules(qa, { schema: objectOf({ answers }) }).data).toEqual({
      answers: [
        { author: 'birk', score: 31, accepted: true },
        { author: 'carlo', score: 4, accepted: false },
      ],
    });
  });

  it('has posts with their likes and without the real names of their authors', () => {
    const liked = ['ada', 'birk']
      .map(
        (name, at) =>
          `<div class="topic-post"><div class="meta"><span class="creator" itemprop="author"><a href="/u/${name}"><span itemprop="name">${name}</span></a> (${name} Holm)</span></div><div class="post-text" itemprop="text"><p>Text of ${name} with 9 likes in it.</p></div><span class="post-likes">${at + 3} Likes</span></div>`,
      )
      .join('');
    const html = `<html lang="en"><head><title>Kettles</title></head><body><h1>Kettles</h1><div>${liked}</div></body></html>`;
    const posts = records({ username: { type: 'string' }, likes: { type: 'number' } });
    expect(readByRules(html, { schema: objectOf({ posts }) }).data).toEqual({
      posts: [
        { username: 'ada', likes: 3 },
        { username: 'birk', likes: 4 },
      ],
    });
  });

  it('has a label in its headline', () => {
    const schema = objectOf({ flair: { type: 'string' }, prefix: { type: 'string' } });
    expect(readByRules(qa, { schema }).data).toEqual({ flair: 'Solved', prefix: 'Solved' });
  });

  it('is offered by the author of its opening post', () => {
    const offer = qa.replace('Is that the plate?', 'I sell it.<br>Price: £20');
    const schema = objectOf({ seller: { type: 'string' } });
    expect(readByRules(offer, { schema }).data).toEqual({ seller: 'ada' });
    expect(readByRules(qa, { schema }).data).toEqual({});
  });

  it('has a title in a link if its heading is the name of the forum in a column', () => {
    const html = `<html lang="nl"><head><title>Drie ketels getest : Keuken</title></head><body><div class="side"><div class="box"><h1><a href="/r/Keuken">Keuken</a></h1><p>Praat mee over alles in de keuken.</p></div><ul class="content"><li><a class="author" href="/user/mod1">mod1</a></li></ul></div><div class="content"><div class="thing"><p class="title"><a class="title" href="/t/1">Drie ketels getest</a><span class="linkflairlabel">Test</span> <span>(self.Keuken)</span></p><p>geplaatst door <a class="author" href="/user/ada">ada</a></p><div class="text-body"><p>De eerste ketel was na een week al stuk.</p></div></div><div class="thing"><p><a class="author" href="/user/birk">birk</a> 5 punten</p><div class="text-body"><p>Bij mij ook.</p></div></div></div></body></html>`;
    const schema = objectOf({ title: { type: 'string' }, author: { type: 'string' }, flair: { type: 'string' } });
    expect(readByRules(html, { schema }).data).toEqual({ title: 'Drie ketels getest', author: 'ada', flair: 'Test' });
  });

  it('has the heading as its title, not the last breadcrumb', () => {
    const html =
      '<html lang="pl"><head><title>Zlot 2024 - Wrzosy</title></head><body><h1 class="forumtitle"><a href="/">Forum Ule</a></h1><div class="trail"><ul><li>Forum Ule</li><li>► <a href="/t">Zlot 2024 - Wrzosy</a></li></ul></div><h2>Zlot 2024 - Wrzosy</h2><p>Zapraszamy na zlot.</p></body></html>';
    expect(readByRules(html, { schema: objectOf({ title: { type: 'string' } }) }).data).toEqual({
      title: 'Zlot 2024 - Wrzosy',
    });
  });
});

describe('the title of an article', () => {
  it('ends with the quotation mark that it starts with', () => {
    const html =
      '<html lang="fr"><head><title>« Attendre le bois »</title></head><body><h1>« Attendre le bois »</h1><p class="soustitre">Rencontre avec une luthière</p><div class="chapo">Elle fait quatre violons par an dans un ancien lavoir.</div></body></html>';
    const schema = objectOf({ title: { type: 'string' }, subtitle: { type: 'string' } });
    expect(readByRules(html, { schema }).data).toEqual({
      title: '« Attendre le bois »',
      subtitle: 'Rencontre avec une luthière',
    });
  });

  it('is not above the number of replies to one comment', () => {
    const html =
      '<html lang="en"><head><title>Water</title></head><body><h1>Water</h1><p>The village sets its own price for water this year.</p><div class="thread"><p>Good.</p><a>1 reply by Callum</a></div></body></html>';
    expect(readByRules(html, { schema: objectOf({ comments: { type: 'number' } }) }).data).toEqual({});
  });
});
