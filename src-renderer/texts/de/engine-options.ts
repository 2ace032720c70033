import { type Texts, under } from '../engine-texts';

/** German: options of a walk through a site, shared by crawls and maps. */
const siteTexts: Texts = {
  includePaths:
    'Reguläre Ausdrücke für den Pfad, z. B. `blog/.*`; mit einer Angabe werden nur passende Seiten genommen.',
  excludePaths: 'Reguläre Ausdrücke für den Pfad; passende Seiten werden ausgelassen.',
  regexOnFullURL: 'Die Muster für Pfade in der ganzen URL suchen statt nur im Pfad.',
  maxDiscoveryDepth:
    'So viele Schritte höchstens von der Startseite; Startseite und Seiten der Sitemap haben die Tiefe 0.',
  allowExternalLinks: 'Auch Links zu anderen Websites folgen.',
  allowSubdomains: 'Auch Links zu Subdomains der Hauptdomain folgen.',
  ignoreRobotsTxt: 'Auch Seiten nehmen, die laut robots.txt ausgelassen werden sollen.',
  robotsUserAgent: 'Produktname, der in robots.txt gesucht wird; ohne Angabe die eigenen Namen von Gleaner.',
  deduplicateSimilarURLs:
    'Adressen, die sich nur durch http/https, www, den Schrägstrich am Ende oder eine Indexdatei unterscheiden, nur einmal nehmen.',
  delay: 'Sekunden Pause nach jeder Seite; Seiten kommen dann einzeln, außer `maxConcurrency` ist gesetzt.',
  maxConcurrency: 'So viele Seiten dieses Jobs werden höchstens gleichzeitig abgerufen.',
  sitemap:
    'Aufnehmen: die Sitemap lesen und Links folgen. Auslassen: die Sitemap nicht lesen. Nur: keinen Links folgen.',
<<<<<<< HEAD
};

/** German: parts of a location. */
const locationTexts: Texts = {
  country: 'Ländercode aus zwei Buchstaben; ohne Angabe US.',
  languages: 'Bevorzugte Sprachen, die beste zuerst, z. B. de-CH.',
};

/** German: names and options of jobs. */
export const optionTexts: Texts = {
  // Kinds of jobs
  'kind.agent': 'Agent',
  'kind.batch': 'Batch',
  'kind.batch.label': 'Liste von Seiten',
  'kind.batch.submit': 'Batch starten',
  'kind.crawl': 'Crawl',
  'kind.crawl.label': 'Website crawlen',
  'kind.crawl.submit': 'Crawl starten',
  'kind.extract': 'Extrakt',
  'kind.parse': 'Datei lesen',
  'kind.map': 'Map',
  'kind.map.label': 'Map einer Website',
  'kind.map.submit': 'Map erstellen',
  'kind.scrape': 'Scrape',
  'kind.search': 'Suche',
  'kind.table': 'Tabelle',
  // Options of jobs
  'agent.maxCredits':
    'So viele Credits darf der Lauf höchstens verbrauchen; ohne Angabe gilt das Modellprofil: 2500, wenn die Einstellungen nichts anderes sagen.',
  'agent.strictConstrainToURLs': 'Nur die genannten Seiten lesen.',
  'agent.model': 'Zu verwendendes Modellprofil.',
  'agent.zeroDataRetention': 'Von diesem Lauf nichts auf dem Datenträger aufbewahren.',
  'batch.ignoreInvalidURLs':
    'Was keine Adresse ist, auslassen und unter `invalidURLs` aufführen; sonst ist ein solcher Eintrag ein Fehler.',
  'batch.maxConcurrency': 'So viele Seiten dieses Jobs werden höchstens gleichzeitig abgerufen.',
  ...under('crawl', siteTexts),
  'crawl.crawlEntireDomain': 'Auch Seiten neben und über der Start-URL nehmen; sonst nur Seiten darunter.',
  'crawl.ignoreQueryParameters': 'Einen Pfad nur einmal nehmen, egal mit welcher Query.',
  'crawl.limit': 'So viele Seiten höchstens, die Startseite eingeschlossen.',
  'crawl.zeroDataRetention':
    'Von diesem Crawl nichts auf dem Datenträger aufbewahren: Die Ergebnisse bleiben im Arbeitsspeicher, bis sie zehn Minuten nicht gelesen wurden.',
  'extract.limit': 'So viele Seiten werden höchstens für jede Adresse mit `/*` gelesen.',
  'extract.ignoreSitemap': 'Die Sitemaps der Websites nicht verwenden.',
  'extract.includeSubdomains': 'Auch Seiten auf Subdomains einer Website lesen.',
  'extract.allowExternalLinks': 'Auch verlinkte Seiten anderer Websites lesen.',
  'extract.enableWebSearch': 'Im Web nach weiteren Seiten suchen.',
  'extract.recipe':
    'Gespeicherte Vorlage, die Seiten ohne Modell liest, wo sie kann; `auto` für die Vorlage, die zur Seite gehört.',
  'extract.showSources': 'Für jeden Wert sagen, wo er gelesen wurde.',
  'extract.ignoreInvalidURLs':
    'Was keine Adresse ist, auslassen und unter `invalidURLs` aufführen; sonst ist ein solcher Eintrag ein Fehler.',
  'extract.timeout': 'Millisekunden, die jede Seite dauern darf; ohne Angabe `timeout` aus `scrapeOptions`.',
  ...under('map', siteTexts),
  'map.crawlEntireDomain': 'Wird aus Kompatibilität angenommen; `filterByPath` entscheidet.',
  'map.search': 'Wörter, nach denen die Adressen geordnet werden; die besten zuerst.',
  'map.includeSubdomains': 'Auch Adressen auf Subdomains aufführen.',
  'map.ignoreQueryParameters': 'Einen Pfad nur einmal aufführen, ohne seine Query.',
  'map.limit': 'So viele Adressen werden höchstens aufgeführt.',
  'map.timeout': 'Millisekunden, die die Map dauern darf; ohne Angabe unbegrenzt.',
  'map.filterByPath':
    'Nur Adressen unterhalb des Pfads von `url` aufführen; nicht, wenn nur eine Sitemap gelesen wird.',
  'map.location':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  ...under('map.location', locationTexts),
  'table.recipe': 'Name einer gespeicherten Vorlage oder eine Vorlage: welche Werte auf jeder Seite wo stehen.',
  'table.limit':
    'So viele Seiten werden höchstens gelesen, Detailseiten eingeschlossen; jedes Nachladen weiterer Datensätze auf einer Seite zählt als Seite. 1 liest nur die erste Seite der Liste.',
  'table.actions':
    'Aktionen, die von `url` zur Liste führen; einmal ausgeführt, bevor die erste Seite gelesen wird. Die aus `scrapeOptions` werden auf jeder Seite ausgeführt.',
  // Notifications of a job
  'webhook.url': 'Adresse, die die Nachrichten empfängt.',
  'webhook.headers': 'Weitere Header jeder Nachricht.',
  'webhook.metadata': 'Wird in jeder Nachricht unverändert mitgesendet.',
  'webhook.events': 'Welche Ereignisse gesendet werden; ohne Angabe alle.',
  // Options of every page
  'page.onlyMainContent': 'Kopf- und Fußzeilen und Navigation auslassen.',
  'page.includeTags': 'CSS-Selektoren der Teile, die bleiben; sonst wird nichts zurückgegeben.',
  'page.excludeTags': 'CSS-Selektoren der Teile, die ausgelassen werden.',
  'page.headers':
    'Header der Anfrage (Cookies, User-Agent, …). Mit Headern wird der Cache weder gelesen noch geschrieben.',
  'page.waitFor': 'Millisekunden, die nach dem Laden der Seite gewartet wird; höchstens die Hälfte von `timeout`.',
  'page.mobile': 'Ein Mobilgerät nachbilden.',
  'page.removeBase64Images': 'Als Base64 eingebettete Bilder durch einen kurzen Platzhalter ersetzen.',
  'page.blockAds': 'Werbung und Cookie-Banner blockieren.',
  'page.storeInCache': 'Die Seite für spätere Anfragen aufbewahren, die eine Kopie aus dem Cache annehmen.',
  'page.location':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  ...under('page.location', locationTexts),
  'page.actions':
    'Aktionen in der Seite, bevor ihr Inhalt gelesen wird, der Reihe nach. Mit Aktionen verwendet der Scrape den Browser.',
  'page.zeroDataRetention': 'Von dieser Anfrage nichts auf dem Datenträger aufbewahren.',
  'page.timeout':
    'Millisekunden, die der Scrape dauern darf, höchstens eine Stunde; ohne Angabe 60000, wenn ein Format strukturierte Daten liest.',
  'page.skipTlsVerification': 'Ungültige TLS-Zertifikate annehmen.',
  'page.parsers': 'Welche Dateien als Text gelesen werden. Ohne `pdf` wird ein PDF als Base64 zurückgegeben.',
  'page.proxy':
    'Zu verwendende Proxys; `auto` versucht zuerst `basic`, und `stealth`, wenn die Website ablehnt (401, 403, 429).',
  'page.profile':
    'Anmeldung, die in der App behalten wurde; Seiten ihrer Websites werden mit ihr abgerufen und weder im Cache abgelegt noch daraus genommen.',
  'page.maxAge': 'Millisekunden, die eine Kopie im Cache höchstens alt sein darf; mit 0 wird immer abgerufen.',
  'parse.file': 'Die Datei, höchstens 50 MB.',
  'parse.file.name': 'Name der Datei, z. B. bericht.pdf.',
  'parse.file.content': 'Die Bytes der Datei als Base64.',
=======
  'Most pages read for each address with `/*`.': 'So viele Seiten werden höchstens für jede Adresse mit `/*` gelesen.',
  'Do not use the sitemaps of sites.': 'Die Sitemaps der Websites nicht verwenden.',
  'Read pages on subdomains of a site, too.': 'Auch Seiten auf Subdomains einer Website lesen.',
  'Read pages of other sites that a site links to, too.': 'Auch verlinkte Seiten anderer Websites lesen.',
  'Search the web for further pages.': 'Im Web nach weiteren Seiten suchen.',
  'Saved recipe that reads pages where it can, without a model; `auto` for the one made for a page.':
    'Gespeicherte Vorlage, die Seiten ohne Modell liest, wo sie kann; `auto` für die Vorlage, die zur Seite gehört.',
  'Tell for each value where it was read.': 'Für jeden Wert sagen, wo er gelesen wurde.',
  'Milliseconds each page may take; `timeout` of scrapeOptions when absent.':
    'Millisekunden, die jede Seite dauern darf; ohne Angabe `timeout` aus `scrapeOptions`.',
  'Accepted for compatibility; `filterByPath` decides.':
    'Wird aus Kompatibilität angenommen; `filterByPath` entscheidet.',
  'Words to rank the addresses by; the best come first.':
    'Wörter, nach denen die Adressen geordnet werden; die besten zuerst.',
  'List addresses on subdomains, too.': 'Auch Adressen auf Subdomains aufführen.',
  'List a path once only, without its query.': 'Einen Pfad nur einmal aufführen, ohne seine Query.',
  'Most addresses to list.': 'So viele Adressen werden höchstens aufgeführt.',
  'Milliseconds the map may take; no limit when absent.':
    'Millisekunden, die die Map dauern darf; ohne Angabe unbegrenzt.',
  'List only addresses below the path of `url`; not where nothing but a sitemap is read.':
    'Nur Adressen unterhalb des Pfads von `url` aufführen; nicht, wenn nur eine Sitemap gelesen wird.',
  'Name of a saved recipe, or a recipe: which values stand where on each page.':
    'Name einer gespeicherten Vorlage oder eine Vorlage: welche Werte auf jeder Seite wo stehen.',
  'Most pages that are read, detail pages included; each load of further records on one page counts as a page. 1 reads the first page of the list alone.':
    'So viele Seiten werden höchstens gelesen, Detailseiten eingeschlossen; jedes Nachladen weiterer Datensätze auf einer Seite zählt als Seite. 1 liest nur die erste Seite der Liste.',
  'Actions that lead from `url` to the list; done once, before the first page is read. Those of `scrapeOptions` are done on every page.':
    'Aktionen, die von `url` zur Liste führen; einmal ausgeführt, bevor die erste Seite gelesen wird. Die aus `scrapeOptions` werden auf jeder Seite ausgeführt.',
  // Every page
  'Leave out headers, navigation, footers and other boilerplate.':
    'Kopf- und Fußzeilen, Navigation und anderes Beiwerk auslassen.',
  'Leave out headers, navigation and footers.': 'Kopf- und Fußzeilen und Navigation auslassen.',
  'CSS selectors of the parts to keep; nothing else is returned.':
    'CSS-Selektoren der Teile, die bleiben; sonst wird nichts zurückgegeben.',
  'CSS selectors of the parts to leave out.': 'CSS-Selektoren der Teile, die ausgelassen werden.',
  'Headers sent with the request (cookies, user agent, …). With headers the cache is neither read nor written.':
    'Header der Anfrage (Cookies, User-Agent, …). Mit Headern wird der Cache weder gelesen noch geschrieben.',
  'Milliseconds to wait after the page has loaded; at most half of `timeout`.':
    'Millisekunden, die nach dem Laden der Seite gewartet wird; höchstens die Hälfte von `timeout`.',
  'Emulate a mobile device.': 'Ein Mobilgerät nachbilden.',
  'Replace images embedded as base64 by a short placeholder.':
    'Als Base64 eingebettete Bilder durch einen kurzen Platzhalter ersetzen.',
  'Block ads and cookie banners.': 'Werbung und Cookie-Banner blockieren.',
  'Keep the page for later requests that accept a cached copy.':
    'Die Seite für spätere Anfragen aufbewahren, die eine Kopie aus dem Cache annehmen.',
  'Country whose language and time zone the page sees; a matching proxy is used where one is configured.':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  'Two-letter country code; US when absent.': 'Ländercode aus zwei Buchstaben; ohne Angabe US.',
  'Preferred languages, best first, e.g. de-CH.': 'Bevorzugte Sprachen, die beste zuerst, z. B. de-CH.',
  'Actions in the page before its content is read, in order. Using any makes the scrape use the browser.':
    'Aktionen in der Seite, bevor ihr Inhalt gelesen wird, der Reihe nach. Mit Aktionen verwendet der Scrape den Browser.',
  'Keep nothing of this request on disk.': 'Von dieser Anfrage nichts auf dem Datenträger aufbewahren.',
  'Milliseconds the scrape may take, an hour at most; 60000 when absent and a format reads structured data.':
    'Millisekunden, die der Scrape dauern darf, höchstens eine Stunde; ohne Angabe 60000, wenn ein Format strukturierte Daten liest.',
  'Accept invalid TLS certificates.': 'Ungültige TLS-Zertifikate annehmen.',
  'Which files are read as text. Without `pdf`, a PDF is returned as base64.':
    'Welche Dateien als Text gelesen werden. Ohne `pdf` wird ein PDF als Base64 zurückgegeben.',
  'Proxies to use; `auto` tries basic first and stealth when the site refuses (401, 403, 429).':
    'Zu verwendende Proxys; `auto` versucht zuerst `basic`, und `stealth`, wenn die Website ablehnt (401, 403, 429).',
  'Log-in that was kept in the app; pages of its sites are fetched with it, and neither cached nor taken from the cache.':
    'Anmeldung, die in der App behalten wurde; Seiten ihrer Websites werden mit ihr abgerufen und weder im Cache abgelegt noch daraus genommen.',
  'Milliseconds a cached copy may be old to be good enough; 0 always fetches.':
    'Millisekunden, die eine Kopie im Cache höchstens alt sein darf; mit 0 wird immer abgerufen.',
  // Formats
  'The product of the page: title, brand, variants with price and availability, images.':
    'Das Produkt der Seite: Titel, Marke, Varianten mit Preis und Verfügbarkeit, Bilder.',
  'The menu of a restaurant: sections with dishes, prices, diets and images.':
    'Die Speisekarte eines Restaurants: Abschnitte mit Gerichten, Preisen, Ernährungsformen und Bildern.',
  'The URL of the audio that the page itself plays or links to.':
    'Die URL der Tonaufnahme, die die Seite selbst abspielt oder verlinkt.',
  'The URL of the video that the page itself plays or links to.':
    'Die URL des Videos, das die Seite selbst abspielt oder verlinkt.',
  'The sentences, lines of code and table rows that match a query, verbatim and in page order.':
    'Die Sätze, Codezeilen und Tabellenzeilen, die zu einer Suchanfrage passen, wörtlich und in der Reihenfolge der Seite.',
  'What to look for, in words of the page’s language.': 'Wonach gesucht wird, in Worten der Sprache der Seite.',
  'Values of chosen attributes, by CSS selector.': 'Werte gewählter Attribute, nach CSS-Selektor.',
  'Which attributes of which elements to read.': 'Welche Attribute welcher Elemente gelesen werden.',
  'CSS selector of the elements.': 'CSS-Selektor der Elemente.',
  'Name of the attribute to read.': 'Name des Attributs, das gelesen wird.',
  'What has changed since the last scrape of the same address (markdown is needed, too).':
    'Was sich seit dem letzten Scrape derselben Adresse geändert hat (Markdown wird ebenfalls gebraucht).',
  'How a change is told: as a text diff, as changed fields.':
    'Wie eine Änderung angegeben wird: als Textvergleich, als geänderte Felder.',
  'JSON schema of the fields compared in json mode.': 'JSON-Schema der Felder, die im Modus JSON verglichen werden.',
  'What to compare in json mode, in plain words.': 'Was im Modus JSON verglichen wird, in eigenen Worten.',
  'Keeps a history of its own for the same address.': 'Führt einen eigenen Verlauf für dieselbe Adresse.',
  'What of the page shows more of its data: the next page, tabs, folded sections and search forms.':
    'Womit die Seite mehr von ihren Daten zeigt: nächste Seite, Tabs, eingeklappte Abschnitte und Suchformulare.',
  'Structured data as json gives it, with where each value stands on the page and what is missing, and why.':
    'Strukturierte Daten wie bei JSON, dazu wo jeder Wert auf der Seite steht, was fehlt und warum.',
  'JSON schema of the data.': 'JSON-Schema der Daten.',
  'What to extract, in plain words.': 'Was ausgelesen werden soll, in eigenen Worten.',
  'Model profile that reads the page, or none: no model; the model in use when absent.':
    'Modellprofil, das die Seite liest, oder `none`: kein Modell; ohne Angabe das verwendete Modell.',
  'Recipe that reads the page where it can, without a model: its name, `auto` for the saved one that fits, or itself.':
    'Vorlage, die die Seite ohne Modell liest, wo sie kann: ihr Name, `auto` für die passende gespeicherte, oder die Vorlage selbst.',
  'The cleaned content as HTML, addresses absolute.': 'Der bereinigte Inhalt als HTML, mit absoluten Adressen.',
  'The address of every image in the content, in page order, once.':
    'Die Adresse jedes Bildes im Inhalt, in der Reihenfolge der Seite, je einmal.',
  'Structured data by a JSON schema or a prompt, extracted by rules or the configured model.':
    'Strukturierte Daten nach einem JSON-Schema oder Prompt, durch Regeln oder das eingerichtete Modell gelesen.',
  'JSON schema of the answer.': 'JSON-Schema der Antwort.',
  'Every address the content links to, in page order, once.':
    'Jede Adresse, auf die der Inhalt verlinkt, in der Reihenfolge der Seite, je einmal.',
  'The content as GitHub-flavoured markdown.': 'Der Inhalt als Markdown, wie GitHub es verwendet.',
  'The HTML of the page as it came, untouched.': 'Das HTML der Seite, unverändert.',
  'Rows of typed values as a recipe reads them, by selectors and without a model.':
    'Zeilen mit typisierten Werten, wie eine Vorlage sie liest: nach Selektoren und ohne Modell.',
  'Name of a saved recipe, `auto` for the one that fits the page, or a recipe.':
    'Name einer gespeicherten Vorlage, `auto` für die zur Seite passende, oder eine Vorlage.',
  'What a crawl or batch does when the last five pages of the recipe have changed: `stop`, as when absent, leaves the others out.':
    'Was ein Crawl oder Batch tut, wenn sich die letzten fünf Seiten der Vorlage geändert haben: Beenden, auch ohne Angabe, lässt die übrigen aus.',
  'A picture of the page: the view, or all of it.': 'Ein Bild der Seite: die Ansicht oder die ganze Seite.',
  'The whole page instead of the view.': 'Die ganze Seite statt der Ansicht.',
  'JPEG quality; a PNG when absent.': 'JPEG-Qualität; ohne Angabe ein PNG.',
  'Size of the view; 1280 × 800, or a phone’s with `mobile`, when absent.':
    'Größe der Ansicht; ohne Angabe 1280 × 800, mit `mobile` die eines Telefons.',
  'Width of the view in pixels.': 'Breite der Ansicht in Pixeln.',
  'Height of the view in pixels.': 'Höhe der Ansicht in Pixeln.',
  'A short summary of the page: its most telling sentences, or the words of the configured model.':
    'Eine kurze Zusammenfassung der Seite: ihre wichtigsten Sätze oder die Worte des eingerichteten Modells.',
  // Actions
  'Chooses an option of a list.': 'Wählt eine Option einer Liste.',
  'CSS selector of the `select` element.': 'CSS-Selektor des Elements `select`.',
  'Value of the option.': 'Wert der Option.',
  'Clicks an element.': 'Klickt ein Element an.',
  'CSS selector of the element.': 'CSS-Selektor des Elements.',
  'Click every match; then no match is no error.':
    'Jedes passende Element anklicken; dass keines passt, ist dann kein Fehler.',
  'Runs a script in the page.': 'Führt ein Skript in der Seite aus.',
  'JavaScript: the body of an async function with `return`, an expression, or statements, of which the last value is kept.':
    'JavaScript: der Rumpf einer asynchronen Funktion mit `return`, ein Ausdruck, oder Anweisungen, deren letzter Wert behalten wird.',
  'Moves the mouse over an element.': 'Bewegt die Maus über ein Element.',
  'Loads all records of a list: presses its button, or scrolls to its end, until no more come.':
    'Lädt alle Datensätze einer Liste: drückt ihre Schaltfläche oder scrollt ans Ende, bis keine mehr kommen.',
  'CSS selector of the button; where it finds several page numbers, the one after that of the current page is pressed. The page, and the box around the records, is scrolled when absent.':
    'CSS-Selektor der Schaltfläche; findet er mehrere Seitenzahlen, wird die nach der aktuellen Seite gedrückt. Ohne Angabe werden die Seite und der Bereich um die Datensätze gescrollt.',
  'CSS selector of the records: those that are replaced by the next ones, or removed when they are scrolled out of view, are put before them.':
    'CSS-Selektor der Datensätze: Die durch die nächsten ersetzt oder beim Scrollen entfernt werden, stehen am Ende davor.',
  'Maximum number of loads.': 'So oft wird höchstens nachgeladen.',
  'Milliseconds after which nothing more is loaded; the timeout of the page ends it when absent.':
    'Millisekunden, nach denen nichts mehr nachgeladen wird; ohne Angabe gilt das Zeitlimit der Seite.',
  'True scrolls to the end once, to see whether further records come, and then back; the result is 1 if they do.':
    'Wenn wahr, wird einmal ans Ende und zurück gescrollt, um zu sehen, ob weitere Datensätze kommen; das Ergebnis ist dann 1.',
  'Prints the page as a PDF.': 'Druckt die Seite als PDF.',
  'Paper size.': 'Papierformat.',
  'Turn the paper.': 'Das Papier drehen.',
  'Size of the print, 0.1 to 2.': 'Größe des Drucks, 0,1 bis 2.',
  'Presses a key.': 'Drückt eine Taste.',
  'Name of the key in any case, e.g. `Enter`, `ArrowDown`, or a chord such as `Control+A`.':
    'Name der Taste, groß oder klein, z. B. `Enter`, `ArrowDown`, oder eine Kombination wie `Control+A`.',
  'Keeps the HTML of this moment.': 'Behält das HTML dieses Augenblicks.',
  'Takes a picture of the page.': 'Nimmt ein Bild der Seite auf.',
  'Size of the view for this picture.': 'Größe der Ansicht für dieses Bild.',
  'Scrolls the page or an element by one view, or to its end.':
    'Scrollt die Seite oder ein Element um eine Ansicht oder bis zum Ende.',
  'Which way to scroll.': 'Wohin gescrollt wird.',
  'CSS selector of the element to scroll; the page when absent.':
    'CSS-Selektor des Elements, das gescrollt wird; ohne Angabe die Seite.',
  'All the way in that direction instead of one view.': 'Ganz in diese Richtung statt um eine Ansicht.',
  'Waits for a time, or until an element appears.': 'Wartet eine Zeit lang oder bis ein Element erscheint.',
  'How long to wait.': 'Wie lange gewartet wird.',
  'CSS selector of the element to wait for.': 'CSS-Selektor des Elements, auf das gewartet wird.',
  'Types text, or a saved secret, into the focused element.':
    'Tippt Text oder ein gespeichertes Geheimnis in das fokussierte Element.',
  'Text to type.': 'Text, der getippt wird.',
  'Name of a saved secret to type; only on pages of the site it is saved for.':
    'Name eines gespeicherten Geheimnisses, das getippt wird; nur auf Seiten der Website, für die es gespeichert ist.',
  'Take the place of what the field holds.': 'Ersetzt, was im Feld steht.',
  // Parsers
  'Shows comma or tab separated values as a table.': 'Zeigt durch Komma oder Tabulator getrennte Werte als Tabelle.',
  'Reads Word documents.': 'Liest Word-Dokumente.',
  'Reads books in the EPUB format.': 'Liest Bücher im EPUB-Format.',
  'Shows JSON as a code block.': 'Zeigt JSON als Codeblock.',
  'Reads OpenDocument texts, sheets and slides.': 'Liest Texte, Tabellen und Folien im OpenDocument-Format.',
  'Reads PDF files that have a text layer.': 'Liest PDF-Dateien, die eine Textebene haben.',
  'Reads only that many pages from the start.': 'Liest nur so viele Seiten vom Anfang an.',
  'How to read: text is always taken from the text layer; scanned pages are not recognised.':
    'Wie gelesen wird: Text stammt immer aus der Textebene; gescannte Seiten werden nicht erkannt.',
  'Shows text files: source code in a block, other text in paragraphs.':
    'Zeigt Textdateien: Quelltext in einem Block, anderen Text in Absätzen.',
  'Reads PowerPoint slides.': 'Liest PowerPoint-Folien.',
  'Reads rich text files.': 'Liest Rich-Text-Dateien.',
  'Reads Excel sheets as tables.': 'Liest Excel-Blätter als Tabellen.',
  'Reads Jupyter notebooks: texts, code and printed results.':
    'Liest Jupyter-Notebooks: Texte, Code und ausgegebene Ergebnisse.',
  'Reads feeds as articles and shows other XML as a code block.':
    'Liest Feeds als Artikel und zeigt anderes XML als Codeblock.',
>>>>>>> b3fd5293 (feat(plugins/formats): add the format highlights)
};
