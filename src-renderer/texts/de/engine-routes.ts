import { type Texts, under } from '../engine-texts';

/** German summaries and descriptions of API routes and their parameters, keyed by the English text. */
export const routeTexts: Texts = under('route', {
  'Starts an agent that finds pages and collects structured data from them':
    'Startet einen Agenten, der Seiten findet und strukturierte Daten daraus sammelt',
  'Agent runs, newest first': 'Läufe von Agenten, die neuesten zuerst',
  'Starts scraping a list of pages with shared options':
    'Startet das Scrapen einer Liste von Seiten mit gemeinsamen Optionen',
  'Starts a crawl': 'Startet einen Crawl',
  'Starts collecting structured data from pages and sites':
    'Startet das Sammeln strukturierter Daten aus Seiten und Websites',
  'Lists the URLs of a site': 'Listet die URLs einer Website auf',
  'Reads the pages of monitor targets once, without saving a monitor':
    'Liest die Seiten der Quellen einer Überwachung einmal, ohne eine Überwachung zu speichern',
  'Reads an uploaded file and returns the requested formats':
    'Liest eine hochgeladene Datei und liefert die angeforderten Formate',
  'Scrapes one page and returns the requested formats': 'Liest eine Seite und liefert die angeforderten Formate',
  'Searches the web, news or images, and scrapes the results on request':
    'Sucht im Web, in Nachrichten oder nach Bildern und liest auf Wunsch die Ergebnisse',
  'Starts reading the rows of a list, page by page, with a recipe':
    'Startet das Lesen der Zeilen einer Liste, Seite für Seite, mit einer Vorlage',
  'Running crawls': 'Laufende Crawls',
  'Derives crawl options from a prompt, using a model if one is set up, otherwise using rules':
    'Leitet die Optionen eines Crawls aus einem Prompt ab, mit einem Modell, falls eines eingerichtet ist, sonst nach Regeln',
  'Status and result of a job': 'Status und Ergebnis eines Jobs',
  'Cancels a job; finished pages stay available': 'Bricht einen Job ab; fertige Seiten bleiben verfügbar',
  'Status and results of a job': 'Status und Ergebnisse eines Jobs',
  'Failed pages of a job, with the reason for each failure': 'Fehlgeschlagene Seiten eines Jobs, jede mit dem Grund',
  'Credits left this month': 'Verbleibende Credits in diesem Monat',
  'Tokens left this month; one credit covers 15 tokens':
    'Verbleibende Tokens in diesem Monat; ein Credit entspricht 15 Tokens',
  'Number of pages that are waiting or in progress': 'Zahl der Seiten, die warten oder in Arbeit sind',
  'Number of pages in progress, and the maximum': 'Zahl der Seiten in Arbeit und die Höchstzahl',
  'Credits used per month': 'Verbrauchte Credits pro Monat',
  'Tokens used per month': 'Verbrauchte Tokens pro Monat',
  'Records feedback on an answer in the activity log':
    'Hält eine Rückmeldung zu einer Antwort im Aktivitätsprotokoll fest',
  'Records feedback on a search in the activity log':
    'Hält eine Rückmeldung zu einer Suche im Aktivitätsprotokoll fest',
  'Runs of a thread, oldest first': 'Läufe eines Gesprächs, die ältesten zuerst',
  'Steps of an agent run, as events': 'Schritte eines Agentenlaufs, als Ereignisse',
  'Data of an agent run, or of one of its steps': 'Daten eines Agentenlaufs oder eines seiner Schritte',
  'Creates a monitor, which reads pages on a schedule and reports changes':
    'Erstellt eine Überwachung, die Seiten nach Zeitplan liest und Änderungen meldet',
  'Monitors, newest first, including those created in the app':
    'Überwachungen, die neuesten zuerst, auch die in der App erstellten',
  'A monitor': 'Eine Überwachung',
  'Updates a monitor; omitted fields stay unchanged':
    'Ändert eine Überwachung; weggelassene Felder bleiben unverändert',
  'Deletes a monitor; the results of each check expire 24 hours after the check ends':
    'Löscht eine Überwachung; die Ergebnisse jeder Prüfung laufen 24 Stunden nach deren Ende ab',
  'Starts a check for a monitor': 'Startet eine Prüfung für eine Überwachung',
  "A monitor's checks, newest first": 'Die Prüfungen einer Überwachung, die neuesten zuerst',
  'A check and its pages': 'Eine Prüfung und ihre Seiten',
  'Pauses a job: no new pages are started, and pages in progress are finished':
    'Hält einen Job an: Neue Seiten werden nicht begonnen, Seiten in Arbeit noch beendet',
  'Resumes a paused job, or a cancelled one that has pages left; pages that wait for a person are read again':
    'Setzt einen angehaltenen Job fort oder einen abgebrochenen mit verbleibenden Seiten; Seiten, die auf einen Menschen warten, werden erneut gelesen',
  'Keeps a job for more than 24 hours': 'Behält einen Job länger als 24 Stunden',
  'Stops keeping a job; it is deleted 24 hours after it ended':
    'Behält einen Job nicht länger; er wird 24 Stunden nach seinem Ende gelöscht',
  'Deletes a finished job and its results': 'Löscht einen beendeten Job und seine Ergebnisse',
  'Saves a completed job under a name': 'Speichert einen fertigen Job unter einem Namen',
  'Saved jobs': 'Gespeicherte Jobs',
  'A saved job': 'Ein gespeicherter Job',
  'Saves a job request under a name': 'Speichert die Anfrage eines Jobs unter einem Namen',
  'Sets the description of a saved job and how many of its runs are kept':
    'Legt die Beschreibung eines gespeicherten Jobs fest und wie viele seiner Läufe behalten werden',
  'Deletes a saved job; its runs are deleted 24 hours after they end':
    'Löscht einen gespeicherten Job; seine Läufe werden 24 Stunden nach ihrem Ende gelöscht',
  'Renames a saved job': 'Benennt einen gespeicherten Job um',
  'Runs a saved job, optionally with other URLs': 'Führt einen gespeicherten Job aus, wahlweise mit anderen URLs',
  'Runs of a saved job': 'Läufe eines gespeicherten Jobs',
  'Schedules of saved jobs, with their next run times': 'Zeitpläne gespeicherter Jobs mit den nächsten Zeitpunkten',
  'Previews the next run times of a schedule': 'Zeigt die nächsten Zeitpunkte eines Zeitplans',
  'Sets the schedule of a saved job': 'Legt den Zeitplan eines gespeicherten Jobs fest',
  'Deletes the schedule of a saved job': 'Löscht den Zeitplan eines gespeicherten Jobs',
  'Saved jobs whose runs are compared by a monitor': 'Gespeicherte Jobs, deren Läufe eine Überwachung vergleicht',
  'Compares the runs of a saved job and reports changes':
    'Vergleicht die Läufe eines gespeicherten Jobs und meldet Änderungen',
  'Stops comparing the runs of a saved job': 'Vergleicht die Läufe eines gespeicherten Jobs nicht länger',
  'Differences between two runs of a saved job': 'Unterschiede zwischen zwei Läufen eines gespeicherten Jobs',
  'Readiness check': 'Prüft die Bereitschaft',
  'Readiness check. `warnings` is the number of problems found in the data folder; with an API key, `details` describes the problems.':
    'Prüft die Bereitschaft. `warnings` ist die Zahl der Probleme im Datenordner; mit einem API-Schlüssel beschreibt `details` die Probleme.',
  'Metrics of this engine in the text format of Prometheus': 'Metriken dieses Prozesses im Textformat von Prometheus',
  'Metrics of this engine in the text format of Prometheus. While the database is unreachable, `gleaner_database_up` is 0 and `gleaner_jobs` is omitted.':
    'Metriken dieses Prozesses im Textformat von Prometheus. Solange die Datenbank nicht erreichbar ist, ist `gleaner_database_up` 0, und `gleaner_jobs` fehlt.',
  'Reads an uploaded file and returns the requested formats. Also accepts multipart/form-data with `file` and `options`.':
    'Liest eine hochgeladene Datei und liefert die angeforderten Formate. Auch multipart/form-data mit `file` und `options` ist möglich.',
  'Result of a past scrape': 'Ergebnis eines früheren Scrapes',
  'A screenshot or PDF': 'Ein Screenshot oder PDF',
  'Learns a recipe from pages and saves it': 'Lernt eine Vorlage aus Seiten und speichert sie',
  'Saved recipes': 'Gespeicherte Vorlagen',
  'A saved recipe, as a file': 'Eine gespeicherte Vorlage, als Datei',
  'Saves a recipe under its name': 'Speichert eine Vorlage unter ihrem Namen',
  'Deletes a saved recipe': 'Löscht eine gespeicherte Vorlage',
  'Opens a browser session with one page': 'Öffnet eine Browsersitzung mit einer Seite',
  'Browser sessions': 'Browsersitzungen',
  'Runs code in a browser session': 'Führt Code in einer Browsersitzung aus',
  'Closes a browser session': 'Schließt eine Browsersitzung',
  'Runs code or a prompt in the page that a scrape opened':
    'Führt Code oder einen Prompt in der Seite aus, die ein Scrape geöffnet hat',
  'Closes the page that a scrape opened': 'Schließt die Seite, die ein Scrape geöffnet hat',
  'Opens a live page': 'Öffnet eine Live-Seite',
  'A live page': 'Eine Live-Seite',
  'Closes a live page': 'Schließt eine Live-Seite',
  'Opens another URL in a live page': 'Öffnet eine andere URL in einer Live-Seite',
  'Sets the viewport width of a live page': 'Legt die Breite der Ansicht einer Live-Seite fest',
  'Goes back one page': 'Geht eine Seite zurück',
  'Reloads the page': 'Lädt die Seite neu',
  'Reopens the page after its browser has stopped': 'Öffnet die Seite erneut, nachdem ihr Browser beendet wurde',
  'Element at a position in a live page': 'Element an einer Position in einer Live-Seite',
  'Sends user input to a live page': 'Sendet Eingaben an eine Live-Seite',
  'Lists found on a live page, as small tables': 'Listen auf einer Live-Seite, als kleine Tabellen',
  'Builds a table, and the recipe that reads it, from elements picked on a live page':
    'Erstellt aus Elementen, die in einer Live-Seite gewählt wurden, eine Tabelle und die Vorlage, die sie liest',
  'Scrolls a live page to the end of a list and back, to check whether more records load':
    'Scrollt eine Live-Seite zum Ende einer Liste und zurück, um zu prüfen, ob weitere Datensätze geladen werden',
  'Sends user input to a live page; returns the recorded steps':
    'Sendet Eingaben an eine Live-Seite und liefert die aufgezeichneten Schritte',
  'Runs one scrape action in a live page': 'Führt eine Scrape-Aktion in einer Live-Seite aus',
  'Deletes secrets created by this recording, except those used by saved or open jobs':
    'Löscht die Passwörter dieser Aufzeichnung, außer denen, die gespeicherte oder offene Jobs verwenden',
  'Opens a URL in a new browser page, without the cookies of the previous page':
    'Öffnet eine URL in einer neuen Browserseite, ohne die Cookies der vorigen Seite',
  'Screenshot of a live page, taken when the page has finished changing':
    'Screenshot einer Live-Seite, aufgenommen, sobald sich die Seite nicht mehr ändert',
  'Saved secrets, without their values': 'Gespeicherte Passwörter, ohne ihre Werte',
  'Saves a secret for a site under a name': 'Speichert ein Passwort für eine Website unter einem Namen',
  'Deletes a secret; steps that type it will fail':
    'Löscht ein Passwort; Schritte, die es eingeben, schlagen dann fehl',
  'Saved logins, without their cookies': 'Gespeicherte Anmeldungen, ohne ihre Cookies',
  "Saves a live page's login under a name, for use on the page's site":
    'Speichert die Anmeldung einer Live-Seite unter einem Namen, zur Verwendung auf der Website der Seite',
  'Renames a login': 'Benennt eine Anmeldung um',
  'Deletes a login and its cookies': 'Löscht eine Anmeldung und ihre Cookies',
  'Processes that share the database, each with its current work':
    'Prozesse, die die Datenbank teilen, jeder mit seiner aktuellen Arbeit',
  'Return only runs that started before this time, in milliseconds since the Unix epoch.':
    'Nur Läufe liefern, die vor diesem Zeitpunkt begannen, in Millisekunden seit der Unix-Epoche.',
  'ID of the job.': 'ID des Jobs.',
  'Number of results to skip.': 'Zahl der Ergebnisse, die übersprungen werden.',
  'Maximum number of results to return.': 'Höchstzahl der gelieferten Ergebnisse.',
  'If true, returns one period per API key and month instead of one per month.':
    'Wenn true, wird ein Zeitraum pro API-Schlüssel und Monat geliefert statt einer pro Monat.',
  'ID of the search.': 'ID der Suche.',
  'If true, returns the data of each run.': 'Wenn true, werden die Daten jedes Laufs geliefert.',
  'ID of the thread.': 'ID des Gesprächs.',
  'If true, also lists open browser sessions.': 'Wenn true, werden auch offene Browsersitzungen aufgeführt.',
  'ID of the snapshot, which contains the data of a run or of one of its steps.':
    'ID der Momentaufnahme, die die Daten eines Laufs oder eines seiner Schritte enthält.',
  'Maximum number of entries.': 'Höchstzahl der Einträge.',
  'Number of entries to skip.': 'Zahl der Einträge, die übersprungen werden.',
  'ID of the monitor.': 'ID der Überwachung.',
  'Maximum number of pages.': 'Höchstzahl der Seiten.',
  'Number of pages to skip.': 'Zahl der Seiten, die übersprungen werden.',
  'Return only pages in this state.': 'Nur Seiten mit diesem Status liefern.',
  'ID of the check.': 'ID der Prüfung.',
  'Name of the saved job.': 'Name des gespeicherten Jobs.',
  'Number of the earlier run; defaults to the baseline of the comparison.':
    'Nummer des früheren Laufs; ohne Angabe die Vergleichsbasis.',
  'Number of the run.': 'Nummer des Laufs.',
  'Name of the recipe.': 'Name der Vorlage.',
  'ID of the object.': 'ID des Objekts.',
  'Name of the secret.': 'Name des Passworts.',
});
