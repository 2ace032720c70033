/** German: what settings and plugins do. */
export const settingTexts: Readonly<Record<string, string>> = {
  'Port of the service on 127.0.0.1.': 'Port des Dienstes auf 127.0.0.1.',
  'Pages fetched at the same time, over all jobs; a job that asks for more by `maxConcurrency` gets up to 64.':
    'Seiten, die gleichzeitig abgerufen werden, über alle Jobs; ein Job, der mit `maxConcurrency` mehr verlangt, bekommt bis zu 64.',
  'Browser pages kept open at the same time.': 'Browserseiten, die gleichzeitig offen bleiben.',
  Unconfirmed: 'Unbestätigt',
  'Parts of a restored backup that run programs; off until they are confirmed.':
    'Teile einer wiederhergestellten Sicherung, die Programme ausführen; aus, bis sie bestätigt sind.',
  'Plugin files it had enabled.': 'Plugin-Dateien, die in ihr aktiv waren.',
  'Browser program it used.': 'Browserprogramm, das sie verwendete.',
  'Browser program to use; empty means: find one.': 'Zu verwendendes Browserprogramm; leer heißt: eines suchen.',
  'Let scrapes reach private and loopback addresses.': 'Scrapes dürfen private und Loopback-Adressen erreichen.',
  'Hosts on private addresses that scrapes may reach, as `host` or `host:port`.':
    'Hosts an privaten Adressen, die Scrapes erreichen dürfen, als `host` oder `host:port`.',
  'Proxy sources, first match wins.': 'Quellen von Proxys; die erste passende gilt.',
  'What you call it.': 'Frei gewählter Name.',
  'Whether requests go through it; a proxy that is off is passed over.':
    'Ob Anfragen über ihn gehen; ein ausgeschalteter Proxy wird übergangen.',
  'Proxy plugin that hands out addresses.': 'Proxy-Plugin, das Adressen vergibt.',
  'Which `proxy` values of requests use it.': 'Bei welchen Werten von `proxy` in Anfragen er verwendet wird.',
  'Country of its addresses, for `location.country`.': 'Land seiner Adressen, für `location.country`.',
  'Settings of the plugin.': 'Einstellungen des Plugins.',
  'Sinks that take events of every job.': 'Empfänger der Ereignisse aller Jobs.',
  'Sink plugin that takes the events.': 'Plugin, das die Ereignisse empfängt.',
  'Events it takes, of every job.': 'Ereignisse, die es empfängt, von jedem Job.',
  'Addresses of ad filter lists to use besides the built-in one.':
    'Adressen von Werbefilter-Listen, die neben der eingebauten verwendet werden.',
  'Hours for which fetched pages stay in the cache.': 'Stunden, die abgerufene Seiten im Cache bleiben.',
  'Most megabytes of the cache; the oldest pages go first.':
    'So viele Megabytes höchstens im Cache; die ältesten Seiten gehen zuerst.',
  'Most past scrapes in the history; their results go after 24 hours.':
    'So viele frühere Scrapes höchstens im Verlauf; ihre Ergebnisse verschwinden nach 24 Stunden.',
  'Credits per month; null means no limit.': 'Credits pro Monat; ohne Angabe unbegrenzt.',
  'Model plugin to ask, by id; empty means the first that is set up, else rules.':
    'Modell-Plugin, das gefragt wird; leer heißt: das erste eingerichtete, sonst rules.',
  'What stands behind the model profiles that agents and extracts name.':
    'Was hinter den Modellprofilen steht, die Agenten und Extrakte nennen.',
  'Profile of agents; the usual one.': 'Profil von Agenten; das übliche.',
  'Model plugin that reads the pages, by id; empty means the one in use.':
    'Modell-Plugin, das die Seiten liest; leer heißt: das verwendete.',
  'Most pages one run reads.': 'So viele Seiten liest ein Lauf höchstens.',
  'Most steps of one run.': 'So viele Schritte geht ein Lauf höchstens.',
  'Credits one run may use when its request names no number.':
    'Credits, die ein Lauf verbrauchen darf, wenn die Anfrage keine Zahl nennt.',
  'Minutes after which a run takes no further step.': 'Minuten, nach denen ein Lauf keinen weiteren Schritt geht.',
  'Profile of agents for harder tasks.': 'Profil von Agenten für schwierigere Aufgaben.',
  'Profile of extracts that name it as their agent.': 'Profil von Extrakten, die es als ihren Agenten nennen.',
  'Most pages one extract reads.': 'So viele Seiten liest ein Extrakt höchstens.',
  'Most steps in the browser of one extract: next pages, tabs, searches; 0 for none.':
    'So viele Schritte geht ein Extrakt höchstens im Browser: nächste Seiten, Tabs, Suchen; 0 für keine.',
  'Minutes after which an extract opens no further page.':
    'Minuten, nach denen ein Extrakt keine weitere Seite öffnet.',
  'Search plugin to ask, by id; empty means the first that is set up, else your own pages.':
    'Such-Plugin, das gefragt wird; leer heißt: das erste eingerichtete, sonst die eigenen Seiten.',
  'Settings of plugins, by kind and id, e.g. `model:openai`.':
    'Einstellungen von Plugins, nach Art und Name, z. B. `model:openai`.',
  'Third-party plugin files that are loaded, each pinned to its content.':
    'Plugin-Dateien von Dritten, die geladen werden, jede an ihren Inhalt gebunden.',
  // The desktop app
  'What closing the window does while jobs run: ask, keep running in the tray, or quit.':
    'Was das Schließen des Fensters bewirkt, während Jobs laufen: fragen, im Infobereich weiterlaufen oder beenden.',
  'Shows a notification when a job ends while the window is not in use.':
    'Zeigt eine Benachrichtigung, wenn ein Job endet, während das Fenster nicht benutzt wird.',
  'Opens Gleaner when you log in to this computer.': 'Öffnet Gleaner beim Anmelden an diesem Rechner.',
  'Asks the update address once a day whether there is a newer version. Nothing is downloaded.':
    'Fragt einmal am Tag bei der Adresse für Updates, ob es eine neuere Version gibt. Nichts wird heruntergeladen.',
  'Where to ask for the newest version: an https address that answers {"version": "1.2.3", "url": "https://…"}.':
    'Wo nach der neuesten Version gefragt wird: eine https-Adresse, die {"version": "1.2.3", "url": "https://…"} antwortet.',
  // Plugins
  'Which converter writes the markdown: Gleaner’s own, or the node-html-markdown package.':
    'Welcher Konverter das Markdown schreibt: der eigene von Gleaner (`tree`) oder das Paket `node-html-markdown`.',
  'No proxy: connects directly.': 'Kein Proxy: verbindet direkt.',
  'Takes turns between several proxies; one that fails rests for a while.':
    'Wechselt zwischen mehreren Proxys ab; einer, der versagt, ruht eine Weile.',
  'Proxies to take turns.': 'Proxys, die sich abwechseln.',
  'Sends everything through one proxy server, given by type, host and port.':
    'Sendet alles über einen Proxyserver, angegeben durch Typ, Host und Port.',
  'What the proxy speaks.': 'Protokoll des Proxys.',
  'Host name or IP address of the proxy.': 'Hostname oder IP-Adresse des Proxys.',
  'Port of the proxy.': 'Port des Proxys.',
  'User name, where the proxy asks for one.': 'Benutzername, wenn der Proxy einen verlangt.',
  'Password of that user.': 'Passwort dieses Benutzers.',
  'Sends everything through one proxy.': 'Sendet alles über einen Proxy.',
  '`http://`, `https://`, `socks4://` or `socks5://` address, with user and password if it needs them.':
    'Adresse mit `http://`, `https://`, `socks4://` oder `socks5://`, mit Benutzer und Passwort, wenn nötig.',
  'Asks a Claude model of Anthropic, or a service that speaks the same protocol.':
    'Fragt ein Claude-Modell von Anthropic oder einen Dienst mit demselben Protokoll.',
  'Key of the service.': 'Schlüssel des Dienstes.',
  'Base address of the service.': 'Basisadresse des Dienstes.',
  'Name of the model, as the service lists it; empty takes the only one it has.':
    'Name des Modells, wie der Dienst es nennt; leer nimmt das einzige, das er hat.',
  'Tokens of page text sent in one call; keep it below half the context length of the model.':
    'Tokens an Seitentext pro Aufruf; weniger als die halbe Kontextlänge des Modells.',
  'Calls for one long page; text beyond them is left out, with a warning.':
    'Aufrufe für eine lange Seite; Text darüber hinaus bleibt mit einer Warnung weg.',
  'Calls made at the same time.': 'Gleichzeitige Aufrufe.',
  'Seconds one call may take.': 'Sekunden, die ein Aufruf dauern darf.',
  'US dollars for a million tokens sent; used to count cost.':
    'US-Dollar für eine Million gesendeter Tokens; für die Berechnung der Kosten.',
  'US dollars for a million tokens answered; used to count cost.':
    'US-Dollar für eine Million geantworteter Tokens; für die Berechnung der Kosten.',
  'Asks a Gemini model of Google.': 'Fragt ein Gemini-Modell von Google.',
  'Asks a language model behind an OpenAI-compatible address: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.':
    'Fragt ein Sprachmodell hinter einer OpenAI-kompatiblen Adresse: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.',
  'Base address of the service, e.g. `http://127.0.0.1:11434/v1`.':
    'Basisadresse des Dienstes, z. B. `http://127.0.0.1:11434/v1`.',
  'Key of the service; a local one may need none.': 'Schlüssel des Dienstes; ein lokaler braucht oft keinen.',
  'Reads structured data by rules alone: no key, no network; what the page does not state stays empty.':
    'Liest strukturierte Daten allein nach Regeln: kein Schlüssel, kein Netzwerk; was die Seite nicht sagt, bleibt leer.',
  'Shows a notification on the desktop.': 'Zeigt eine Benachrichtigung auf dem Desktop.',
  'First line of the notification.': 'Erste Zeile der Benachrichtigung.',
  'Appends events to a file, one line of JSON each.': 'Hängt Ereignisse an eine Datei an, je eine Zeile JSON.',
  'Folder of the file; it must be there.': 'Ordner der Datei; er muss vorhanden sein.',
  'Name of the file within the folder, ending in .jsonl.': 'Name der Datei im Ordner, mit der Endung .jsonl.',
  'Sends events to an address, signed.': 'Sendet Ereignisse signiert an eine Adresse.',
  'Address that receives the events.': 'Adresse, die die Ereignisse empfängt.',
  'Further headers of each request; they cannot replace the signature.':
    'Weitere Header jeder Anfrage; sie können die Signatur nicht ersetzen.',
  'Searches the web, news and images through Brave Search; needs a key.':
    'Durchsucht Web, Nachrichten und Bilder über Brave Search; braucht einen Schlüssel.',
  'Searches the web through the page of DuckDuckGo, a few times a minute; asked only when it is the chosen one.':
    'Durchsucht das Web über die Seite von DuckDuckGo, einige Male pro Minute; nur gefragt, wenn es gewählt ist.',
  'Address of the search page without scripts.': 'Adresse der Suchseite ohne Skripte.',
  'Least seconds between two requests; DuckDuckGo blocks callers that ask more than a few times a minute.':
    'So viele Sekunden liegen mindestens zwischen zwei Anfragen; DuckDuckGo sperrt, wer mehr als einige Male pro Minute fragt.',
  'Minutes without any request after DuckDuckGo has asked whether a person is searching.':
    'Minuten ohne Anfrage, nachdem DuckDuckGo gefragt hat, ob ein Mensch sucht.',
  'Searches the text of the pages you have scraped in the last two days; needs no network.':
    'Durchsucht den Text der Seiten, die in den letzten zwei Tagen gescrapt wurden; braucht kein Netzwerk.',
  'Searches the web through a SearXNG server; its JSON format must be switched on.':
    'Durchsucht das Web über einen SearXNG-Server; dessen JSON-Format muss eingeschaltet sein.',
  'Address of the SearXNG server, e.g. http://localhost:8080.':
    'Adresse des SearXNG-Servers, z. B. http://localhost:8080.',
  'Searches the web, news and images through Tavily; needs a key.':
    'Durchsucht Web, Nachrichten und Bilder über Tavily; braucht einen Schlüssel.',
};
