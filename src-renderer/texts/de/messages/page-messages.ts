import type { pageMessages as english } from '../../../../core/common/engine-messages/page-messages';

/** German translations of messages about page content, extraction, models and recipes. */
export const pageMessages: Readonly<Record<keyof typeof english, string>> = {
  'content.none':
    'Die Seite hat keinen Hauptinhalt, nur Menüs, Kopf- und Fußzeile. „Nur Hauptinhalt“ ausschalten, um sie aufzunehmen, oder eine Wartezeit angeben, um Skripte auszuführen.',
  'content.omittedPanel': '1 Registerkarte fehlt im Hauptinhalt. „Nur Hauptinhalt“ ausschalten, um sie aufzunehmen.',
  'content.omittedPanels':
    '{count} Registerkarten fehlen im Hauptinhalt. „Nur Hauptinhalt“ ausschalten, um sie aufzunehmen.',
  'content.documentLarge': 'Das Dokument {url} ist entpackt größer als 200 MB und wurde deshalb nicht geöffnet.',
  'content.documentEncrypted':
    'Das Dokument {url} ist verschlüsselt oder hat ein altes Format. Ohne Passwort und in einem aktuellen Format speichern.',
  'content.documentBroken':
    'Das Dokument {url} ist beschädigt und konnte nicht gelesen werden. Im Programm, das es erstellt hat, öffnen und erneut speichern.',
  'content.badSelector': '„{selector}“ ist kein gültiger CSS-Selektor: {reason}',
  'content.dates': 'Tag und Monat sind mehrdeutig: {dates}.',
  'content.date': '{name} „{written}“ ist als {day} gelesen, könnte aber {other} sein',
  'content.truncated': 'Die Seite wurde nach {count} Knoten abgeschnitten.',
  'content.slowPattern': 'Das Muster „{pattern}“ brauchte zu lange und fand nichts. Das Muster vereinfachen.',
  'content.flattened': 'Elemente, die tiefer als {depth} Ebenen verschachtelt sind, wurden abgeflacht.',
  'content.rawTruncated': 'Ein eingebettetes Skript oder Stylesheet wurde nach {count} Zeichen abgeschnitten.',
  'content.markdownFlattened':
    'Listen, Zitate oder Tabellen, die tiefer als 60 Ebenen verschachtelt sind, wurden im Markdown abgeflacht.',
  'content.loading':
    'Ein Teil der Seite wurde noch geladen, oder eine Liste wartete noch auf ihre Zeilen, als die Seite gelesen wurde; die Wartezeit erhöhen.',
  'content.scripts':
    'Teile der Seite werden vielleicht von Skripten gefüllt, die nicht ausgeführt wurden; eine Wartezeit angeben, um die Seite im Browser darzustellen.',
  'content.empty':
    '{what}: {url} hat den Status {status} mit {bytes} Byte vom Typ {type} gesendet; die Seite wurde {how}.',
  'content.emptyUntyped':
    '{what}: {url} hat den Status {status} mit {bytes} Byte ohne Inhaltstyp gesendet; die Seite wurde {how}.',
  'content.noText': 'Die Seite hat keinen Text',
  'content.noMarkdown': 'Das Markdown der Seite ist leer',
  'content.rendered': 'im Browser dargestellt',
  'content.notRendered': 'nicht im Browser dargestellt',
  'content.frameRead': 'Der Inhalt des Rahmens {url} wurde als Teil der Seite gelesen.',
  'content.frameNotRead': 'Der Rahmen {url} wurde nicht gelesen: {reason}',
  'content.tookLonger': 'Es hat länger als {seconds} Sekunden gedauert.',
  'content.robots': 'robots.txt verbietet es.',
  'content.serverStatus': 'Der Server hat den Status {status} gesendet.',
  'content.noResult': '{url} hat kein Ergebnis.',
  'content.redactWeak':
    'Die Schwärzung findet {what} nur, wo Anrede, Beschriftung, Adressformat oder Metadaten darauf hinweisen; bitte den Text prüfen.',
  'content.redactUncovered': '„Personendaten schwärzen“ gilt nicht für {what} Metadaten.',
  'content.noHistory': 'Mit „Nichts aufbewahren“ gibt es keinen Verlauf, mit dem sich Änderungen vergleichen lassen.',
  'file.empty': '{name} ist leer.',
  'file.noText': 'Die Datei {url} enthält keinen Text.',
  'file.noEncoding': 'Die Seite nennt keine Zeichenkodierung; angenommen wurde {encoding}.',
  'file.tooHeavy': '{name} konnte nicht gelesen werden: der Bedarf an Speicher oder Zeit ist zu hoch.',
  'file.noParser': 'Der Parser „{id}“ ist nicht geladen.',
  'file.oldWord':
    '{name} ist ein Dokument aus Word 97–2003 (.doc), das Gleaner nicht liest; bitte als .docx, .odt oder .pdf speichern.',
  'file.oldSlides':
    '{name} ist eine Präsentation aus PowerPoint 97–2003 (.ppt), die Gleaner nicht liest; bitte als .pptx, .odp oder .pdf speichern.',
  'file.encrypted': '{name} ist verschlüsselt; bitte ohne Passwort speichern.',
  'file.oldOffice':
    '{name} hat ein altes Office-Format, das Gleaner nicht liest; bitte in einem aktuellen Format speichern.',
  'data.rangeEnd': 'Von einem Bereich wurde nur das untere Ende gelesen: {ends}.',
  'data.contradicted':
    'Die Auszeichnung der Seite widerspricht ihren sichtbaren Preisen; gelesen wurden die sichtbaren: {fields}.',
  'data.notRecognized': 'Nichts auf der Seite wurde als „{field}“ erkannt.',
  'data.notFound': 'Fehlt {where}: {fields}.',
  'data.onPage': 'auf der Seite',
  'data.onPages': 'auf allen {count} Seiten',
  'data.inRecords': '{name} (in {count} von {all} Datensätzen)',
  'data.noJsonValue': 'Das JSON hat für „{name}“ keinen Wert, der zum Schema passt.',
  'data.guessedFields':
    'Ohne Schema und ohne Sprachmodell wurden die Felder aus Wörtern des Prompts erraten ({names}); der Rest des Prompts blieb unbeachtet. Zum Wählen der Felder ein Schema angeben.',
  'data.usualFields':
    '{why}; die Felder sind die üblichen für diese Art Seite ({name}). Zum Wählen der Felder ein Schema angeben.',
  'data.noSchema': 'Es wurde kein Schema angegeben',
  'data.noSchemaNoField':
    'Es wurde kein Schema angegeben, und der Prompt nennt kein bekanntes Feld, blieb also unbeachtet',
  'model.badSchema': '{name} ist kein gültiges JSON-Schema: {problem}.',
  'model.schemaOf': 'Das Schema des Formats „{name}“',
  'model.truncated':
    'Die Antwort des Modells unter {service} wurde abgeschnitten; die Eingabe-Tokens senken oder weniger Felder verlangen.',
  'model.invalidAnswers':
    'Das Modell unter {service} hat drei ungültige Antworten gegeben: {problem}. Das Schema vereinfachen oder ein größeres Modell wählen.',
  'model.refused': 'Das Modell unter {service} hat die Antwort verweigert{quote}.',
  'model.blockedCall': 'Aufrufe des Modells sind auf {base} beschränkt; {url} wurde gesperrt.',
  'model.redirects': '{base} leitet auf {url} weiter; diese als Basisadresse in den Einstellungen eintragen.',
  'model.answerTooLarge': 'Die Antwort ist größer als {size} MB.',
  'model.serviceStatus': 'Der Dienst hat den Status {status} gesendet.',
  'model.tooSlow':
    'Das Modell unter {service} hat nicht rechtzeitig geantwortet; das Zeitlimit erhöhen oder weniger Text senden.',
  'model.status': 'Das Modell unter {service} hat den Status {status} gesendet; {next}.',
  'model.unreachable': 'Das Modell unter {service} ist nicht erreichbar: {reason} Bitte prüfen, ob es läuft.',
  'model.invalidResponse': 'Das Modell unter {service} hat eine ungültige Antwort gesendet: {message}',
  'model.checkName': 'bitte den Namen des Modells prüfen und ob es JSON-Schemas unterstützt',
  'model.enterKey': 'bitte den API-Schlüssel in den Einstellungen neu eingeben',
  'model.otherKey': 'der API-Schlüssel erlaubt das nicht; bitte in den Einstellungen einen anderen eingeben',
  'model.checkAddress': 'bitte Basisadresse und Namen des Modells in den Einstellungen prüfen',
  'model.rateLimit':
    'die zulässige Zahl von Anfragen ist erreicht; „Höchstzahl gleichzeitiger Seiten“ senken oder später noch einmal versuchen',
  'model.tryLater': 'bitte später noch einmal versuchen',
  'model.promptTooLong':
    'Schon ohne die Seite belegt der Prompt {promptTokens} der {contextTokens} Kontext-Tokens des Modells; weniger Felder verlangen oder die Kontextlänge des Modells erhöhen.',
  'model.choose': 'In den Einstellungen ein Modell für {base} wählen: {offered}.',
  'model.listsNone': 'dort werden keine Modelle angeboten',
  'model.offers': 'angeboten werden {names}',
  'model.partRead':
    'Die Seite ist lang: das Modell hat die ersten {countRead} von {countAll} Zeichen gelesen; die Höchstzahl der Teile oder die Eingabe-Tokens erhöhen.',
  'model.numbersNotOnPage': 'Diese Zahlen stehen nicht auf der Seite: {numbers}.',
  'model.partFailed': 'Das Modell ist an einem Teil der Seite gescheitert: {reason}',
  'model.filledByRules': 'Nach Regeln extrahiert, weil sie in der Antwort des Modells fehlten: {fields}.',
  'model.partsUnusable': 'Teile der Antwort des Modells waren nicht verwendbar: {problem}.',
  'model.droppedUnfit': 'Weggelassen, weil sie nicht zum Schema passen: {fields}.',
  'model.droppedAbsent': 'Weggelassen, weil sie nicht auf der Seite stehen: {fields}.',
  'model.dataUnfit': 'Die Daten passen nicht zum Schema: {problem}.',
  'model.valueAbsent': 'Die Antwort des Modells für „{name}“ steht nicht auf der Seite.',
  'model.foundNone': 'Das Modell hat auf der Seite kein „{name}“ gefunden.',
  'model.answerUnfit': 'Die Antwort des Modells passt nicht zum Schema: {problem}.',
  'model.failedRules': 'Das Modell ist gescheitert; stattdessen wurden Regeln verwendet: {reason}',
  'model.noJson': 'sie enthält kein JSON-Objekt',
  'model.invalidJson': 'sie ist kein gültiges JSON ({problem})',
  'model.jsonOpen': 'ihr JSON ist nicht geschlossen',
  'model.wasTruncated': 'sie wurde abgeschnitten',
  'model.wasEmpty': 'sie ist leer',
  'model.wasList': 'sie ist eine Liste statt eines Objekts',
  'model.injection':
    'Die Seite enthält Anweisungen für ein Sprachmodell: „{text}“. Die Werte vor der Verwendung prüfen.',
  'recipe.noMatch': 'Keine gespeicherte Vorlage passt zu {url}.',
  'recipe.errorPage': 'Für Fehlerseiten werden keine Vorlagen verwendet ({status}).',
  'recipe.detailsUnread':
    'Vorlage „{name}“: {fields} stehen auf Detailseiten, die nur eine Tabelle (/v2/table) besucht.',
  'recipe.notUsed': 'Die Vorlage „{name}“ wurde für {url} nicht verwendet.',
  'recipe.doesNotRead': 'Die Vorlage „{name}“ liest {fields} nicht.',
  'recipe.lacking':
    'Auf den Seiten der Vorlage „{name}“ fehlen {what} seit {since}. Ihr Aufbau hat sich anscheinend geändert; bitte die Vorlage neu erstellen.',
  'recipe.usualFields': 'übliche Felder',
  'recipe.unknown': 'Es gibt keine Vorlage „{name}“; die Namen stehen unter /local/recipes.',
  'recipe.fieldNotFound': 'Die Vorlage „{name}“ hat kein „{field}“ gefunden.',
  'recipe.fewPages':
    'Für eine Vorlage sind mindestens {least} gleichartige Seiten nötig; {read} konnten gelesen werden.',
  'recipe.nothingCommon':
    'Kein Wert steht auf allen {count} Seiten an derselben Stelle; bitte Seiten mit gleichem Aufbau wählen.',
  'recipe.notLearned':
    'Nicht in der Vorlage, weil die Werte nicht auf jeder Seite an derselben Stelle stehen: {fields}.',
  'recipe.noUniformList':
    'Die Datensätze der Seiten stehen nicht in einzelnen, ähnlichen Elementen; bitte Seiten mit einer einheitlichen Liste wählen.',
  'recipe.oneList':
    'Eine Vorlage liest eine Liste von Datensätzen, das Schema hat aber {names}; bitte für jede eine eigene Vorlage erstellen.',
  'paging.grows': 'Die Liste wächst beim Scrollen an ihr Ende.',
  'paging.chosen': 'Dieses Element wurde selbst gewählt.',
  'paging.head': 'Der Kopf der Seite verweist auf die nächste Seite der Liste.',
  'paging.endless': 'Die Liste ist als endlos scrollbar ausgezeichnet.',
  'paging.link': 'Der Link {reasons}.',
  'paging.button': 'Die Schaltfläche {reasons}.',
  'paging.number': 'hat die Nummer {number}, die auf die aktuelle Seite {current} folgt',
  'paging.among': 'steht bei Seitenzahlen',
  'paging.nextUrl': 'führt zur Adresse der nächsten Seite',
  'paging.otherPlace': 'führt zu einer anderen Stelle der Liste',
  'paging.says': 'trägt unter einer Liste die Aufschrift „{label}“',
  'form.moreThanTerms': '{form} wurde ausgelassen, weil nicht nur Suchbegriffe verlangt werden.',
  'form.post': '{form} wurde ausgelassen, weil es per POST gesendet wird.',
  'form.otherSite': '{form} wurde ausgelassen, weil es zu einer anderen Website gehört.',
  'content.redactMetadata': '„Personendaten schwärzen“ gilt nicht für die Metadaten.',
  'model.lockdown': 'Mit „Abschottung“ wird kein Modell aufgerufen; daher wurden nur Regeln verwendet.',
  'recipe.note': 'Vorlage „{recipe}“: {note}',
  'live.notLoaded': 'Die Seite ist noch nicht geladen; bitte gleich noch einmal versuchen.',
  'live.cut':
    'Teile der Seite fehlen: angezeigt werden höchstens {nodes} Knoten, {levels} Ebenen und {chars} Millionen Zeichen.',
  'live.empty': '{what}; „Als Bild anzeigen“ macht das sichtbar.',
  'live.isEmpty': '{what} ist hier leer',
  'live.areEmpty': '{what} sind hier leer',
  'live.busy': 'Die Seite ändert sich ständig; diese Ansicht wird daher alle paar Sekunden aktualisiert.',
  'live.window':
    'Die Seite hat diese Adresse in einem neuen Fenster geöffnet; sie wird hier angezeigt, wie auch in Läufen.',
  'live.blockedWindow':
    'Ein Skript der Seite wollte eine andere Website, {url}, in einem neuen Fenster öffnen; das wurde blockiert, wie auch in Läufen. Zum Öffnen ihre Adresse eingeben.',
  'live.stopped': 'Der Browser dieser Live-Seite wurde beendet; bitte die Seite neu öffnen.',
  'live.tooMany': '{count} Live-Seiten sind offen; bitte zuerst eine davon schließen.',
  'live.unknown': 'Diese Live-Seite gibt es nicht oder nicht mehr; bitte die Seite neu öffnen.',
  'live.notRecorded':
    'Diese Aktion wurde nicht als Schritt aufgezeichnet, weil kein Selektor auf das Element passt. Schritte können keine Elemente in Rahmen oder geschlossenen Shadow-Roots verwenden.',
  'live.pasteField': 'Vor dem Einfügen ein Textfeld anklicken.',
  'live.canvas': 'Eine Zeichenfläche',
  'live.frame': 'Ein Rahmen von einer anderen Website',
  'live.shadow': 'Ein geschlossener Shadow-Root',
};
