import { type Texts, under } from '../engine-texts';

/** German texts for the link options that crawls and maps share. */
const siteTexts: Texts = {
  includePaths:
    'Reguläre Ausdrücke für den Pfad, z. B. `blog/.*`; ist etwas angegeben, werden nur passende Seiten gecrawlt.',
  excludePaths: 'Reguläre Ausdrücke für den Pfad; passende Seiten werden ausgelassen.',
  regexOnFullURL: 'Die Muster für Pfade in der ganzen URL suchen statt nur im Pfad.',
  maxDiscoveryDepth: 'Höchstzahl der Schritte von der Startseite; Startseite und Seiten der Sitemap haben die Tiefe 0.',
  allowExternalLinks: 'Auch Links zu anderen Websites folgen.',
  allowSubdomains: 'Auch Links zu Subdomains der Hauptdomain folgen.',
  ignoreRobotsTxt: 'Auch Seiten crawlen, die robots.txt verbietet.',
  robotsUserAgent: 'Produktname, der in robots.txt gesucht wird; ohne Angabe die eigenen Namen von Gleaner.',
  deduplicateSimilarURLs:
    'Adressen, die sich nur durch http/https, www, den Schrägstrich am Ende oder eine Indexdatei unterscheiden, nur einmal crawlen.',
  delay: 'Sekunden Pause nach jeder Seite; Seiten kommen dann einzeln, außer `maxConcurrency` ist gesetzt.',
  maxConcurrency: 'Höchstzahl der Seiten dieses Jobs, die gleichzeitig abgerufen werden.',
  sitemap:
    'Aufnehmen: die Sitemap lesen und Links folgen. Auslassen: die Sitemap nicht lesen. Nur: keinen Links folgen.',
};

/** German texts for the location options. */
const locationTexts: Texts = {
  country: 'Ländercode aus zwei Buchstaben; ohne Angabe US.',
  languages: 'Bevorzugte Sprachen, die beste zuerst, z. B. de-CH.',
};

/** German texts for job kinds and their options. */
export const optionTexts: Texts = {
  // Kinds of jobs
  'kind.agent': 'Agent',
  'kind.batch': 'Batch',
  'kind.batch.submit': 'Batch starten',
  'kind.crawl': 'Crawl',
  'kind.crawl.submit': 'Crawl starten',
  'kind.extract': 'Extraktion',
  'kind.parse': 'Datei lesen',
  'kind.map': 'Map',
  'kind.map.submit': 'Map erstellen',
  'kind.scrape': 'Scrape',
  'kind.search': 'Suche',
  'kind.table': 'Tabelle',
  // Options of jobs
  'agent.prompt': 'Was gefunden werden soll, in eigenen Worten.',
  'agent.urls': 'Startseiten; ohne Angabe werden sie im Web gesucht.',
  'agent.schema': 'JSON-Schema, dem die gelieferten Daten entsprechen müssen.',
  'agent.maxCredits':
    'Limit für die Seiten und Suchen des Laufs: Eine Seite zählt 2 bis 5, eine Suche 1. Ohne Angabe gilt das Modellprofil (Standard: 2.500).',
  'agent.strictConstrainToURLs': 'Nur die genannten Seiten lesen.',
  'agent.model': 'Zu verwendendes Modellprofil; `spark-2` richtet sich nach `effort`.',
  'agent.effort':
    '`low` verwendet spark-1-mini, `medium` spark-1-pro, `high` spark-1-pro mit doppelt so vielen Seiten und Schritten.',
  'agent.mode': '`chat` ergänzt die Antwort um eine `message`.',
  'agent.zeroDataRetention': 'Von diesem Lauf nichts auf dem Datenträger aufbewahren.',
  'batch.urls': 'Zu scrapende Seiten; ohne Schema in der URL gilt `http://`.',
  'batch.ignoreInvalidURLs':
    'Ungültige Adressen auslassen und unter `invalidURLs` aufführen; sonst ist jede ein Fehler.',
  'batch.urlsFrom': 'Zeilen eines beendeten Jobs, aus denen die Adressen stammen, statt `urls`.',
  'batch.urlsFrom.jobId': 'ID des beendeten Jobs.',
  'batch.urlsFrom.column': 'ID der Spalte mit den Adressen.',
  'batch.urlsFrom.of': '`data` für die gelesenen Datensätze des Jobs, `pages` für seine Seiten.',
  'batch.urlsFrom.search': 'Wörter, die in der Zeile vorkommen müssen.',
  'batch.urlsFrom.filter': 'Bedingungen für die Zeilen, z. B. `[{"column":"price","min":10}]`.',
  'batch.urlsFrom.filter.column': 'ID der Spalte.',
  'batch.urlsFrom.filter.contains':
    'Text, der im Wert vorkommen muss; Groß- und Kleinschreibung und Akzente zählen nicht.',
  'batch.urlsFrom.filter.min': 'Kleinste Zahl oder frühestes Datum.',
  'batch.urlsFrom.filter.max': 'Größte Zahl oder spätestes Datum.',
  'batch.urlsFrom.filter.empty': '`true` behält Zeilen ohne Wert, `false` Zeilen mit einem Wert.',
  'batch.maxConcurrency': 'Höchstzahl der Seiten dieses Jobs, die gleichzeitig abgerufen werden.',
  'crawl.url': 'Startseite; ohne Schema in der URL gilt `http://`.',
  'crawl.prompt':
    'Optionen des Crawls in eigenen Worten, z. B. „nur der Blog, höchstens 50 Seiten“. Ausdrückliche Optionen haben Vorrang. Ohne Modell werden nur einfache Angaben verstanden.',
  ...under('crawl', siteTexts),
  'crawl.crawlEntireDomain': 'Auch Seiten neben und über der Start-URL crawlen; sonst nur Seiten darunter.',
  'crawl.ignoreQueryParameters': 'Jeden Pfad nur einmal crawlen, unabhängig von der Query.',
  'crawl.limit': 'Höchstzahl der Seiten, einschließlich der Startseite.',
  'crawl.zeroDataRetention':
    'Von diesem Crawl nichts auf dem Datenträger aufbewahren: Die Ergebnisse bleiben im Arbeitsspeicher, bis sie zehn Minuten nicht gelesen wurden.',
  'extract.urls': 'Zu lesende Seiten; eine URL mit `/*` am Ende steht für alle Seiten darunter.',
  'extract.prompt': 'Was gefunden werden soll, in eigenen Worten.',
  'extract.schema': 'JSON-Schema, dem die gelieferten Daten entsprechen müssen.',
  'extract.agent': 'Agent, der fehlende Werte durch Bedienen der Seiten im Browser findet, z. B. in anderen Tabs.',
  'extract.limit': 'Höchstzahl der Seiten, die für jede Adresse mit `/*` gelesen werden.',
  'extract.ignoreSitemap': 'Die Sitemaps der Websites nicht verwenden.',
  'extract.includeSubdomains': 'Auch Seiten auf Subdomains einer Website lesen.',
  'extract.allowExternalLinks': 'Auch verlinkte Seiten anderer Websites lesen.',
  'extract.enableWebSearch': 'Im Web nach weiteren Seiten suchen.',
  'extract.recipe':
    'Gespeicherte Vorlage, die Seiten ohne Modell liest, wo sie kann; `auto` für die Vorlage, die zur Seite gehört.',
  'extract.showSources': 'Zu jedem Wert angeben, wo er gelesen wurde.',
  'extract.ignoreInvalidURLs':
    'Ungültige Adressen auslassen und unter `invalidURLs` aufführen; sonst ist jede ein Fehler.',
  'extract.timeout': 'Millisekunden, die jede Seite dauern darf; ohne Angabe `timeout` aus `scrapeOptions`.',
  'map.url': 'Website, deren Adressen aufgeführt werden; ohne Schema in der URL gilt `http://`.',
  ...under('map', siteTexts),
  'map.crawlEntireDomain': 'Aus Gründen der Kompatibilität angenommen; `filterByPath` entscheidet.',
  'map.headers':
    'Header (Cookies, User-Agent, …), die für die Seite und die Sitemaps an die Herkunft von `url` gesendet werden.',
  'map.search': 'Wörter, nach denen die Adressen geordnet werden; die besten zuerst.',
  'map.includeSubdomains': 'Auch Adressen auf Subdomains aufführen.',
  'map.ignoreQueryParameters': 'Einen Pfad nur einmal aufführen, ohne seine Query.',
  'map.limit': 'Höchstzahl der aufgeführten Adressen.',
  'map.timeout': 'Millisekunden, die die Map dauern darf; ohne Angabe unbegrenzt.',
  'map.filterByPath':
    'Nur Adressen unterhalb des Pfads von `url` aufführen; nicht, wenn nur eine Sitemap gelesen wird.',
  'map.location':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  ...under('map.location', locationTexts),
  'table.url': 'Erste Seite der Liste; ohne Schema in der URL gilt `http://`.',
  'table.recipe': 'Name einer gespeicherten Vorlage oder eine Vorlage: welche Werte auf jeder Seite wo stehen.',
  'table.limit':
    'Höchstzahl der gelesenen Seiten, einschließlich der Detailseiten; jedes Nachladen weiterer Datensätze auf einer Seite zählt als Seite. 1 liest nur die erste Seite der Liste.',
  'table.actions':
    'Aktionen, die von `url` zur Liste führen. Sie werden einmal ausgeführt, vor dem Lesen der ersten Seite; die aus `scrapeOptions` auf jeder Seite.',
  // Notifications of a job
  webhook: 'Wohin Nachrichten zum Job gesendet werden: eine URL oder ein Objekt mit Optionen.',
  'webhook.url': 'Adresse, die die Nachrichten empfängt.',
  'webhook.headers': 'Weitere Header jeder Nachricht.',
  'webhook.metadata': 'Wird in jeder Nachricht unverändert mitgesendet.',
  'webhook.events': 'Welche Ereignisse gesendet werden; ohne Angabe alle.',
  // Page options
  page: 'Optionen für das Scrapen jeder Seite.',
  'page.url': 'URL der Seite; ohne Schema in der URL gilt `http://`.',
  'page.formats':
    'Was geliefert wird: Jedes Format ist ein Name oder ein Objekt mit `type` und Optionen. Eine leere Liste liefert nur Metadaten.',
  'page.onlyMainContent': 'Kopf- und Fußzeilen und Navigation auslassen.',
  'page.includeTags': 'CSS-Selektoren der Teile, die bleiben; sonst wird nichts zurückgegeben.',
  'page.excludeTags': 'CSS-Selektoren der Teile, die ausgelassen werden.',
  'page.headers':
    'Header der Anfrage (Cookies, User-Agent, …). Mit Headern wird der Cache weder gelesen noch geschrieben.',
  'page.waitFor': 'Millisekunden, die nach dem Laden der Seite gewartet wird; höchstens die Hälfte von `timeout`.',
  'page.mobile': 'Ein Mobilgerät nachbilden.',
  'page.removeBase64Images': 'Als Base64 eingebettete Bilder durch einen kurzen Platzhalter ersetzen.',
  'page.blockAds': 'Werbung und Cookie-Banner blockieren.',
  'page.storeInCache': 'Die Seite für spätere Anfragen im Cache speichern.',
  'page.location':
    'Land, dessen Sprache und Zeitzone die Seite sieht; ein passender Proxy wird verwendet, wenn einer eingerichtet ist.',
  ...under('page.location', locationTexts),
  'page.actions':
    'Aktionen in der Seite, bevor ihr Inhalt gelesen wird, der Reihe nach. Mit Aktionen verwendet der Scrape den Browser.',
  'page.zeroDataRetention': 'Von dieser Anfrage nichts auf dem Datenträger aufbewahren.',
  'page.timeout':
    'Millisekunden, die der Scrape dauern darf, höchstens eine Stunde; ohne Angabe 60.000, wenn ein Format strukturierte Daten liest.',
  'page.skipTlsVerification': 'Ungültige TLS-Zertifikate annehmen.',
  'page.parsers':
    'Welche Dateien als Text gelesen werden. Ohne `pdf` wird ein PDF als Base64 zurückgegeben. Ohne `image` werden Bilder abgelehnt.',
  'page.proxy':
    'Zu verwendende Proxys; `auto` versucht zuerst `basic`, und `stealth`, wenn die Website ablehnt (401, 403, 429).',
  'page.profile':
    'In der App gespeicherte Anmeldung. Seiten ihrer Websites werden mit ihr abgerufen, ohne den Cache zu verwenden.',
  'page.maxAge': 'Millisekunden, die eine Kopie im Cache höchstens alt sein darf; mit 0 wird immer abgerufen.',
  'parse.file': 'Die Datei, höchstens 50 MB.',
  'parse.file.name': 'Name der Datei, z. B. bericht.pdf.',
  'parse.file.content': 'Die Bytes der Datei als Base64.',
  'page.minAge': 'Alter in Millisekunden, das eine Kopie im Cache mindestens haben muss.',
  'page.lockdown':
    'Sendet keine Anfrage: Nur der Cache antwortet, und nichts von dieser Anfrage bleibt auf dem Datenträger.',
  'page.redactPII':
    'Schwärzt Personendaten nach Regeln in Markdown, strukturierten Daten, Zusammenfassungen und Antworten.',
  'page.threatProtection': 'Hosts, die diese Anfrage nicht besuchen darf, auch nicht über Weiterleitungen.',
  'page.threatProtection.mode': 'Ob die Listen gelten.',
  'page.threatProtection.blacklist': 'Hosts, die immer gesperrt sind, z. B. example.com oder *.example.com.',
  'page.threatProtection.whitelist': 'Hosts, die immer erlaubt sind, auch wenn andere Listen sie nennen.',
  'page.threatProtection.blockedTlds': 'Gesperrte Top-Level-Domains, z. B. zip.',
  'page.threatProtection.riskScoreThreshold': 'Aus Gründen der Kompatibilität angenommen; ohne Wirkung.',
  'page.threatProtection.failurePolicy': 'Aus Gründen der Kompatibilität angenommen; ohne Wirkung.',
  'kind.monitor': 'Prüfung',
};
