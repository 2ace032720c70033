/** German: what the options of jobs, formats, actions and parsers do. */
export const options: Readonly<Record<string, string>> = {
  // Jobs
  'Maximum credits of the run; when absent, the limit of the model profile (2500 unless changed in Settings).':
    'So viele Credits darf der Lauf höchstens verbrauchen; ohne Angabe gilt das Modellprofil: 2500, wenn die Einstellungen nichts anderes sagen.',
  'Read only the given pages.': 'Nur die genannten Seiten lesen.',
  'Model profile to use.': 'Zu verwendendes Modellprofil.',
  'Store nothing of this run on disk.': 'Von diesem Lauf nichts auf dem Datenträger aufbewahren.',
  'URL that receives the notifications.': 'Adresse, die die Nachrichten empfängt.',
  'Additional headers of each notification.': 'Weitere Header jeder Nachricht.',
  'Sent back unchanged in each notification.': 'Wird in jeder Nachricht unverändert mitgesendet.',
  'Events to send; all when absent.': 'Welche Ereignisse gesendet werden; ohne Angabe alle.',
  'Skip invalid URLs and list them in `invalidURLs`; otherwise an invalid URL is an error.':
    'Was keine Adresse ist, auslassen und unter `invalidURLs` aufführen; sonst ist ein solcher Eintrag ein Fehler.',
  'Maximum number of pages of this job fetched at the same time.':
    'So viele Seiten dieses Jobs werden höchstens gleichzeitig abgerufen.',
  'Regular expressions for the URL path, e.g. `blog/.*`; when given, only matching pages are crawled.':
    'Reguläre Ausdrücke für den Pfad, z. B. `blog/.*`; mit einer Angabe werden nur passende Seiten genommen.',
  'Regular expressions for the URL path; matching pages are skipped.':
    'Reguläre Ausdrücke für den Pfad; passende Seiten werden ausgelassen.',
  'Match includePaths and excludePaths against the whole URL instead of its path.':
    'Die Muster für Pfade in der ganzen URL suchen statt nur im Pfad.',
  'Maximum number of hops from the start page; start and sitemap pages have depth 0.':
    'So viele Schritte höchstens von der Startseite; Startseite und Seiten der Sitemap haben die Tiefe 0.',
  'Follow links to other sites, too.': 'Auch Links zu anderen Websites folgen.',
  'Follow links to subdomains of the main domain, too.': 'Auch Links zu Subdomains der Hauptdomain folgen.',
  'Crawl pages that robots.txt disallows.': 'Auch Seiten nehmen, die laut robots.txt ausgelassen werden sollen.',
  'User agent to look for in robots.txt; Gleaner’s own names when absent.':
    'Produktname, der in robots.txt gesucht wird; ohne Angabe die eigenen Namen von Gleaner.',
  'Crawl only one of several URLs that differ in http/https, www, a trailing slash or an index file.':
    'Adressen, die sich nur durch http/https, www, den Schrägstrich am Ende oder eine Indexdatei unterscheiden, nur einmal nehmen.',
  'Seconds to wait after each page; pages are then read one at a time unless maxConcurrency is set.':
    'Sekunden Pause nach jeder Seite; Seiten kommen dann einzeln, außer `maxConcurrency` ist gesetzt.',
  'Also crawl sibling and parent pages; by default, only pages below the start URL.':
    'Auch Seiten neben und über der Start-URL nehmen; sonst nur Seiten darunter.',
  'Crawl each path only once, ignoring its query string.': 'Einen Pfad nur einmal nehmen, egal mit welcher Query.',
  'Maximum number of pages, including the start page.': 'So viele Seiten höchstens, die Startseite eingeschlossen.',
  'Store nothing of this crawl on disk: its results stay in memory until ten minutes after they were last read.':
    'Von diesem Crawl nichts auf dem Datenträger aufbewahren: Die Ergebnisse bleiben im Arbeitsspeicher, bis sie zehn Minuten nicht gelesen wurden.',
  '`include` uses the sitemap and follows links, `skip` ignores the sitemap, `only` follows no links.':
    'Aufnehmen: die Sitemap lesen und Links folgen. Auslassen: die Sitemap nicht lesen. Nur: keinen Links folgen.',
  'Maximum number of pages read for each URL with `/*`.':
    'So viele Seiten werden höchstens für jede Adresse mit `/*` gelesen.',
  'Ignore the sitemaps of sites.': 'Die Sitemaps der Websites nicht verwenden.',
  'Also read pages on subdomains of a site.': 'Auch Seiten auf Subdomains einer Website lesen.',
  'Also read linked pages of other sites.': 'Auch verlinkte Seiten anderer Websites lesen.',
  'Search the web for further pages.': 'Im Web nach weiteren Seiten suchen.',
  'Saved recipe that reads matching pages without a model; `auto` picks the recipe for each page.':
    'Gespeicherte Vorlage, die Seiten ohne Modell liest, wo sie kann; `auto` für die Vorlage, die zur Seite gehört.',
  'Return the source of each value.': 'Für jeden Wert sagen, wo er gelesen wurde.',
  'Timeout of each page in milliseconds; `timeout` of scrapeOptions when absent.':
    'Millisekunden, die jede Seite dauern darf; ohne Angabe `timeout` aus `scrapeOptions`.',
  'Accepted for compatibility; `filterByPath` decides.':
    'Wird aus Kompatibilität angenommen; `filterByPath` entscheidet.',
  'Words to rank URLs by; best matches come first.':
    'Wörter, nach denen die Adressen geordnet werden; die besten zuerst.',
  'Also list URLs on subdomains.': 'Auch Adressen auf Subdomains aufführen.',
  'List each path only once, without its query string.': 'Einen Pfad nur einmal aufführen, ohne seine Query.',
  'Maximum number of URLs to list.': 'So viele Adressen werden höchstens aufgeführt.',
  'Timeout of the map in milliseconds; unlimited when absent.':
    'Millisekunden, die die Map dauern darf; ohne Angabe unbegrenzt.',
  'List only URLs below the path of `url`; ignored when only sitemaps are read.':
    'Nur Adressen unterhalb des Pfads von `url` aufführen; nicht, wenn nur eine Sitemap gelesen wird.',
  'Name of a saved recipe, or a recipe: which values to read from each page, and where.':
    'Name einer gespeicherten Vorlage oder eine Vorlage: welche Werte auf jeder Seite wo stehen.',
  'Maximum number of pages, including detail pages; each load of more records on one page counts as a page. 1 reads only the first page of the list.':
    'So viele Seiten werden höchstens gelesen, Detailseiten eingeschlossen; jedes Nachladen weiterer Datensätze auf einer Seite zählt als Seite. 1 liest nur die erste Seite der Liste.',
  'Actions that lead from `url` to the list, run once before the first page is read. Actions in `scrapeOptions` run on every page.':
    'Aktionen, die von `url` zur Liste führen; einmal ausgeführt, bevor die erste Seite gelesen wird. Die aus `scrapeOptions` werden auf jeder Seite ausgeführt.',
  // Every page
  'Exclude headers, navigation, footers and other boilerplate.':
    'Kopf- und Fußzeilen, Navigation und anderes Beiwerk auslassen.',
  'Exclude headers, navigation and footers.': 'Kopf- und Fußzeilen und Navigation auslassen.',
  'CSS selectors of the parts to keep; nothing else is returned.':
    'CSS-Selektoren der Teile, die bleiben; sonst wird nichts zurückgegeben.',
  'CSS selectors of the parts to exclude.': 'CSS-Selektoren der Teile, die ausgelassen werden.',
  'Headers sent with the request (cookies, user agent, …). With headers the cache is neither read nor written.':
    'Header der Anfrage (Cookies, User-Agent, …). Mit Headern wird der Cache weder gelesen noch geschrieben.',
  'Milliseconds to wait after the page has loaded; at most half of `timeout`.':
    'Millisekunden, die nach dem Laden der Seite gewartet wird; höchstens die Hälfte von `timeout`.',
  'Emulate a mobile device.': 'Ein Mobilgerät nachbilden.',
  'Replace images embedded as base64 with a short placeholder.':
    'Als Base64 eingebettete Bilder durch einen kurzen Platzhalter ersetzen.',
  'Block ads and cookie banners.': 'Werbung und Cookie-Banner blockieren.',
  'Store the page in the cache for later requests.':
    'Die Seite für spätere Anfragen aufbewahren, die eine Kopie aus dem Cache annehmen.',
  'Country whose language and time zone the page sees; a matching proxy is used if configured.':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  'Two-letter country code; US when absent.': 'Ländercode aus zwei Buchstaben; ohne Angabe US.',
  'Preferred languages, best first, e.g. de-CH.': 'Bevorzugte Sprachen, die beste zuerst, z. B. de-CH.',
  'Actions to run in the page before its content is read, in order. Actions require the browser.':
    'Aktionen in der Seite, bevor ihr Inhalt gelesen wird, der Reihe nach. Mit Aktionen verwendet der Scrape den Browser.',
  'Store nothing of this request on disk.': 'Von dieser Anfrage nichts auf dem Datenträger aufbewahren.',
  'Timeout in milliseconds, an hour at most; 60000 when absent and a format extracts structured data.':
    'Millisekunden, die der Scrape dauern darf, höchstens eine Stunde; ohne Angabe 60000, wenn ein Format strukturierte Daten liest.',
  'Accept invalid TLS certificates.': 'Ungültige TLS-Zertifikate annehmen.',
  'Which files are read as text. Without `pdf`, a PDF is returned as base64.':
    'Welche Dateien als Text gelesen werden. Ohne `pdf` wird ein PDF als Base64 zurückgegeben.',
  'Proxies to use; `auto` tries basic first and stealth when the site refuses (401, 403, 429).':
    'Zu verwendende Proxys; `auto` versucht zuerst `basic`, und `stealth`, wenn die Website ablehnt (401, 403, 429).',
  'Login saved in the app; pages of its sites are fetched with it and bypass the cache.':
    'Anmeldung, die in der App behalten wurde; Seiten ihrer Websites werden mit ihr abgerufen und weder im Cache abgelegt noch daraus genommen.',
  'Maximum age of a cached copy in milliseconds; 0 always fetches the page.':
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
  'Values of chosen attributes, by CSS selector.': 'Werte gewählter Attribute, nach CSS-Selektor.',
  'Which attributes of which elements to read.': 'Welche Attribute welcher Elemente gelesen werden.',
  'CSS selector of the elements.': 'CSS-Selektor der Elemente.',
  'Name of the attribute to read.': 'Name des Attributs, das gelesen wird.',
  'Changes since the last scrape of the same URL (needs markdown, too).':
    'Was sich seit dem letzten Scrape derselben Adresse geändert hat (Markdown wird ebenfalls gebraucht).',
  'How a change is reported: as a text diff, as changed fields.':
    'Wie eine Änderung angegeben wird: als Textvergleich, als geänderte Felder.',
  'JSON schema of the fields compared in json mode.': 'JSON-Schema der Felder, die im Modus JSON verglichen werden.',
  'What to compare in json mode, in plain words.': 'Was im Modus JSON verglichen wird, in eigenen Worten.',
  'Name of a separate history for the same URL.': 'Führt einen eigenen Verlauf für dieselbe Adresse.',
  'Controls of the page that show more of its data: next page, tabs, collapsed sections and search forms.':
    'Womit die Seite mehr von ihren Daten zeigt: nächste Seite, Tabs, eingeklappte Abschnitte und Suchformulare.',
  'Structured data as in json, with the source of each value and the reason for each missing value.':
    'Strukturierte Daten wie bei JSON, dazu wo jeder Wert auf der Seite steht, was fehlt und warum.',
  'JSON schema of the data.': 'JSON-Schema der Daten.',
  'What to extract, in plain words.': 'Was ausgelesen werden soll, in eigenen Worten.',
  'Model profile that reads the page, or none for no model; the model in use when absent.':
    'Modellprofil, das die Seite liest, oder `none`: kein Modell; ohne Angabe das verwendete Modell.',
  'Recipe that reads matching pages without a model: a name, `auto` for the saved recipe that fits, or a recipe.':
    'Vorlage, die die Seite ohne Modell liest, wo sie kann: ihr Name, `auto` für die passende gespeicherte, oder die Vorlage selbst.',
  'The cleaned content as HTML, with absolute URLs.': 'Der bereinigte Inhalt als HTML, mit absoluten Adressen.',
  'The URL of every image in the content, in page order, without duplicates.':
    'Die Adresse jedes Bildes im Inhalt, in der Reihenfolge der Seite, je einmal.',
  'Structured data by a JSON schema or a prompt, extracted by rules or the configured model.':
    'Strukturierte Daten nach einem JSON-Schema oder Prompt, durch Regeln oder das eingerichtete Modell gelesen.',
  'JSON schema of the answer.': 'JSON-Schema der Antwort.',
  'The URL of every link in the content, in page order, without duplicates.':
    'Jede Adresse, auf die der Inhalt verlinkt, in der Reihenfolge der Seite, je einmal.',
  'The content as GitHub-flavoured markdown.': 'Der Inhalt als Markdown, wie GitHub es verwendet.',
  'The unmodified HTML of the page.': 'Das HTML der Seite, unverändert.',
  'Rows of typed values, read with a recipe by selectors and without a model.':
    'Zeilen mit typisierten Werten, wie eine Vorlage sie liest: nach Selektoren und ohne Modell.',
  'Name of a saved recipe, `auto` for the one that fits the page, or a recipe.':
    'Name einer gespeicherten Vorlage, `auto` für die zur Seite passende, oder eine Vorlage.',
  'What a crawl or batch does when the last five pages of the recipe have changed: `stop`, the default, skips the remaining pages.':
    'Was ein Crawl oder Batch tut, wenn sich die letzten fünf Seiten der Vorlage geändert haben: Beenden, auch ohne Angabe, lässt die übrigen aus.',
  'A screenshot of the page: the viewport, or the whole page.': 'Ein Bild der Seite: die Ansicht oder die ganze Seite.',
  'The whole page instead of the view.': 'Die ganze Seite statt der Ansicht.',
  'JPEG quality; a PNG when absent.': 'JPEG-Qualität; ohne Angabe ein PNG.',
  'Viewport size; when absent, 1280 × 800, or that of a phone with `mobile`.':
    'Größe der Ansicht; ohne Angabe 1280 × 800, mit `mobile` die eines Telefons.',
  'Width of the view in pixels.': 'Breite der Ansicht in Pixeln.',
  'Height of the view in pixels.': 'Höhe der Ansicht in Pixeln.',
  'A short summary of the page: its key sentences, or a text by the configured model.':
    'Eine kurze Zusammenfassung der Seite: ihre wichtigsten Sätze oder die Worte des eingerichteten Modells.',
  // Actions
  'Chooses an option of a list.': 'Wählt eine Option einer Liste.',
  'CSS selector of the `select` element.': 'CSS-Selektor des Elements `select`.',
  'Value of the option.': 'Wert der Option.',
  'Clicks an element.': 'Klickt ein Element an.',
  'CSS selector of the element.': 'CSS-Selektor des Elements.',
  'Click every match; finding none is then not an error.':
    'Jedes passende Element anklicken; dass keines passt, ist dann kein Fehler.',
  'Runs a script in the page.': 'Führt ein Skript in der Seite aus.',
  'JavaScript: the body of an async function with `return`, an expression, or statements whose last value is returned.':
    'JavaScript: der Rumpf einer asynchronen Funktion mit `return`, ein Ausdruck, oder Anweisungen, deren letzter Wert behalten wird.',
  'Moves the mouse over an element.': 'Bewegt die Maus über ein Element.',
  'Loads all records of a list: presses its button, or scrolls to its end, until no more come.':
    'Lädt alle Datensätze einer Liste: drückt ihre Schaltfläche oder scrollt ans Ende, bis keine mehr kommen.',
  'CSS selector of the button; if it matches several page numbers, the one after the current page is pressed. When absent, the page and the box around the records are scrolled.':
    'CSS-Selektor der Schaltfläche; findet er mehrere Seitenzahlen, wird die nach der aktuellen Seite gedrückt. Ohne Angabe werden die Seite und der Bereich um die Datensätze gescrollt.',
  'CSS selector of the records; records that the page replaces or removes while more load are put back before the new ones.':
    'CSS-Selektor der Datensätze: Die durch die nächsten ersetzt oder beim Scrollen entfernt werden, stehen am Ende davor.',
  'Maximum number of loads.': 'So oft wird höchstens nachgeladen.',
  'Milliseconds after which loading stops; the timeout of the page applies when absent.':
    'Millisekunden, nach denen nichts mehr nachgeladen wird; ohne Angabe gilt das Zeitlimit der Seite.',
  'True only scrolls to the end and back once; the result is 1 if more records load.':
    'Wenn wahr, wird einmal ans Ende und zurück gescrollt, um zu sehen, ob weitere Datensätze kommen; das Ergebnis ist dann 1.',
  'Prints the page as a PDF.': 'Druckt die Seite als PDF.',
  'Paper size.': 'Papierformat.',
  'Landscape orientation.': 'Das Papier drehen.',
  'Scale of the print, 0.1 to 2.': 'Größe des Drucks, 0,1 bis 2.',
  'Presses a key.': 'Drückt eine Taste.',
  'Name of the key in any case, e.g. `Enter`, `ArrowDown`, or a chord such as `Control+A`.':
    'Name der Taste, groß oder klein, z. B. `Enter`, `ArrowDown`, oder eine Kombination wie `Control+A`.',
  'Returns the HTML at this point.': 'Behält das HTML dieses Augenblicks.',
  'Takes a screenshot of the page.': 'Nimmt ein Bild der Seite auf.',
  'Viewport size for this screenshot.': 'Größe der Ansicht für dieses Bild.',
  'Scrolls the page or an element by one view, or to its end.':
    'Scrollt die Seite oder ein Element um eine Ansicht oder bis zum Ende.',
  'Which way to scroll.': 'Wohin gescrollt wird.',
  'CSS selector of the element to scroll; the page when absent.':
    'CSS-Selektor des Elements, das gescrollt wird; ohne Angabe die Seite.',
  'Scroll to the end in that direction instead of by one view.': 'Ganz in diese Richtung statt um eine Ansicht.',
  'Waits for a time, or until an element appears.': 'Wartet eine Zeit lang oder bis ein Element erscheint.',
  'How long to wait.': 'Wie lange gewartet wird.',
  'CSS selector of the element to wait for.': 'CSS-Selektor des Elements, auf das gewartet wird.',
  'Types text, or a saved secret, into the focused element.':
    'Tippt Text oder ein gespeichertes Geheimnis in das fokussierte Element.',
  'Text to type.': 'Text, der getippt wird.',
  'Name of a saved secret to type; only on pages of the site it is saved for.':
    'Name eines gespeicherten Geheimnisses, das getippt wird; nur auf Seiten der Website, für die es gespeichert ist.',
  'Replace the current text of the field.': 'Ersetzt, was im Feld steht.',
  // Parsers
  'Shows comma or tab separated values as a table.': 'Zeigt durch Komma oder Tabulator getrennte Werte als Tabelle.',
  'Reads Word documents.': 'Liest Word-Dokumente.',
  'Reads books in the EPUB format.': 'Liest Bücher im EPUB-Format.',
  'Shows JSON as a code block.': 'Zeigt JSON als Codeblock.',
  'Reads OpenDocument texts, sheets and slides.': 'Liest Texte, Tabellen und Folien im OpenDocument-Format.',
  'Reads PDF files that have a text layer.': 'Liest PDF-Dateien, die eine Textebene haben.',
  'Reads only that many pages from the start.': 'Liest nur so viele Seiten vom Anfang an.',
  'How to read: only the text layer is read; text in scanned pages is not recognised.':
    'Wie gelesen wird: Text stammt immer aus der Textebene; gescannte Seiten werden nicht erkannt.',
  'Shows text files: source code in a block, other text in paragraphs.':
    'Zeigt Textdateien: Quelltext in einem Block, anderen Text in Absätzen.',
  'Reads PowerPoint slides.': 'Liest PowerPoint-Folien.',
  'Reads rich text files.': 'Liest Rich-Text-Dateien.',
  'Reads Excel sheets as tables.': 'Liest Excel-Blätter als Tabellen.',
  'Reads sheets of old Excel files as tables.': 'Liest Blätter alter Excel-Dateien als Tabellen.',
  'Reads mail messages with their text and a list of attachments.':
    'Liest E-Mails mit ihrem Text und einer Liste der Anhänge.',
  'Reads the events of iCalendar files.': 'Liest die Termine von iCalendar-Dateien.',
  'Reads Jupyter notebooks: texts, code and printed results.':
    'Liest Jupyter-Notebooks: Texte, Code und ausgegebene Ergebnisse.',
  'Reads feeds as articles and shows other XML as a code block.':
    'Liest Feeds als Artikel und zeigt anderes XML als Codeblock.',
};
