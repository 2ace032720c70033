import { likeness, wordsOf } from '../lexicon/words';
import { parseStock } from './words-of-state';

/** Words with the same meaning in several languages. Used to match a text to one of the choices of a field. */
const SAME: readonly string[] = [
  'full time|fulltime|vollzeit|temps plein|cdi temps plein|tiempo completo|jornada completa|tempo pieno|full-time|tempo integral|voltijd|fulltime|pełny etat|полная занятость|полный день|正社員|フルタイム|全职|全職|정규직|heltid|plný úvazek',
  'part time|parttime|teilzeit|temps partiel|tiempo parcial|media jornada|part-time|tempo parcial|deeltijd|niepełny etat|частичная занятость|パート|パートタイム|兼职|兼職|파트타임|deltid|zkrácený úvazek',
  'contract|contractor|befristet|cdd|temporal|tempo determinato|contratto a termine|contrato temporário|tijdelijk|umowa zlecenie|契約社員|合同|계약직|freelance',
  'intern|internship|praktikum|praktikant|stage|prácticas|becario|tirocinio|estágio|stagiair|staż|praktyki|стажировка|インターン|实习|인턴',
  'new|neu|neuf|nouveau|nuevo|nuovo|novo|nieuw|nowy|новый|новое|新品|全新|새상품|ny|nový',
  'used|gebraucht|occasion|d occasion|usado|usato|tweedehands|gebruikt|używany|б у|бывший в употреблении|中古|二手|중고|brukt|begagnad|použitý',
  'refurbished|generalüberholt|reconditionné|reacondicionado|ricondizionato|recondicionado|odnowiony|восстановленный|整備済み|翻新|리퍼',
  'easy|einfach|leicht|facile|très facile|fácil|semplice|makkelijk|eenvoudig|łatwy|łatwe|легко|простой|簡単|简单|쉬움|lett|lätt|snadné',
  'medium|mittel|normal|moyen|intermédiaire|media|medio|médio|media difficoltà|gemiddeld|średni|средний|普通|中等|보통|middels|střední',
  'hard|difficult|schwer|schwierig|difficile|difícil|moeilijk|trudny|сложно|сложный|難しい|困难|어려움|vanskelig|svår|obtížné',
  'rent|for rent|to let|miete|zur miete|à louer|location|alquiler|en alquiler|affitto|in affitto|aluguel|te huur|huur|na wynajem|wynajem|аренда|賃貸|出租|임대',
  'sale|for sale|buy|kauf|zu verkaufen|à vendre|vente|venta|en venta|vendita|in vendita|venda|te koop|koop|na sprzedaż|sprzedaż|продажа|売買|販売|出售|매매',
];
const groups = SAME.map((line) => line.split('|').map((text) => wordsOf(text).join(' ')));

type Choice = string | number | boolean | null;

/**
 * Returns the choice that matches a string exactly, by similar words or by a synonym. For a URL such as
 * `https://schema.org/InStock`, compares only the last part.
 */
export function pickChoice(text: string, choices: readonly Choice[]): Choice | undefined {
  const bare = text.trim().replace(/^https?:\/\/[^/]+\/(?:.*\/)?/, '');
  const words = wordsOf(bare);
  const key = words.join(' ');
  if (key === '') return undefined;
  const named = choices.filter(
    (choice): choice is string | number => typeof choice === 'string' || typeof choice === 'number',
  );
  const keyOf = (choice: string | number) => wordsOf(String(choice)).join(' ');
  const exact =
    named.find((choice) => keyOf(choice) === key) ??
    named.find((choice) => keyOf(choice).replaceAll(' ', '') === key.replaceAll(' ', ''));
  if (exact !== undefined) return exact;
  const stock = pickStock(bare, named);
  if (stock !== undefined) return stock;
  const padded = ` ${key} `;
  const inside = named.filter((choice) => padded.includes(` ${keyOf(choice)} `));
  if (inside.length === 1) return inside[0];
  const group =
    groups.find((line) => line.includes(key)) ??
    groups.find((line) => line.some((one) => one.length > 3 && padded.includes(` ${one} `)));
  const same = named.find((choice) => group?.includes(keyOf(choice)));
  return same ?? named.find((choice) => likeness(wordsOf(String(choice)), words) >= 0.8);
}

/**
 * Returns the choice with the same stock status as the text: in stock or sold out. Recognizes spellings such as
 * `InStock`.
 */
function pickStock(text: string, choices: readonly (string | number)[]): string | number | undefined {
  const meanings = choices.map((choice) => [choice, parseStock(wordsOf(String(choice)).join(' '))] as const);
  if (!meanings.some(([, meaning]) => meaning === false) || !meanings.some(([, meaning]) => meaning === true))
    return undefined;
  const said = parseStock(text) ?? parseStock(wordsOf(text).join(' '));
  return said === undefined ? undefined : meanings.find(([, meaning]) => meaning === said)?.[0];
}
