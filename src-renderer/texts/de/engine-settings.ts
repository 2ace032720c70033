/** German: what settings and plugins do. */
export const settingTexts: Readonly<Record<string, string>> = {
  'Port of the service on 127.0.0.1.': 'Port des Dienstes auf 127.0.0.1.',
  'Maximum number of pages fetched at the same time, over all jobs; a job with a higher `maxConcurrency` gets up to 64.':
    'Seiten, die gleichzeitig abgerufen werden, über alle Jobs; ein Job, der mit `maxConcurrency` mehr verlangt, bekommt bis zu 64.',
  'Browser pages kept open at the same time.': 'Browserseiten, die gleichzeitig offen bleiben.',
  Unconfirmed: 'Unbestätigt',
  'Parts of a restored backup that run programs; off until they are confirmed.':
    'Teile einer wiederhergestellten Sicherung, die Programme ausführen; aus, bis sie bestätigt sind.',
  'Plugin files that were enabled in the backup.': 'Plugin-Dateien, die in ihr aktiv waren.',
  'Browser program that the backup used.': 'Browserprogramm, das sie verwendete.',
  'Browser program to use; empty finds one automatically.':
    'Zu verwendendes Browserprogramm; leer heißt: eines suchen.',
  'Let scrapes reach private and loopback addresses.': 'Scrapes dürfen private und Loopback-Adressen erreichen.',
  'Hosts on private addresses that scrapes may reach, as `host` or `host:port`.':
    'Hosts an privaten Adressen, die Scrapes erreichen dürfen, als `host` oder `host:port`.',
  'Proxy sources, first match wins.': 'Quellen von Proxys; die erste passende gilt.',
  'Display name.': 'Frei gewählter Name.',
  'Turns the proxy on; a proxy that is off is skipped.':
    'Ob Anfragen über ihn gehen; ein ausgeschalteter Proxy wird übergangen.',
  'Proxy plugin that provides the addresses.': 'Proxy-Plugin, das Adressen vergibt.',
  'Values of `proxy` in requests that use it.': 'Bei welchen Werten von `proxy` in Anfragen er verwendet wird.',
  'Country of its addresses, for `location.country`.': 'Land seiner Adressen, für `location.country`.',
  'Settings of the plugin.': 'Einstellungen des Plugins.',
  'Sinks that receive the events of all jobs.': 'Empfänger der Ereignisse aller Jobs.',
  'Sink plugin that receives the events.': 'Plugin, das die Ereignisse empfängt.',
  'Events of all jobs that it receives.': 'Ereignisse, die es empfängt, von jedem Job.',
  'URLs of ad filter lists to use besides the built-in one.':
    'Adressen von Werbefilter-Listen, die neben der eingebauten verwendet werden.',
  'Hours for which fetched pages stay in the cache.': 'Stunden, die abgerufene Seiten im Cache bleiben.',
  'Maximum size of the cache in megabytes; the oldest pages are deleted first.':
    'So viele Megabytes höchstens im Cache; die ältesten Seiten gehen zuerst.',
  'Maximum number of past scrapes in the history; their results are deleted after 24 hours.':
    'So viele frühere Scrapes höchstens im Verlauf; ihre Ergebnisse verschwinden nach 24 Stunden.',
  'Credits per month; null means no limit.': 'Credits pro Monat; ohne Angabe unbegrenzt.',
  'Id of the model plugin to use; empty uses the first that is set up, otherwise rules.':
    'Modell-Plugin, das gefragt wird; leer heißt: das erste eingerichtete, sonst rules.',
  'Settings of the model profiles that agents and extracts use.':
    'Was hinter den Modellprofilen steht, die Agenten und Extrakte nennen.',
  'Default profile of agents.': 'Profil von Agenten; das übliche.',
  'Id of the model plugin that reads the pages; empty uses the model in use.':
    'Modell-Plugin, das die Seiten liest; leer heißt: das verwendete.',
  'Maximum number of pages per run.': 'So viele Seiten liest ein Lauf höchstens.',
  'Maximum number of steps per run.': 'So viele Schritte geht ein Lauf höchstens.',
  'Maximum credits per run, unless its request sets a limit.':
    'Credits, die ein Lauf verbrauchen darf, wenn die Anfrage keine Zahl nennt.',
  'Minutes after which a run takes no more steps.': 'Minuten, nach denen ein Lauf keinen weiteren Schritt geht.',
  'Profile of agents for harder tasks.': 'Profil von Agenten für schwierigere Aufgaben.',
  'Profile of extracts that name it as their agent.': 'Profil von Extrakten, die es als ihren Agenten nennen.',
  'Maximum number of pages per extract.': 'So viele Seiten liest ein Extrakt höchstens.',
  'Maximum number of browser steps per extract (next pages, tabs, searches); 0 for none.':
    'So viele Schritte geht ein Extrakt höchstens im Browser: nächste Seiten, Tabs, Suchen; 0 für keine.',
  'Minutes after which an extract opens no more pages.': 'Minuten, nach denen ein Extrakt keine weitere Seite öffnet.',
  'Id of the search plugin to use; empty uses the first that is set up, otherwise your own pages.':
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
  'Checks the update address for a newer version once a day. Nothing is downloaded.':
    'Fragt einmal am Tag bei der Adresse für Updates, ob es eine neuere Version gibt. Nichts wird heruntergeladen.',
  'Where to check for the newest version: an https URL that returns {"version": "1.2.3", "url": "https://…"}.':
    'Wo nach der neuesten Version gefragt wird: eine https-Adresse, die {"version": "1.2.3", "url": "https://…"} antwortet.',
  // Plugins
  'Which converter writes the markdown: Gleaner’s own, or the node-html-markdown package.':
    'Welcher Konverter das Markdown schreibt: der eigene von Gleaner (`tree`) oder das Paket `node-html-markdown`.',
  'No proxy: connects directly.': 'Kein Proxy: verbindet direkt.',
  'Rotates between several proxies; a proxy that fails is paused for a while.':
    'Wechselt zwischen mehreren Proxys ab; einer, der versagt, ruht eine Weile.',
  'Proxies to rotate.': 'Proxys, die sich abwechseln.',
  'Sends everything through one proxy server, given by type, host and port.':
    'Sendet alles über einen Proxyserver, angegeben durch Typ, Host und Port.',
  'Protocol of the proxy.': 'Protokoll des Proxys.',
  'Host name or IP address of the proxy.': 'Hostname oder IP-Adresse des Proxys.',
  'Port of the proxy.': 'Port des Proxys.',
  'User name, if the proxy requires one.': 'Benutzername, wenn der Proxy einen verlangt.',
  'Password of that user.': 'Passwort dieses Benutzers.',
  'Sends everything through one proxy.': 'Sendet alles über einen Proxy.',
  '`http://`, `https://`, `socks4://` or `socks5://` URL, with user and password if needed.':
    'Adresse mit `http://`, `https://`, `socks4://` oder `socks5://`, mit Benutzer und Passwort, wenn nötig.',
  'Uses a Claude model of Anthropic, or a service with the same API.':
    'Fragt ein Claude-Modell von Anthropic oder einen Dienst mit demselben Protokoll.',
  'API key of the service.': 'Schlüssel des Dienstes.',
  'Base URL of the service.': 'Basisadresse des Dienstes.',
  'Name of the model, as the service lists it; empty uses the only model of the service.':
    'Name des Modells, wie der Dienst es nennt; leer nimmt das einzige, das er hat.',
  'Tokens of page text sent in one call; keep it below half the context length of the model.':
    'Tokens an Seitentext pro Aufruf; weniger als die halbe Kontextlänge des Modells.',
  'Maximum calls for one long page; remaining text is skipped, with a warning.':
    'Aufrufe für eine lange Seite; Text darüber hinaus bleibt mit einer Warnung weg.',
  'Maximum calls at the same time.': 'Gleichzeitige Aufrufe.',
  'Timeout of a call in seconds.': 'Sekunden, die ein Aufruf dauern darf.',
  'Price of a million input tokens in US dollars; used to estimate the cost.':
    'US-Dollar für eine Million gesendeter Tokens; für die Berechnung der Kosten.',
  'Price of a million output tokens in US dollars; used to estimate the cost.':
    'US-Dollar für eine Million geantworteter Tokens; für die Berechnung der Kosten.',
  'Uses a Gemini model of Google.': 'Fragt ein Gemini-Modell von Google.',
  'Uses a language model behind an OpenAI-compatible API: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.':
    'Fragt ein Sprachmodell hinter einer OpenAI-kompatiblen Adresse: OpenAI, OpenRouter, Ollama, LM Studio, vLLM.',
  'Base URL of the service, e.g. `http://127.0.0.1:11434/v1`.':
    'Basisadresse des Dienstes, z. B. `http://127.0.0.1:11434/v1`.',
  'API key; a local service may not need one.': 'Schlüssel des Dienstes; ein lokaler braucht oft keinen.',
  'Reads structured data by rules only: no key, no network; values the page does not state stay empty.':
    'Liest strukturierte Daten allein nach Regeln: kein Schlüssel, kein Netzwerk; was die Seite nicht sagt, bleibt leer.',
  'Shows a notification on the desktop.': 'Zeigt eine Benachrichtigung auf dem Desktop.',
  'First line of the notification.': 'Erste Zeile der Benachrichtigung.',
  'Appends events to a file, one line of JSON each.': 'Hängt Ereignisse an eine Datei an, je eine Zeile JSON.',
  'Folder of the file; it must exist.': 'Ordner der Datei; er muss vorhanden sein.',
  'Name of the file within the folder, ending in .jsonl.': 'Name der Datei im Ordner, mit der Endung .jsonl.',
  'Sends signed events to a URL.': 'Sendet Ereignisse signiert an eine Adresse.',
  'URL that receives the events.': 'Adresse, die die Ereignisse empfängt.',
  'Additional headers of each request; they cannot replace the signature.':
    'Weitere Header jeder Anfrage; sie können die Signatur nicht ersetzen.',
  'Searches the web, news and images through Brave Search; needs a key.':
    'Durchsucht Web, Nachrichten und Bilder über Brave Search; braucht einen Schlüssel.',
  'Searches the web through the DuckDuckGo website, a few times a minute; used only when selected.':
    'Durchsucht das Web über die Seite von DuckDuckGo, einige Male pro Minute; nur gefragt, wenn es gewählt ist.',
  'URL of the search page without scripts.': 'Adresse der Suchseite ohne Skripte.',
  'Minimum seconds between two requests; DuckDuckGo blocks clients that send more than a few requests a minute.':
    'So viele Sekunden liegen mindestens zwischen zwei Anfragen; DuckDuckGo sperrt, wer mehr als einige Male pro Minute fragt.',
  'Minutes to pause after DuckDuckGo has asked for human verification.':
    'Minuten ohne Anfrage, nachdem DuckDuckGo gefragt hat, ob ein Mensch sucht.',
  'Searches the text of the pages you have scraped in the last two days; needs no network.':
    'Durchsucht den Text der Seiten, die in den letzten zwei Tagen gescrapt wurden; braucht kein Netzwerk.',
  'Searches the web through a SearXNG server; its JSON format must be switched on.':
    'Durchsucht das Web über einen SearXNG-Server; dessen JSON-Format muss eingeschaltet sein.',
  'URL of the SearXNG server, e.g. http://localhost:8080.': 'Adresse des SearXNG-Servers, z. B. http://localhost:8080.',
  'Searches the web, news and images through Tavily; needs a key.':
    'Durchsucht Web, Nachrichten und Bilder über Tavily; braucht einen Schlüssel.',
};
