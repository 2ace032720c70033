import type { pluginMessages as english } from '../../../../core/common/engine-messages/plugin-messages';

/** German translations of messages about the built-in formats, actions and parsers. */
export const pluginMessages: Readonly<Record<keyof typeof english, string>> = {
  'trust.manifest': 'Das Manifest verlangt, dass das Plugin außerhalb der Sandbox läuft.',
  'trust.imports': 'Das Plugin importiert {imports}. Das dürfen nur vertrauenswürdige Plugins.',
  'trust.need': '„{name}“ ({kind}) braucht „{need}“. Das dürfen nur vertrauenswürdige Plugins.',
  'trust.field': '„{name}“ ({kind}) enthält „{field}“. Das dürfen nur vertrauenswürdige Plugins.',
  'trust.options': '„{name}“ ({kind}) hat Optionen, die die Sandbox nicht prüfen kann: {problem}',
  'trust.notObject': 'sie sind kein Objekt.',
  'trust.nested': 'sie sind zu tief verschachtelt.',
  'trust.keyword': '„{keyword}“ wird nicht unterstützt.',
  'trust.invalidSchema': 'ihr JSON-Schema ist ungültig.',
  'trust.proxy': 'Das Plugin ist ein Proxy, und Proxys können nicht in der Sandbox laufen.',
  'format.badSelector': '„{selector}“ ist kein CSS-Selektor: {problem}',
  'format.noBranding': 'Die Stile der Seite konnten nicht gelesen werden; daher fehlt die Gestaltung.',
  'format.fieldsNotCompared': 'Die Felder wurden nicht verglichen, weil das Modell gescheitert ist.',
  'format.noFieldsBefore':
    'Der vorige Abruf hat keine Felder zum Vergleichen gespeichert; beim nächsten Vergleich sind sie da.',
  'format.noAudio': 'Die Seite hat keine eigene Audiodatei und keinen Audiostream; daher fehlt das Audio.',
  'format.manyAudio': 'Die Seite hat {count} Audiodateien oder -streams; geliefert wird der erste.',
  'format.noVideo': 'Die Seite hat keine eigene Videodatei und keinen Videostream; daher fehlt das Video.',
  'format.manyVideo': 'Die Seite hat {count} Videodateien oder -streams; geliefert wird der erste.',
  'format.noMenu': 'Auf der Seite wurde keine Speisekarte gefunden.',
  'format.severalProducts':
    'Die Seite zeigt mehrere Produkte; daher fehlt das Produkt. Bitte die Seite eines einzelnen Produkts abrufen.',
  'format.noProduct': 'Auf der Seite wurde kein Produkt gefunden; daher fehlt es im Ergebnis.',
  'format.noSinglePrice': 'Manche Varianten des Produkts haben auf der Seite keinen einzelnen Preis.',
  'format.noAvailability': 'Die Seite sagt nicht, ob das Produkt auf Lager ist; daher fehlt die Verfügbarkeit.',
  'format.noAnswer': 'Regeln haben auf der Seite keine Antwort auf die Frage gefunden.',
  'format.manyAnswers': 'Die Seite nennt mehrere gleich gut passende Antworten; siehe die Fundstellen.',
  'action.noKey':
    '„{input}“ ist keine Taste: Namen wie Enter, ArrowDown oder a verwenden, mit + verbunden wie in Control+A.',
  'action.waitEither': 'Zum Warten entweder Millisekunden oder einen Selektor angeben, nicht beides.',
  'action.writeEither': 'Zum Schreiben entweder einen Text oder ein Passwort angeben, nicht beides.',
  'action.recordsRemoved':
    'Die Seite hat beim Nachladen Einträge entfernt, daher fehlen Einträge. Bei der Aktion `loadMore` als `records` den CSS-Selektor der Einträge angeben, z. B. {selector}.',
  'parser.events': 'Nur {count} von {all} Terminen wurden gelesen.',
  'parser.rows': 'Die Tabelle wurde nach {count} von {all} Zeilen abgeschnitten.',
  'parser.brokenTable': 'Die Tabelle {url} ist beschädigt: {problem}',
  'parser.chapters': '{count} der {all} Kapitel des Buchs konnten nicht gelesen werden.',
  'parser.oneAttachment': 'Die E-Mail hat 1 Anhang, der aufgeführt, aber nicht gelesen ist.',
  'parser.attachments': 'Die E-Mail hat {count} Anhänge, die aufgeführt, aber nicht gelesen sind.',
  'parser.pictures': 'Bilder, die der Code des Notebooks zeichnet, fehlen ({count}).',
  'parser.cells': 'Die Blätter wurden nach {cells} Zellen abgeschnitten; {rows} Zeilen fehlen.',
  'parser.hiddenSheets': 'Ausgeblendete Blätter wurden ausgelassen: {names}.',
  'parser.damagedSheets': 'Beschädigte Blätter wurden ausgelassen: {names}.',
  'parser.formulas': 'Die Datei speichert zu {count} Formeln keinen Wert; angezeigt werden die Formeln.',
  'parser.slides': 'Teile der Präsentation wurden nicht gelesen: {what}.',
  'parser.damagedSlides': 'beschädigte Folien',
  'parser.slidesAfter': '{count} Folien nach den ersten {most}',
  'parser.charts': 'Diagramme',
  'pdf.encrypted': 'Das PDF {url} ist verschlüsselt und ohne Passwort nicht lesbar.',
  'pdf.damaged':
    'Das PDF {url} ist beschädigt und konnte nicht gelesen werden; bitte in einem Betrachter öffnen und neu speichern.',
  'pdf.noTime':
    'Die Zeit hat für das PDF nicht gereicht: in den verbleibenden {ms} ms konnte keine seiner {all} Seiten gelesen werden; das Zeitlimit erhöhen.',
  'pdf.noTimeScans':
    'Die Zeit hat für das PDF nicht gereicht: in den verbleibenden {ms} ms konnte keine gescannte Seite erkannt werden; das Zeitlimit erhöhen.',
  'pdf.someRead':
    'Nur {count} der {all} Seiten des PDFs wurden rechtzeitig gelesen; das Zeitlimit um {seconds} s erhöhen, um alle zu lesen.',
  'pdf.maxPages': 'Nur {count} der {all} Seiten des PDFs wurden gelesen, wegen der Höchstzahl der Seiten.',
  'pdf.unread': 'Im PDF nicht gelesen: {names} ({reason}).',
  'pdf.pageUnread': 'Seite {number}',
  'pdf.pagesUnread': 'Seiten {numbers}',
  'pdf.pageEmpty': 'Das PDF enthält keinen Text: seine Seite ist leer oder besteht nur aus Bildern.',
  'pdf.pagesEmpty': 'Das PDF enthält keinen Text: seine {count} Seiten sind leer oder bestehen nur aus Bildern.',
  'pdf.someEmpty':
    '{count} der {all} gelesenen Seiten enthalten keinen Text: sie sind leer oder bestehen nur aus Bildern.',
  'pdf.tryAuto': 'Der Modus `auto` erkennt Text in Bildern.',
  'ocr.late':
    'Für die Texterkennung ({what}) hat die Zeit nicht gereicht; das Zeitlimit um {seconds} s erhöhen, um alle Seiten zu lesen.',
  'ocr.lateOne': 'Für die Texterkennung ({url}) hat die Zeit nicht gereicht; das Zeitlimit erhöhen.',
  'ocr.unsure': 'Der Text wurde mit einer geringen Sicherheit von {share} erkannt; Teile davon können falsch sein.',
  'ocr.unsurePages':
    'Der Text ({pages}) wurde mit geringer Sicherheit erkannt (mindestens {share}); Teile davon können falsch sein.',
  'ocr.page': 'Seite {number}',
  'ocr.pages': 'Seiten {numbers}',
  'ocr.none': 'In {url} wurde kein Text erkannt.',
  'ocr.tooLarge':
    'Das Bild {url} hat {pixels} Megapixel; Text wird in Bildern mit bis zu {most} erkannt. Bitte verkleinern.',
  'ocr.failed': 'Der Text ({what}) konnte nicht erkannt werden ({reason}).',
  'ocr.stopped': 'Die Texterkennung wurde beendet.',
  'ocr.tookTooLong': 'Die Erkennung hat zu lange gedauert.',
  'ocr.noLanguage':
    'Die Sprachdaten „{code}“ für die Texterkennung fehlen; {file}.traineddata in den Sprachordner aus den Einstellungen legen oder dort das Herunterladen erlauben.',
  'ocr.notStarted': 'Die Texterkennung konnte nicht starten ({reason}); bitte die Sprachdaten für {languages} prüfen.',
};
