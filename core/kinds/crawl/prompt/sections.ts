/** A common section of websites, with its names and its folder in URLs. */
export interface Section {
  /** Regular expression for the section's names in prompts. */
  readonly called: string;
  /** Regular expression for the section's path segment. */
  readonly folder: string;
}

const kinds = '(?:pages?|sections?|posts?|articles?|entries|area)';

/**
 * Sections that a prompt may mention. An ambiguous word such as `press` counts only as part of a longer phrase, such as
 * `press releases`.
 */
export const sections: readonly Section[] = [
  {
    called: `blogs?(?:[\\s-]*${kinds})?|blog(?:beiträge|artikel|seiten)|billets?\\s+de\\s+blog|(?:entradas|artículos)\\s+del?\\s+blog|articoli\\s+del\\s+blog|blogberichten`,
    folder: 'blogs?',
  },
  {
    called: `news(?:\\s+${kinds})?|nachrichten|actualités|noticias|notizie|nieuws`,
    folder: 'news|nachrichten|aktuelles|actualites?|noticias|notizie|nieuws',
  },
  {
    called: `press\\s+(?:releases?|${kinds})|pressemitteilungen|communiqués\\s+de\\s+presse|comunicados\\s+de\\s+prensa`,
    folder: 'press|press-releases|presse|newsroom|prensa',
  },
  {
    called: `api\\s+(?:reference|docs|documentation|${kinds})`,
    folder: 'api|api-reference|reference',
  },
  {
    called: `(?:docs?|documentation|manuals?)(?:\\s+${kinds})?|dokumentation|documentación|documentazione|documentatie`,
    folder: 'docs?|documentation|manuals?|dokumentation|documentacion|documentazione|documentatie',
  },
  {
    called: `(?:guides?|tutorials?|how-tos)(?:\\s+${kinds})?|anleitungen|guías|handleidingen`,
    folder: 'guides?|tutorials?|how-to|anleitung(?:en)?|guias?|guide|handleidingen',
  },
  {
    called: `products?(?:\\s+${kinds})?|shop(?:\\s+${kinds})?|store\\s+${kinds}|produkte?n?|produktseiten|produits|fiches?\\s+produits?|productos|prodotti|producten`,
    folder: 'products?|produkte?|produits?|productos?|prodott[oi]|producten|shop|store|items?|p|dp',
  },
  {
    called: `articles?(?:\\s+pages?)?|artikel(?:seiten)?|artículos|articoli|artikelen`,
    folder: 'articles?|artikel(?:en)?|articulos?|articol[oi]|stories|story',
  },
  { called: 'posts?', folder: 'posts?|blogs?' },
  {
    called: `job\\s+(?:ads?|adverts?|offers?|listings?|postings?|openings?|${kinds})|jobs|careers?(?:\\s+${kinds})?|vacancies|stellenangebote|stellenanzeigen|karriere(?:seiten)?|offres\\s+d['’]emploi|empleos?|offerte\\s+di\\s+lavoro|vacatures`,
    folder: 'jobs?|careers?|vacanc(?:y|ies)|stellen(?:angebote|anzeigen)?|karriere|emplois?|empleos?|lavoro|vacatures',
  },
  {
    called: `events?(?:\\s+${kinds})?|veranstaltungen|événements|eventos|eventi|evenementen`,
    folder: 'events?|veranstaltung(?:en)?|termine|evenements?|eventos?|eventi|evenementen',
  },
  {
    called: `pricing(?:\\s+${kinds})?|prices?\\s+pages?|preisseiten?|tarifs|precios|prezzi`,
    folder: 'pricing|prices?|plans|preise|tarifs?|precios|prezzi',
  },
  {
    called:
      'about(?:[\\s-]+us)?\\s+pages?|about\\s+us|über\\s+uns|qui\\s+sommes[\\s-]nous|sobre\\s+nosotros|chi\\s+siamo|over\\s+ons',
    folder: 'about(?:-us)?|ueber-uns|qui-sommes-nous|sobre-nosotros|chi-siamo|over-ons',
  },
  {
    called: 'contact(?:[\\s-]+us)?\\s+pages?|kontaktseiten?|pages?\\s+de\\s+contact|páginas?\\s+de\\s+contacto',
    folder: 'contact(?:-us)?|kontakt|contacto|contatti',
  },
  {
    called: `help\\s+(?:cent(?:er|re)|${kinds})|support\\s+${kinds}|faqs?(?:\\s+${kinds})?|hilfe(?:seiten)?|pages?\\s+d['’]aide|páginas?\\s+de\\s+ayuda`,
    folder: 'help|support|faqs?|hilfe|aide|ayuda|aiuto',
  },
  {
    called: `recipes?(?:\\s+${kinds})?|rezepte?n?|recettes|recetas|ricette|recepten`,
    folder: 'recipes?|rezepte?|recettes?|recetas?|ricett[ae]|recepten',
  },
  {
    called: `forums?(?:\\s+(?:threads?|${kinds}))?|forenbeiträge|foros`,
    folder: 'forums?|discussions?|community|threads?|t|foros?',
  },
  {
    called: `change\\s?logs?(?:\\s+pages?)?|release\\s+notes`,
    folder: 'changelogs?|release-notes|releases',
  },
  { called: `case\\s+stud(?:y|ies)`, folder: 'case-stud(?:y|ies)|customers' },
  {
    called: `categor(?:y|ies)(?:\\s+pages?)?|kategorie(?:n|seiten)|catégories|categorías|categorie`,
    folder: 'categor(?:y|ies)|kategorien?|categories?|categorias?',
  },
  { called: 'tags?\\s+pages?|tags|schlagwortseiten', folder: 'tags?|schlagworte?' },
  { called: 'authors?\\s+pages?|autorenseiten', folder: 'authors?|autor(?:en)?' },
  {
    called: `(?:log-?in|sign-?in|account|registration)(?:\\s+${kinds})?|anmeldeseiten?`,
    folder: 'log-?in|sign-?in|accounts?|register|anmelden|konto',
  },
  {
    called: `(?:shopping\\s+)?carts?(?:\\s+pages?)?|checkout(?:\\s+pages?)?|baskets?|warenkorb|panier|carrito|carrello|winkelwagen`,
    folder: 'cart|checkout|basket|warenkorb|panier|carrito|carrello|winkelwagen',
  },
  {
    called: 'search\\s+(?:pages?|results?)|suchergebnisse|suchseiten',
    folder: 'search|suche|recherche|buscar|zoeken',
  },
  {
    called: `legal\\s+pages?|terms(?:\\s+(?:and\\s+conditions|of\\s+(?:service|use)))|privacy\\s+(?:polic(?:y|ies)|pages?)|impressum|datenschutz(?:erklärung|seiten)?|agb|mentions\\s+légales`,
    folder: 'legal|terms(?:-[a-z-]+)?|privacy(?:-[a-z]+)?|impressum|datenschutz[a-z]*|agb|mentions-legales',
  },
  {
    called: 'archives?(?:\\s+pages?)?|archiv(?:seiten)?',
    folder: 'archives?|archiv',
  },
];
