import { type Texts, under } from '../engine-texts';

/** German texts for the settings of a service with an API key. */
const serviceTexts: Texts = {
  apiKey: 'Schlüssel des Dienstes.',
  baseUrl: 'Basisadresse des Dienstes.',
};

/** German texts for the settings of a language model. */
const modelTexts: Texts = {
  model: 'Name des Modells beim Dienst; leer bedeutet: das einzige, das der Dienst anbietet.',
  contextTokens: 'Kontextlänge des Modells in Tokens; ohne Angabe gilt die Länge, die der Dienst meldet.',
  inputTokens:
    'Höchstzahl der Tokens an Seitentext pro Aufruf; weniger, wenn die Kontextlänge des Modells es verlangt.',
  outputTokens: 'Höchstzahl der Tokens einer Antwort; ist sie länger, wird der Text halbiert.',
  maxParts: 'Aufrufe für eine lange Seite; Text darüber hinaus bleibt mit einer Warnung weg.',
  concurrency: 'Gleichzeitige Aufrufe.',
  timeoutSeconds: 'Sekunden, die ein Aufruf dauern darf.',
  inputPrice: 'US-Dollar für eine Million gesendeter Tokens; für die Berechnung der Kosten.',
  outputPrice: 'US-Dollar für eine Million geantworteter Tokens; für die Berechnung der Kosten.',
};

/** German texts for the settings of an agent profile. */
const profileTexts: Texts = {
  model: 'Modell-Plugin, das die Seiten liest; leer bedeutet: das verwendete Modell.',
  maxPages: 'Höchstzahl der Seiten, die ein Lauf liest.',
  maxSteps: 'Höchstzahl der Schritte eines Laufs.',
  maxCredits:
    'Limit für die Seiten und Suchen eines Laufs, wenn die Anfrage keines nennt: Eine Seite zählt 2 bis 5, eine Suche 1.',
  maxMinutes: 'Minuten, nach denen ein Lauf keinen weiteren Schritt geht.',
};

/** German texts for the settings, and for plugins and their settings. */
export const settingTexts: Texts = {
  // Settings
  'setting.port': 'Port des Dienstes auf 127.0.0.1.',
  'setting.concurrency':
    'Höchstzahl der Seiten aller Jobs, die gleichzeitig abgerufen werden; mit `maxConcurrency` bekommt ein Job bis zu 64.',
  'setting.browserPages': 'Höchstzahl der Browserseiten, die gleichzeitig offen sind.',
  'setting.browserPath': 'Zu verwendendes Browserprogramm; leer lassen, um es automatisch zu suchen.',
  'setting.allowPrivateNetwork': 'Scrapes dürfen private und Loopback-Adressen erreichen.',
  'setting.allowedHosts': 'Hosts an privaten Adressen, die Scrapes erreichen dürfen, als `host` oder `host:port`.',
  'setting.serviceHosts':
    'Weitere Namen des Dienstes, für einen Reverse Proxy oder weitergeleiteten Port, als `host` oder `host:port`.',
  'setting.proxies': 'Quellen von Proxys; die erste passende gilt.',
  'setting.proxies.name': 'Frei gewählter Name.',
  'setting.proxies.enabled': 'Ob Anfragen diesen Proxy verwenden; ein ausgeschalteter Proxy wird übersprungen.',
  'setting.proxies.plugin': 'Proxy-Plugin, das Adressen vergibt.',
  'setting.proxies.tier': 'Bei welchen Werten von `proxy` in Anfragen er verwendet wird.',
  'setting.proxies.country': 'Land seiner Adressen, für `location.country`.',
  'setting.proxies.config': 'Einstellungen des Plugins.',
  'setting.sinks': 'Empfänger der Ereignisse aller Jobs.',
  'setting.sinks.plugin': 'Plugin, das die Ereignisse empfängt.',
  'setting.sinks.events': 'Ereignisse, die es empfängt, von jedem Job.',
  'setting.sinks.config': 'Einstellungen des Plugins.',
  'setting.filterLists': 'Adressen von Werbefilter-Listen, die neben der eingebauten verwendet werden.',
  'setting.cacheHours': 'Stunden, die abgerufene Seiten im Cache bleiben.',
  'setting.cacheMegabytes': 'Höchstgröße des Caches in Megabyte; die ältesten Seiten werden zuerst gelöscht.',
  'setting.historyEntries': 'Höchstzahl der Scrapes im Verlauf; ihre Ergebnisse werden nach 24 Stunden gelöscht.',
  'setting.monthlyCredits':
    'Limit für die Seiten pro Monat; eine Seite mit aufwendigen Formaten zählt mehrfach. Weitere Jobs und API-Aufrufe werden abgelehnt. Ohne Angabe unbegrenzt.',
  'setting.ocrLanguages':
    'Sprachen der Texte in Bildern, als Kürzel von Tesseract wie `eng`, `deu` oder `fra`; je weniger, desto schneller.',
  'setting.ocrFolder': 'Ordner mit `.traineddata`-Dateien weiterer Sprachen; Englisch ist eingebaut.',
  'setting.ocrDownload':
    'Fehlende Sprachdaten beim ersten Bedarf von `cdn.jsdelivr.net` herunterladen, je etwa 1 bis 10 MB.',
  'setting.model': 'Zu verwendendes Modell-Plugin; leer bedeutet: das erste eingerichtete, sonst rules.',
  'setting.profiles': 'Modellprofile, die Agenten und Extraktionen verwenden.',
  'setting.profiles.spark-1-mini': 'Profil von Agenten; das übliche.',
  ...under('setting.profiles.spark-1-mini', profileTexts),
  'setting.profiles.spark-1-pro': 'Profil von Agenten für schwierigere Aufgaben.',
  ...under('setting.profiles.spark-1-pro', profileTexts),
  'setting.profiles.FIRE-1': 'Profil von Extraktionen, die auf der Website weitersuchen.',
  'setting.profiles.FIRE-1.model': 'Modell-Plugin, das die Seiten liest; leer bedeutet: das verwendete Modell.',
  'setting.profiles.FIRE-1.maxPages': 'Höchstzahl der Seiten, die eine Extraktion liest.',
  'setting.profiles.FIRE-1.maxSteps':
    'Höchstzahl der Schritte einer Extraktion im Browser: nächste Seiten, Tabs, Suchen; 0 für keine.',
  'setting.profiles.FIRE-1.maxMinutes': 'Minuten, nach denen eine Extraktion keine weitere Seite öffnet.',
  'setting.search': 'Zu verwendendes Such-Plugin; leer bedeutet: das erste eingerichtete, sonst die eigenen Seiten.',
  'setting.plugins': 'Einstellungen von Plugins, nach Art und Name, z. B. `model:openai`.',
  'setting.enabledPlugins': 'Plugin-Dateien von Dritten, die geladen werden, jede an ihren Inhalt gebunden.',
  'setting.unconfirmed':
    'Teile einer wiederhergestellten Sicherung, die Programme ausführen; aus, bis sie bestätigt sind.',
  'setting.unconfirmed.plugins': 'Plugin-Dateien, die in ihr aktiv waren.',
  'setting.unconfirmed.browserPath': 'Browserprogramm, das sie verwendete.',
  // The desktop app
  'desktop.whenClosed':
    'Was das Schließen des Fensters bewirkt, während Jobs laufen: fragen, im Infobereich weiterlaufen oder beenden.',
  'desktop.notifyOfJobs': 'Zeigt eine Benachrichtigung, wenn ein Job endet, während das Fenster nicht benutzt wird.',
  'desktop.openAtLogin': 'Öffnet Gleaner beim Anmelden an diesem Rechner.',
  'desktop.checkForUpdates':
    'Sucht einmal am Tag unter der Adresse für Updates nach einer neueren Version. Nichts wird heruntergeladen.',
  'desktop.updateAddress':
    'Adresse für die Suche nach der neuesten Version, mit https; sie antwortet mit {"version": "1.2.3", "url": "https://…"}.',
  // Proxies
  'proxy.none': 'Kein Proxy: verbindet direkt.',
  'proxy.rotating': 'Wechselt zwischen mehreren Proxys; ein Proxy, der nicht funktioniert, pausiert eine Weile.',
  'proxy.rotating.urls': 'Proxys, die sich abwechseln.',
  'proxy.server': 'Sendet alles über einen Proxyserver, angegeben durch Typ, Host und Port.',
  'proxy.server.type': 'Protokoll des Proxys.',
  'proxy.server.host': 'Hostname oder IP-Adresse des Proxys.',
  'proxy.server.port': 'Port des Proxys.',
  'proxy.server.user': 'Benutzername, wenn der Proxy einen verlangt.',
  'proxy.server.password': 'Passwort dieses Benutzers.',
  'proxy.static': 'Sendet alles über einen Proxy.',
  'proxy.static.url':
    'Adresse mit `http://`, `https://`, `socks4://` oder `socks5://`, mit Benutzer und Passwort, wenn nötig.',
  // Models
  'model.anthropic': 'Fragt ein Claude-Modell von Anthropic oder einen Dienst mit demselben Protokoll.',
  ...under('model.anthropic', serviceTexts),
  ...under('model.anthropic', modelTexts),
  'model.google': 'Fragt ein Gemini-Modell von Google.',
  ...under('model.google', serviceTexts),
  ...under('model.google', modelTexts),
  'model.openai-compatible':
    'Fragt ein Sprachmodell hinter einer OpenAI-kompatiblen Adresse: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.',
  'model.openai-compatible.baseUrl': 'Basisadresse des Dienstes, z. B. `http://127.0.0.1:11434/v1`.',
  'model.openai-compatible.apiKey': 'Schlüssel des Dienstes; ein lokaler braucht oft keinen.',
  ...under('model.openai-compatible', modelTexts),
  'model.rules':
    'Extrahiert strukturierte Daten allein nach Regeln: kein Schlüssel, kein Netzwerk; was nicht auf der Seite steht, bleibt leer.',
  // Sinks
  'sink.desktop-notice': 'Zeigt eine Benachrichtigung auf dem Desktop.',
  'sink.desktop-notice.title': 'Erste Zeile der Benachrichtigung.',
  'sink.file': 'Hängt Ereignisse an eine Datei an, je eine Zeile JSON.',
  'sink.file.folder': 'Ordner der Datei; er muss vorhanden sein.',
  'sink.file.name': 'Name der Datei im Ordner, mit der Endung .jsonl.',
  'sink.http': 'Sendet Ereignisse signiert an eine Adresse.',
  'sink.http.url': 'Adresse, die die Ereignisse empfängt.',
  'sink.http.headers': 'Weitere Header jeder Anfrage; sie können die Signatur nicht ersetzen.',
  // Searches
  'search.brave': 'Durchsucht Web, Nachrichten und Bilder über Brave Search; braucht einen Schlüssel.',
  ...under('search.brave', serviceTexts),
  'search.duckduckgo':
    'Durchsucht das Web über die Seite von DuckDuckGo, einige Male pro Minute; nur verwendet, wenn es gewählt ist.',
  'search.duckduckgo.url': 'Adresse der Suchseite ohne Skripte.',
  'search.duckduckgo.secondsBetween':
    'Mindestabstand zweier Anfragen in Sekunden; DuckDuckGo sperrt bei mehr als einigen Anfragen pro Minute.',
  'search.duckduckgo.restMinutes':
    'Minuten Pause, nachdem DuckDuckGo die Bestätigung durch einen Menschen verlangt hat.',
  'search.own-pages':
    'Durchsucht den Text der Seiten, die in den letzten zwei Tagen gescrapt wurden; braucht kein Netzwerk.',
  'search.searxng': 'Durchsucht das Web über einen SearXNG-Server; dessen JSON-Format muss eingeschaltet sein.',
  'search.searxng.url': 'Adresse des SearXNG-Servers, z. B. http://localhost:8080.',
  'search.tavily': 'Durchsucht Web, Nachrichten und Bilder über Tavily; braucht einen Schlüssel.',
  ...under('search.tavily', serviceTexts),
  'sink.email': 'Sendet Ereignisse per E-Mail über einen SMTP-Server.',
  'sink.email.host': 'Hostname des SMTP-Servers.',
  'sink.email.port': 'Port des SMTP-Servers: 465 für TLS, sonst meist 587.',
  'sink.email.user': 'Name für die Anmeldung; leer lassen, um ohne Anmeldung zu senden.',
  'sink.email.password': 'Passwort für die Anmeldung.',
  'sink.email.from': 'Absender der E-Mails.',
  'sink.email.to': 'Empfänger, wenn eine Überwachung keine eigenen nennt.',
};
