/** Question words that request fields without naming them, in English, German, French, Spanish, Italian and Dutch. */
interface QuestionWords {
  readonly pattern: RegExp;
  readonly fields: readonly string[];
  /** Kind of concept that answers the question. If the prompt mentions a concept of this kind, `fields` is ignored. */
  readonly kind?: string;
}

const questions: readonly QuestionWords[] = [
  {
    pattern:
      /(?<!\p{L})(?:how long|wie lange|combien de temps|cuánto (?:tiempo|dura)|quanto dura|hoe lang)(?!\p{L})/giu,
    fields: ['duration'],
    kind: 'duration',
  },
  {
    pattern: /(?<!\p{L})(?:how much|kostet|coûte|cuesta|quanto costa|hoeveel kost)(?!\p{L})/giu,
    fields: ['price'],
    kind: 'money',
  },
  {
    pattern: /(?<!\p{L})(?:when|wann|quand|cuándo|quando|wanneer|findet (?:\p{L}+ )?statt)(?!\p{L})/giu,
    fields: ['startDate'],
    kind: 'date',
  },
  {
    pattern:
      /(?<!\p{L})(?:contact|kontakt|kontaktdaten|contacto|contatti|contactgegevens)(?![ -]?(?:person|name)|\p{L})/giu,
    fields: ['email', 'phone', 'address'],
  },
];

/**
 * Removes question words from a prompt. Returns the remaining text and the requested fields, each with the kind of
 * concept that answers the question.
 */
export function askedIn(prompt: string) {
  let rest = prompt;
  const asked = questions.flatMap(({ pattern, fields, kind }) => {
    const before = rest;
    rest = rest.replace(pattern, ' ');
    return rest === before ? [] : fields.map((name) => ({ name, kind }));
  });
  return { asked, rest };
}
