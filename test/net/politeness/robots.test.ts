import { describe, expect, it } from 'vitest';
import { maxRobotsBytes, parseRobots } from '../../../core/net/politeness/robots';

/** True if a robots.txt allows an agent to fetch a path. */
const allows = (text: string | Uint8Array, path: string, agents = ['FooBot']) =>
  parseRobots(text, agents).allows(new URL(path, 'https://example.com'));

const all = (rule: string) => `User-agent: *\n${rule}\n`;

describe('robots.txt according to RFC 9309', () => {
  it.each([
    ['an empty file allows', '', '/a', true],
    ['a rule without a group says nothing', 'Disallow: /', '/a', true],
    ['Disallow: / refuses everything', all('Disallow: /'), '/a', false],
    ['an empty Disallow says nothing', all('Disallow:'), '/a', true],
    ['an empty Allow says nothing', all('Disallow: /\nAllow:'), '/a', false],
    ['/robots.txt itself is always allowed', all('Disallow: /'), '/robots.txt', true],
    ['rules match from the start of the path', all('Disallow: /a'), '/b/a', true],
    ['rules match prefixes, not folders', all('Disallow: /fish'), '/fishheads/yummy.html', false],
    ['a folder rule does not match its name', all('Disallow: /fish/'), '/fish', true],
    ['a folder rule matches below', all('Disallow: /fish/'), '/fish/salmon.htm', false],
    ['paths are case-sensitive', all('Disallow: /Fish'), '/fish', true],
    ['the query belongs to the path', all('Disallow: /a?x=1'), '/a?x=12', false],
    ['a longer Allow wins', all('Disallow: /x/\nAllow: /x/page.html'), '/x/page.html', true],
    ['a longer Disallow wins', all('Allow: /x\nDisallow: /x/y'), '/x/y', false],
    ['order does not matter', all('Allow: /x/page.html\nDisallow: /x/'), '/x/page.html', true],
    ['Allow wins a tie', all('Disallow: /page\nAllow: /page'), '/page', true],
    ['Allow wins a tie in the other order', all('Allow: /page\nDisallow: /page'), '/page', true],
    ['* matches anything', all('Disallow: /*.php'), '/folder/filename.php?x', false],
    ['* matches nothing, too', all('Disallow: /a*b'), '/ab', false],
    ['several * in one pattern', all('Disallow: /*/private/*/x'), '/a/private/b/c/x', false],
    ['a * at the end changes nothing', all('Disallow: /fish*'), '/fish/salmon', false],
    ['$ ends the path', all('Disallow: /*.php$'), '/filename.php', false],
    ['$ does not match more', all('Disallow: /*.php$'), '/filename.php?parameters', true],
    ['$ in the middle is itself', all('Disallow: /a$b'), '/a$b', false],
    ['a bare / with $ is the root only', all('Disallow: /\nAllow: /$'), '/', true],
    ['a bare / with $ leaves the rest', all('Disallow: /\nAllow: /$'), '/page.htm', false],
    ['the last part of $ may not overlap the first', all('Disallow: /aba*ba$'), '/aba', true],
    ['escapes of plain characters are those', all('Disallow: /%7Ejoe/'), '/~joe/index.html', false],
    ['plain characters are their escapes', all('Disallow: /~joe/'), '/%7ejoe/index.html', false],
    ['escaped slashes are no slashes', all('Disallow: /a%2fb'), '/a/b', true],
    ['escapes have no case', all('Disallow: /a%2fb'), '/a%2Fb', false],
    ['characters beyond ASCII are escaped', all('Disallow: /bücher'), '/b%C3%BCcher', false],
    ['and the other way round', all('Disallow: /b%c3%bccher'), '/bücher', false],
    ['%2A is a star, not a wildcard', all('Disallow: /a%2Ab'), '/axb', true],
    ['%2A matches a star', all('Disallow: /a%2Ab'), '/a*b', false],
    ['%24 matches a dollar', all('Disallow: /a%24'), '/a$', false],
    ['agents have no case', 'User-Agent: FOOBOT\nDisallow: /', '/a', false],
    ['the product counts, not its version', 'User-agent: FooBot/2.1\nDisallow: /', '/a', false],
    ['another product does not count', 'User-agent: FooBotNews\nDisallow: /', '/a', true],
    ['a group of its own replaces *', 'User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nDisallow: /x', '/a', true],
    [
      'groups of one agent are merged',
      'User-agent: FooBot\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: foobot\nDisallow: /c',
      '/c',
      false,
    ],
    ['groups of * are merged', `${all('Disallow: /a')}${all('Disallow: /c')}`, '/a', false],
    ['several agents share a group', 'User-agent: a\nUser-agent: FooBot\nDisallow: /', '/a', false],
    [
      'other lines do not part agents',
      'User-agent: FooBot\nSitemap: https://x.com/s\nUser-agent: b\nDisallow: /',
      '/a',
      false,
    ],
    ['a blank line does not part agents from rules', 'User-agent: FooBot\n\nDisallow: /', '/a', false],
    [
      'agents in a row share what follows, blank lines or not',
      'User-agent: FooBot\n\nUser-agent: *\nDisallow: /',
      '/a',
      false,
    ],
    ['comments are left out', 'User-agent: FooBot # us\nDisallow: /a # not here', '/a', false],
    ['space around the parts is left out', '  user-agent :  FooBot\t\n\tDISALLOW\t: /a  ', '/a', false],
    ['lines end as they like', 'User-agent: FooBot\rDisallow: /a\r\nDisallow: /b\nDisallow: /c', '/c', false],
    ['a byte order mark is no text', '\ufeffUser-agent: FooBot\nDisallow: /', '/a', false],
    ['lines without a colon say nothing', 'User-agent: FooBot\nDisallow /a', '/a', true],
    ['an HTML page says nothing', '<html><body>Not found</body></html>', '/a', true],
  ] as const)('%s', (_, text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  it('reads exactly 500 KiB', () => {
    const filler = `#${'x'.repeat(1022)}\n`.repeat(500).slice(0, maxRobotsBytes - 40);
    const inside = `${filler}\nUser-agent: *\nDisallow: /in\n`;
    expect(inside.length).toBeLessThan(maxRobotsBytes);
    expect(allows(inside, '/in')).toBe(false);
    const across = `${all('Disallow: /in')}${'#'.padEnd(1023, 'x')}\n`.padEnd(maxRobotsBytes - 14, '\n');
    expect(allows(`${across}\nDisallow: /outside\n`, '/o')).toBe(true);
    expect(allows(`${across}\nDisallow: /outside\n`, '/outside')).toBe(true);
    expect(allows(`${across}\nDisallow: /outside\n`, '/in')).toBe(false);
  });

  it('matches patterns that would backtrack as regular expressions', () => {
    const pattern = `/${'*a'.repeat(200)}*b$`;
    const started = performance.now();
    expect(allows(all(`Disallow: ${pattern}`), `/${'a'.repeat(4000)}`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('knows Gleaner by its own name and both spellings of the service it replaces', () => {
    for (const name of ['Gleaner', 'FireCrawlAgent', 'FirecrawlAgent', 'firecrawlagent']) {
      expect(parseRobots(`User-agent: ${name}\nDisallow: /`).allows(new URL('https://a.com/x')), name).toBe(false);
    }
    expect(parseRobots('User-agent: OtherBot\nDisallow: /').allows(new URL('https://a.com/x'))).toBe(true);
  });

  it('applies to another agent if requested', () => {
    const text = 'User-agent: Gleaner\nDisallow: /\n\nUser-agent: Mine\nAllow: /';
    expect(parseRobots(text, ['Mine']).allows(new URL('https://a.com/x'))).toBe(true);
  });

  it('returns Crawl-delay of the matching group', () => {
    const text = 'User-agent: *\nCrawl-delay: 9\n\nUser-agent: FooBot\nCrawl-delay: 2.5\nDisallow: /a';
    expect(parseRobots(text, ['FooBot']).crawlDelaySeconds).toBe(2.5);
    expect(parseRobots(text, ['Bar']).crawlDelaySeconds).toBe(9);
    expect(parseRobots('User-agent: *\nCrawl-delay: 86400').crawlDelaySeconds).toBe(60);
    expect(parseRobots('User-agent: *\nCrawl-delay: soon').crawlDelaySeconds).toBeUndefined();
  });

  it('lists the sitemaps for every agent', () => {
    const text = 'Sitemap: https://a.com/1.xml\nUser-agent: x\nDisallow: /\nsitemap: https://a.com/2.xml # second';
    expect(parseRobots(text).sitemaps).toEqual(['https://a.com/1.xml', 'https://a.com/2.xml']);
  });

  it('applies a folder rule to the folder’s page, if requested', () => {
    const rules = parseRobots(all('Disallow: /admin/'));
    expect(rules.allows(new URL('https://a.com/admin'))).toBe(true);
    expect(rules.allowsPage(new URL('https://a.com/admin'))).toBe(false);
    expect(rules.allowsPage(new URL('https://a.com/administrators'))).toBe(true);
  });
});
