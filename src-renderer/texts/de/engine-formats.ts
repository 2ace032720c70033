import { type Texts, under } from '../engine-texts';

/** German texts for the screenshot options. */
const screenTexts: Texts = {
  fullPage: 'Die ganze Seite statt der Ansicht.',
  quality: 'JPEG-Qualität; ohne Angabe ein PNG.',
  'viewport.width': 'Breite der Ansicht in Pixeln.',
  'viewport.height': 'Höhe der Ansicht in Pixeln.',
};

/** German texts for formats, actions and parsers, and for their options. */
export const formatTexts: Texts = {
  // Formats
  'format.attributes': 'Werte gewählter Attribute, nach CSS-Selektor.',
  'format.attributes.selectors': 'Welche Attribute welcher Elemente gelesen werden.',
  'format.attributes.selectors.selector': 'CSS-Selektor der Elemente.',
  'format.attributes.selectors.attribute': 'Name des Attributs, das gelesen wird.',
  'format.changeTracking': 'Änderungen seit dem letzten Scrape derselben Adresse; braucht auch das Format Markdown.',
  'format.changeTracking.modes': 'Wie Änderungen angegeben werden: als Textvergleich oder als geänderte Felder.',
  'format.changeTracking.schema': 'JSON-Schema der Felder, die im Modus JSON verglichen werden.',
  'format.changeTracking.prompt': 'Was im Modus JSON verglichen wird, in eigenen Worten.',
  'format.changeTracking.tag': 'Führt einen eigenen Verlauf für dieselbe Adresse.',
  'format.controls':
    'Bedienelemente für weitere Daten: nächste Seite, Tabs, eingeklappte Abschnitte und Suchformulare.',
  'format.extraction': 'Strukturierte Daten wie bei JSON, dazu wo jeder Wert auf der Seite steht, was fehlt und warum.',
  'format.extraction.schema': 'JSON-Schema der Daten.',
  'format.extraction.prompt': 'Was ausgelesen werden soll, in eigenen Worten.',
  'format.extraction.profile':
    'Modellprofil, das die Seite liest, oder `none`: kein Modell; ohne Angabe das verwendete Modell.',
  'format.extraction.recipe':
    'Vorlage, die die Seite ohne Modell liest, wo sie kann: ihr Name, `auto` für die passende gespeicherte, oder die Vorlage selbst.',
  'format.html': 'Der bereinigte Inhalt als HTML, mit absoluten Adressen.',
  'format.images': 'Die Adresse jedes Bildes im Inhalt, in der Reihenfolge der Seite, je einmal.',
  'format.json':
    'Strukturierte Daten nach einem JSON-Schema oder Prompt, durch Regeln oder das eingerichtete Modell extrahiert.',
  'format.json.schema': 'JSON-Schema der Antwort.',
  'format.json.prompt': 'Was ausgelesen werden soll, in eigenen Worten.',
  'format.json.recipe':
    'Vorlage, die die Seite ohne Modell liest, wo sie kann: ihr Name, `auto` für die passende gespeicherte, oder die Vorlage selbst.',
  'format.links': 'Jede Adresse, auf die der Inhalt verlinkt, in der Reihenfolge der Seite, je einmal.',
  'format.markdown': 'Der Inhalt als GitHub-Markdown.',
  'format.markdown.repeatMergedCells':
    'Wiederholt den Wert einer verbundenen Tabellenzelle in jeder Zeile und Spalte, über die sie reicht; ohne Angabe nicht.',
  'format.rawHtml': 'Das HTML der Seite, unverändert.',
  'format.recipe': 'Zeilen mit typisierten Werten, wie eine Vorlage sie liest: nach Selektoren und ohne Modell.',
  'format.recipe.recipe': 'Name einer gespeicherten Vorlage, `auto` für die zur Seite passende, oder eine Vorlage.',
  'format.recipe.whenChanged':
    'Was geschieht, wenn sich die letzten fünf Seiten der Vorlage geändert haben: Beenden (Standard) lässt die übrigen Seiten des Jobs aus.',
  'format.screenshot': 'Ein Bild der Seite: die Ansicht oder die ganze Seite.',
  ...under('format.screenshot', screenTexts),
  'format.screenshot.viewport': 'Größe der Ansicht; ohne Angabe 1280 × 800, mit `mobile` die eines Telefons.',
  'format.summary':
    'Eine kurze Zusammenfassung der Seite: ihre wichtigsten Sätze oder die Worte des eingerichteten Modells.',
  'format.markdown.converter':
    'Welcher Konverter das Markdown schreibt: der eigene von Gleaner (`tree`) oder das Paket `node-html-markdown`.',
  // Actions
  'action.choose': 'Wählt eine Option einer Liste.',
  'action.choose.selector': 'CSS-Selektor des Elements `select`.',
  'action.choose.value': 'Wert der Option.',
  'action.click': 'Klickt ein Element an.',
  'action.click.selector': 'CSS-Selektor des Elements.',
  'action.click.all': 'Alle passenden Elemente anklicken; ohne passendes Element entsteht kein Fehler.',
  'action.executeJavascript': 'Führt ein Skript in der Seite aus.',
  'action.executeJavascript.script':
    'JavaScript: der Rumpf einer asynchronen Funktion mit `return`, ein Ausdruck, oder Anweisungen, deren letzter Wert das Ergebnis ist.',
  'action.hover': 'Bewegt die Maus über ein Element.',
  'action.hover.selector': 'CSS-Selektor des Elements.',
  'action.loadMore':
    'Lädt alle Datensätze einer Liste: drückt ihre Schaltfläche oder scrollt ans Ende, bis keine mehr kommen.',
  'action.loadMore.selector':
    'CSS-Selektor der Schaltfläche; findet er mehrere Seitenzahlen, wird die nach der aktuellen Seite gedrückt. Ohne Angabe werden die Seite und der Bereich um die Datensätze gescrollt.',
  'action.loadMore.records':
    'CSS-Selektor der Datensätze. Beim Nachladen ersetzte oder entfernte Datensätze bleiben damit im Ergebnis, vor den übrigen.',
  'action.loadMore.most': 'Höchstzahl der Ladevorgänge.',
  'action.loadMore.maxMs':
    'Millisekunden, nach denen nichts mehr nachgeladen wird; ohne Angabe gilt das Zeitlimit der Seite.',
  'action.loadMore.probe':
    'Scrollt nur einmal ans Ende und zurück, um zu prüfen, ob weitere Datensätze kommen; wenn ja, ist das Ergebnis 1.',
  'action.pdf': 'Druckt die Seite als PDF.',
  'action.pdf.format': 'Papierformat.',
  'action.pdf.landscape': 'Das Papier drehen.',
  'action.pdf.scale': 'Größe des Drucks, 0,1 bis 2.',
  'action.press': 'Drückt eine Taste.',
  'action.press.key':
    'Name der Taste, groß oder klein, z. B. `Enter`, `ArrowDown`, oder eine Kombination wie `Control+A`.',
  'action.scrape': 'Speichert das HTML zu diesem Zeitpunkt.',
  'action.screenshot': 'Nimmt ein Bild der Seite auf.',
  ...under('action.screenshot', screenTexts),
  'action.screenshot.viewport': 'Größe der Ansicht für dieses Bild.',
  'action.scroll': 'Scrollt die Seite oder ein Element um eine Ansicht oder bis zum Ende.',
  'action.scroll.direction': 'Wohin gescrollt wird.',
  'action.scroll.selector': 'CSS-Selektor des Elements, das gescrollt wird; ohne Angabe die Seite.',
  'action.scroll.toEnd': 'Bis zum Ende scrollen statt um eine Ansicht.',
  'action.wait': 'Wartet eine Zeit lang oder bis ein Element erscheint.',
  'action.wait.milliseconds': 'Wie lange gewartet wird.',
  'action.wait.selector': 'CSS-Selektor des Elements, auf das gewartet wird.',
  'action.write': 'Tippt Text oder ein gespeichertes Passwort in das fokussierte Element.',
  'action.write.text': 'Text, der getippt wird.',
  'action.write.secret':
    'Name eines gespeicherten Passworts, das getippt wird; nur auf Seiten der Website, für die es gespeichert ist.',
  'action.write.replace': 'Ersetzt den Inhalt des Felds.',
  // Parsers
  'parser.csv': 'Zeigt durch Komma oder Tabulator getrennte Werte als Tabelle.',
  'parser.docx': 'Liest Word-Dokumente.',
  'parser.epub': 'Liest Bücher im EPUB-Format.',
  'parser.json': 'Zeigt JSON als Codeblock.',
  'parser.notebook': 'Liest Jupyter-Notebooks: Texte, Code und ausgegebene Ergebnisse.',
  'parser.opendocument': 'Liest Texte, Tabellen und Folien im OpenDocument-Format.',
  'parser.image': 'Erkennt den Text in Bildern.',
  'parser.pdf': 'Liest PDF-Dateien und erkennt den Text gescannter Seiten.',
  'parser.pdf.maxPages': 'Liest nur so viele Seiten vom Anfang an.',
  'parser.pdf.mode':
    'Wie gelesen wird: `fast` liest nur die Textebene, `auto` erkennt auch Text auf Seiten ohne Textebene, `ocr` erkennt ihn auf allen Seiten.',
  'parser.plain-text': 'Zeigt Textdateien: Quelltext in einem Block, anderen Text in Absätzen.',
  'parser.pptx': 'Liest PowerPoint-Folien.',
  'parser.rtf': 'Liest Rich-Text-Dateien.',
  'parser.xlsx': 'Liest Excel-Blätter als Tabellen.',
  'parser.xml': 'Liest Feeds als Artikel und zeigt anderes XML als Codeblock.',
  'format.audio': 'Die URL der Audiodatei, die die Seite abspielt oder verlinkt.',
  'format.menu': 'Die Speisekarte eines Restaurants: Abschnitte mit Gerichten, Preisen, Ernährungsformen und Bildern.',
  'format.product': 'Das Produkt der Seite: Titel, Marke, Varianten mit Preis und Verfügbarkeit, Bilder.',
  'format.video': 'Die URL des Videos, das die Seite abspielt oder verlinkt.',
  'parser.calendar': 'Liest die Termine von iCalendar-Dateien.',
  'parser.mail': 'Liest E-Mails mit ihrem Text und einer Liste der Anhänge.',
  'parser.xls': 'Liest Blätter alter Excel-Dateien als Tabellen.',
  'format.highlights':
    'Die Sätze, Codezeilen und Tabellenzeilen, die zu einer Abfrage passen, wörtlich und in der Reihenfolge der Seite.',
  'format.highlights.query': 'Wonach gesucht wird, in Worten der Sprache der Seite.',
  'format.branding': 'Das Aussehen der Seite im Browser: Farben, Schriften, Abstände, Schaltflächen, Logo und Symbole.',
  'format.json.checkPromptInjection': 'Warnt, wenn der Text der Seite ein Sprachmodell anspricht.',
  'format.query':
    'Veraltet: stattdessen question oder highlights verwenden. Beantwortet einen Prompt zur Seite oder zitiert, was dazu passt.',
  'format.query.prompt': 'Was beantwortet oder gesucht wird.',
  'format.query.mode': '`freeform` antwortet wie question, `directQuote` zitiert wie highlights.',
  'format.question':
    'Die Antwort auf eine Frage zur Seite: vom eingerichteten Modell, sonst der Wert oder Satz, der sie nennt.',
  'format.question.question': 'Was beantwortet wird, in Worten der Sprache der Seite.',
  'parser.pdf.pages': 'Liefert auch das Markdown jeder Seite, als `pages`.',
  'parser.pdf.pageMarkdown': 'Alter Name von `pages`.',
  'parser.pdf.blocks': 'Liefert auch die Blöcke jeder Seite mit ihren Positionen, als `blocks`.',
  'parser.pdf.pageMarkers': 'Setzt die Nummer jeder Seite zwischen die Seiten im Markdown.',
};
