import type { jobMessages as english } from '../../../../core/common/engine-messages/job-messages';

/** German translations of messages about jobs, logins, saved jobs, schedules and monitors. */
export const jobMessages: Readonly<Record<keyof typeof english, string>> = {
  'job.startUnread': 'Die Startseiten konnten nicht gelesen werden: {reason}',
  'job.killedPage':
    'Gleaner ist bei {url} {times}-mal abgestürzt, wahrscheinlich aus Mangel an Speicher; Gleaner mehr Speicher geben oder die Seite ausschließen.',
  'job.cancelled': 'Der Job wurde abgebrochen.',
  'job.wasState': 'Zustand des Jobs: {state}.',
  'job.ended': 'Der Job ist beendet.',
  'job.onlyRunningPaused': 'Nur ein laufender Job lässt sich anhalten (Zustand: {state}).',
  'job.onlyStoppedResumed': 'Nur ein angehaltener oder abgebrochener Job lässt sich fortsetzen (Zustand: {state}).',
  'job.nothingLeft': 'Der abgebrochene Job hat keine Seiten mehr zu lesen; bitte einen neuen starten.',
  'job.notCancellable': 'Es gibt nichts abzubrechen (Zustand: {state}).',
  'job.cancelFirst': 'Den Job vor dem Löschen abbrechen (Zustand: {state}).',
  'job.pausedNoPages': 'Dieser Job ist angehalten; vor dem Hinzufügen von Seiten fortsetzen.',
  'job.endedNoPages': 'Dieser Job ist beendet; bitte einen neuen starten.',
  'job.notKept':
    'Ein Job mit „Nichts aufbewahren“ lässt sich nicht behalten, weil keine seiner Daten gespeichert werden.',
  'job.lost':
    '{count} Ergebnisse dieses Jobs sind verloren, weil Daten auf dem Datenträger beschädigt sind; den Job neu starten, um sie zu erhalten.',
  'job.budget':
    'Das zählt als {needed} Seiten, vom Limit dieses Monats sind aber nur noch {left} übrig; das Limit in den Einstellungen erhöhen.',
  'job.redirectsInside': '{url} leitet auf eine Seite weiter, die schon zum Job gehört.',
  'job.leaseExpired': '{url} wird noch einmal gelesen, weil die für die Anfrage reservierte Zeit abgelaufen ist.',
  'job.needsPerson': 'Eine Seite verlangt eine Anmeldung oder die Bestätigung durch einen Menschen.',
  'job.sessionEnded':
    'die Aktionen auf der ersten Seite haben eine Sitzung begonnen, die mit ihrem Job beendet wurde; bitte einen neuen Job starten',
  'job.rowsTooMany': 'Die Zeilen dieses Jobs passen nicht in den Speicher; bitte stattdessen seine Seiten exportieren.',
  'job.templateChanged': 'Der Aufbau von {url} hat sich anscheinend geändert, seit die Vorlage erstellt wurde.',
  'job.rowsLater': 'Die Zeilen des Jobs {id} lassen sich verwenden, sobald er beendet ist (Zustand: {state}).',
  'job.noColumn': 'Der Job {id} hat keine Spalte „{column}“; seine Spalten sind {known}.',
  'job.emptyColumn': 'Die Spalte „{column}“ des Jobs {id} hat in diesen Zeilen keine Werte.',
  'login.noneYet': '{site} hat noch keine Cookies gesetzt und keine Daten gespeichert; bitte zuerst anmelden.',
  'login.otherSite': 'Die Anmeldung „{name}“ ist für {site}; bitte einen anderen Namen wählen.',
  'login.exists':
    'Eine Anmeldung namens „{name}“ gibt es schon; bitte einen anderen Namen wählen oder die vorhandene Anmeldung löschen.',
  'login.unknown': 'Es gibt keine Anmeldung „{name}“; die Namen stehen unter /local/profiles.',
  'login.created': 'Es gab keine Anmeldung „{name}“; daher wurde eine leere angelegt.',
  'login.createdUnsaved': 'Es gab keine Anmeldung „{name}“; daher wurde eine leere angelegt, aber nicht gespeichert.',
  'login.notUsed': 'Die Anmeldung „{name}“ ist für {sites}; {url} wurde daher ohne sie abgerufen.',
  'login.expired':
    '{url} verlangt eine Anmeldung, obwohl die Seite mit der Anmeldung „{name}“ abgerufen wurde; diese ist wahrscheinlich abgelaufen: in den Einstellungen neu anmelden.',
  'login.required':
    '{url} verlangt trotz der Anmeldung „{name}“ {what}: die Seite in der App öffnen, den Anweisungen folgen und die Anmeldung unter demselben Namen speichern.',
  'login.aLogin': 'eine Anmeldung',
  'login.aPerson': 'die Bestätigung durch einen Menschen',
  'saved.damaged':
    'Der gespeicherte Job „{name}“ ist auf dem Datenträger beschädigt; bitte neu speichern oder löschen.',
  'saved.onlyCompleted': 'Nur ein abgeschlossener Job lässt sich speichern (Zustand: {state}).',
  'saved.noData':
    'Ein Job mit „Nichts aufbewahren“ lässt sich nicht speichern, weil keine seiner Daten gespeichert werden.',
  'saved.kind': 'Jobs der Art „{kind}“ lassen sich nicht speichern, nur diese: {known}.',
  'saved.invalidRequest': 'Die Anfrage ist für diese Art Job nicht gültig.',
  'saved.exists':
    'Einen gespeicherten Job namens „{name}“ gibt es schon; bitte einen anderen Namen wählen oder den vorhandenen Job löschen.',
  'saved.secret':
    'Die Anfrage enthält ein Geheimnis (in einem Header oder einer Adresse), das unverschlüsselt gespeichert würde; bitte entfernen und neu speichern.',
  'saved.badUrls': 'Der gespeicherte Job „{name}“ kann mit diesen Adressen nicht laufen; siehe Details.',
  'saved.notValid': 'Der gespeicherte Job „{name}“ ist nicht mehr gültig; bitte neu speichern.',
  'saved.oneUrl': 'Der gespeicherte Job „{name}“ nimmt eine Adresse; bitte für jede Adresse einen Lauf starten.',
  'saved.unknown': 'Es gibt keinen gespeicherten Job „{name}“; die Namen stehen unter /local/saved.',
  'schedule.zone': '„{zone}“ ist keine Zeitzone; Namen wie Europe/Berlin verwenden.',
  'schedule.cron':
    '„{cron}“ ist kein Cron-Ausdruck mit fünf Feldern; „0 7 * * *“ bedeutet zum Beispiel jeden Tag um 7:00 Uhr.',
  'schedule.never': '„{cron}“ tritt nie ein; bitte Tag und Monat prüfen.',
  'schedule.notUnderstood':
    'Der Zeitplan „{text}“ wurde nicht verstanden; eine Angabe wie {known} verwenden oder `cron` angeben.',
  'schedule.uneven': '„{when}“ lässt sich nicht gleichmäßig wiederholen: {reason}.',
  'schedule.even':
    'ein Abstand muss eine Stunde (5, 10, 15, 20 oder 30 Minuten) oder einen Tag (1, 2, 3, 4, 6, 8 oder 12 Stunden) gleichmäßig teilen',
  'schedule.skipped': 'Der vorige Lauf war noch nicht fertig; dieser Lauf wurde daher ausgelassen.',
  'schedule.refused': 'Der Lauf konnte nicht gestartet werden: {reason}',
  'schedule.missed': '{times}, während Gleaner nicht lief; {then}.',
  'schedule.oneMissed': 'Ein Lauf wurde verpasst',
  'schedule.manyMissed': '{count} Läufe wurden verpasst',
  'schedule.runsOnce': 'der Job läuft jetzt einmal',
  'schedule.usualTime': 'der nächste Lauf beginnt zur üblichen Zeit',
  'monitor.checkRunning': 'Die vorige Prüfung läuft noch; diese wurde daher ausgelassen.',
  'monitor.ofSavedJob':
    'Diese Überwachung gehört zu einem gespeicherten Job in der App; bitte ihre Seiten dort ändern.',
  'monitor.secretHeaders':
    'Der Webhook liegt jetzt auf einem anderen Server; bitte die Werte der geheimen Header neu eingeben.',
  'monitor.unknown': 'Es gibt keine Überwachung {id}; die Liste steht unter /v2/monitor.',
  'monitor.noCheck': 'Die Überwachung hat keine Prüfung {id}; die Liste steht unter /v2/monitor/{monitor}/checks.',
  'monitor.noServer':
    'Es ist kein E-Mail-Server eingerichtet; in den Einstellungen den Empfänger „email“ mit einem SMTP-Server hinzufügen.',
  'monitor.webhookSecret':
    'Der Webhook enthält ein Geheimnis, das unverschlüsselt gespeichert würde; stattdessen einen Empfänger in den Einstellungen verwenden.',
  'monitor.badSelector': 'Ungültiger Selektor „{selector}“: {problem}',
  'monitor.keepMore': 'Ein Vergleich braucht zwei Läufe, dieser Job behält aber nur {count}; mehr Läufe aufbewahren.',
  'monitor.notKept': 'Lauf {number} ist nicht mehr vorhanden; seine Zeilen lassen sich nicht vergleichen.',
  'monitor.noSuchRun': 'Den Lauf zum Vergleichen gibt es nicht.',
  'monitor.runState': 'Zustand des Laufs: {state}.',
  'monitor.newBase': 'Lauf {number} ist nicht mehr vorhanden; spätere Läufe werden daher mit diesem verglichen.',
  'monitor.nothingToCompare': 'Lauf {number} hat nichts zu vergleichen: {note}',
  'monitor.noRows':
    'Dieser Lauf hat keine Zeilen gefunden, Lauf {number} aber {rows}; bitte prüfen, ob die Website sie noch zeigt.',
  'monitor.notReported': '{pages}; fehlende Zeilen werden daher nicht als entfernt gemeldet.',
  'monitor.notReportedLeft': '{pages}; fehlende Zeilen ({left}) werden daher nicht als entfernt gemeldet.',
  'monitor.onePageFailed': '1 Seite ist gescheitert',
  'monitor.pagesFailed': '{count} Seiten sind gescheitert',
  'monitor.unchanged': 'Keine Änderungen.',
  'monitor.onlySpace': 'Nur Leerraum oder die Reihenfolge der Zeilen hat sich geändert.',
  'monitor.onlyNoise': 'Nur Daten, Zähler, Kennungen oder Werbung haben sich geändert.',
  'monitor.notNoise': 'Die Änderung betrifft nicht nur Datum, Zähler, Kennung oder Werbung.',
  'monitor.oneLine': '1 Zeile hat sich geändert{about}.',
  'monitor.lines': '{count} Zeilen haben sich geändert{about}.',
  'monitor.withGoalWords': ', mit Wörtern aus dem Ziel',
  'monitor.noGoalWords': '; keine enthält ein Wort aus dem Ziel',
  'monitor.modelFailed': '{reason} Das Modell ist gescheitert ({problem}); daher haben Regeln die Änderung beurteilt.',
  'monitor.searchFailed': 'Die Suche nach „{query}“ ist gescheitert: {reason}',
  'delivery.status': 'Der Empfänger hat mit Status {status} geantwortet.',
  'delivery.gone': 'Der Inhalt dieses Ereignisses wurde gelöscht; daher kann es nicht gesendet werden.',
  'delivery.tooSlow': 'Der Empfänger hat nicht innerhalb von {seconds} s geantwortet.',
  'delivery.noSink': 'Es gibt kein Empfänger-Plugin „{id}“; den Empfänger in den Einstellungen entfernen.',
  'delivery.badSink': 'Die Angaben zum Empfänger „{id}“ sind ungültig{what}; bitte in den Einstellungen korrigieren.',
  'delivery.sinkChanged':
    'Der Empfänger „{id}“ wurde seit diesem Ereignis in den Einstellungen geändert oder entfernt.',
  'delivery.badWebhook': 'Der Webhook ist nicht verwendbar: {reason}',
};
