/**
 * Words in prompts that express instructions rather than topics, in English, German, French, Spanish, Italian and
 * Dutch.
 */
const COMMON = new Set(
  `a about all also an and any are as at be by can could do does each every extract fetch find for from get give has have how i in info information is it its list look me
my name names need of on or out page pages please search show site tell that the their them there these this to up us want was web website what when where which who
will with would you your data value values details result results current currently latest full
alle auch auf aus bei bitte das dem den der des die ein eine einen einer eines finde für gib hat hole ich ihr im ist liste mir mit nach name nenne oder seite seiten suche
und uns unter von was welche welcher welches wer wie wo zeige zu zum zur
au aux avec ce ces cette chaque cherche combien dans de des donne du elle en est et extraire il je la le les leur lister me moi mon nom nos notre ou par page pour quel quelle
quels que qui sa ses son sur tous tout toutes trouve un une vos votre
al buscar busca cada como con cual cuál cuánto dame de del dime donde dónde el ella en encuentra es esta este extrae la las lista lo los me mi muestra nombre o página para por
que qué quién se sitio sobre su sus todas todo todos un una y
al alla che chi come con cosa da dal dalla dammi dei del della delle di dove e è elenca estrai gli i il in la le lo mi mostra nel nella nome o ogni pagina per quale quali quanto
qual sito sono su sul sulla trova tutte tutti un una
alle dan de deze die dit een en geef het hoe ik in is lijst met mij mijn naam of om op pagina uit van voor waar wat welke wie zijn zoek`.split(
    /\s+/,
  ),
);

const quoted = /["“„«‚‘']([\p{L}\p{N}][^"“”„«»‚‘’']{1,60})["”“»’']/u;
const maxWords = 4;

/**
 * Returns the words for a site search: the first quoted part of the prompt or, if nothing is quoted, its first topic
 * words.
 */
export function queryWords(prompt: string, fields: readonly string[]): string {
  const named = quoted.exec(prompt)?.[1];
  if (named !== undefined) return named.trim();
  const asked = new Set(fields.flatMap((field) => field.toLowerCase().split(/\s+/)));
  const words = prompt.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const distinctive = words.filter((word) => {
    const lower = word.toLowerCase();
    return lower.length > 1 && !COMMON.has(lower) && !asked.has(lower) && !asked.has(lower.replace(/s$/, ''));
  });
  return [...new Set(distinctive)].slice(0, maxWords).join(' ');
}
