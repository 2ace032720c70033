import type { ErrorMessageKey } from '../../../../core/common/engine-messages/error-messages';

/** German translations of the sentences and message prefixes in the error table. */
export const errorMessages: Readonly<Partial<Record<ErrorMessageKey, string>>> = {
  'error.BAD_REQUEST': 'Die Anfrage passt nicht zum Schema; Näheres je Feld steht unter `details`.',
  'error.BAD_REQUEST_INVALID_JSON': 'Bitte Anführungszeichen, Kommas und Klammern prüfen.',
  'error.UNSUPPORTED_MEDIA_TYPE': 'Den Inhalt als `Content-Type: application/json` senden.',
  'error.BODY_TOO_LARGE': 'Die Anfrage ist größer als 10 MB; bitte weniger Adressen je Anfrage senden.',
  'error.UNAUTHORIZED': 'Nicht angemeldet: `Authorization: Bearer <API-Schlüssel>` senden.',
  'error.PAYMENT_REQUIRED':
    'Das Credit-Budget dieses Monats ist verbraucht; es lässt sich in den Einstellungen erhöhen.',
  'error.FORBIDDEN_HOST':
    'Der Hostname im Host-Header ist nicht erlaubt; die Adresse verwenden, die Gleaner beim Start ausgibt, oder den Namen mit --allow-host oder in den Einstellungen erlauben.',
  'error.FORBIDDEN_ORIGIN': 'Webseiten anderer Herkunft dürfen diesen Dienst nicht aufrufen.',
  'error.FORBIDDEN_KEY':
    'Ein API-Schlüssel darf das nicht; die App oder den Befehl `gleaner` auf diesem Rechner verwenden.',
  'error.PRIVATE_ADDRESS_BLOCKED':
    'Das Ziel hat eine private Adresse; sie lässt sich mit --allow-private-network oder in den Einstellungen erlauben.',
  'error.NOT_FOUND': 'Zu diesem Pfad gibt es nichts; siehe /docs.',
  'error.METHOD_NOT_ALLOWED': 'Dieser Pfad nimmt diese Methode nicht an; siehe den Header `Allow`.',
  'error.JOB_NOT_FOUND': 'Den Job gibt es nicht; Ergebnisse werden 24 Stunden aufbewahrt.',
  'error.FILE_NOT_FOUND': 'Die Datei gibt es nicht; Dateien werden 24 Stunden aufbewahrt.',
  'error.CONFLICT': 'Die Anfrage passt nicht zum jetzigen Zustand.',
  'error.SCRAPE_TIMEOUT': 'Das Zeitlimit erhöhen oder die Wartezeit senken.',
  'error.MAP_TIMEOUT': 'Das Zeitlimit erhöhen.',
  'error.SCRAPE_ALL_ENGINES_FAILED': 'Die Seite konnte auf keinem Weg gelesen werden.',
  'error.SCRAPE_SSL_ERROR': 'Das TLS-Zertifikat ist nicht gültig; zum Annehmen „TLS nicht prüfen“ einschalten.',
  'error.SCRAPE_SITE_ERROR': 'Die Website ist nicht erreichbar.',
  'error.SCRAPE_DNS_RESOLUTION_ERROR': 'Der Hostname wurde nicht gefunden; bitte die Schreibweise prüfen.',
  'error.SCRAPE_TOO_MANY_REDIRECTS': 'Die Seite leitet öfter als 20-mal weiter.',
  'error.SCRAPE_TOO_LARGE': 'Die Seite ist entpackt größer als 50 MB.',
  'error.SCRAPE_UNSUPPORTED_FILE_ERROR': 'Dateien dieses Typs lassen sich nicht in Text umwandeln.',
  'error.SCRAPE_PDF_INSUFFICIENT_TIME_ERROR':
    'Keine Seite des PDFs konnte rechtzeitig gelesen werden; das Zeitlimit erhöhen.',
  'error.SCRAPE_PDF_ENCRYPTED': 'Das PDF ist verschlüsselt und ohne Passwort nicht lesbar.',
  'error.SCRAPE_DOCUMENT_BROKEN': 'Das Dokument ist beschädigt und konnte nicht gelesen werden.',
  'error.SCRAPE_ACTION_ERROR': 'Der Abruf wurde beendet, weil eine Aktion gescheitert ist.',
  'error.SCRAPE_BROWSER_UNAVAILABLE': 'Es wurde kein Browser gefunden; mit `npx gleaner browser install` installieren.',
  'error.SCRAPE_BROWSER_CRASHED': 'Der Browser ist beim Darstellen der Seite abgestürzt.',
  'error.SCRAPE_RETRY_LIMIT':
    'Gleaner ist bei dieser Seite jedes Mal abgestürzt; mehr Speicher geben oder die Seite ausschließen.',
  'error.SCRAPE_RACED_REDIRECT_ERROR': 'Die Seite leitet auf eine Seite weiter, die schon zum Job gehört.',
  'error.SCRAPE_LOCKDOWN_CACHE_MISS':
    'Der Zwischenspeicher enthält keine passende Kopie, und die Abschottung verhindert das Abrufen der Seite.',
  'error.SCRAPE_HOST_BLOCKED': 'Die Listen unter „Schutz vor Bedrohungen“ sperren diesen Host.',
  'error.SCRAPE_PROXY_ERROR': 'Der Proxy hat die Verbindung abgelehnt.',
  'error.SCRAPE_NEEDS_PERSON':
    'Die Seite verlangt eine Anmeldung oder eine Prüfung durch einen Menschen; bitte in der App erledigen.',
  'error.CRAWL_DENIED': 'Die Seite ist vom Crawl ausgeschlossen.',
  'error.SCRAPE_JOB_CANCELLED': 'Der Abruf wurde abgebrochen.',
  'error.MODEL_NOT_CONFIGURED': 'Diese Anfrage braucht ein Sprachmodell; eines in den Einstellungen einrichten.',
  'error.MODEL_FAILED': 'Das Sprachmodell hat keine brauchbare Antwort gegeben; in den Einstellungen testen.',
  'error.NOT_AVAILABLE_LOCALLY':
    'Diese Funktion gibt es nur im öffentlichen Dienst; Alternativen stehen im API-Leitfaden.',
  'error.SEARCH_FAILED': 'Kein Suchdienst hat geantwortet; bitte die Such-Plugins in den Einstellungen prüfen.',
  'error.SEARCH_TIMEOUT': 'Das Zeitlimit erhöhen.',
  'error.ENGINE_CLOSING': 'Gleaner wird gerade beendet; bitte gleich noch einmal versuchen.',
  'error.ZERO_RETENTION_FULL':
    'Der Speicher für nicht aufbewahrte Ergebnisse ist voll; weniger Seiten auf einmal anfordern, in zehn Minuten noch einmal versuchen oder „Nichts aufbewahren“ ausschalten.',
  'error.DATABASE_UNAVAILABLE': 'Die Datenbank ist nicht erreichbar; bitte gleich noch einmal versuchen.',
  'error.STORAGE_ERROR': 'In den Datenordner kann nicht geschrieben werden; bitte freien Platz und Rechte prüfen.',
  'error.UNKNOWN_ERROR': 'Ein unerwarteter Fehler ist aufgetreten; Näheres steht im Protokoll.',
  'begins.BAD_REQUEST_INVALID_JSON': 'Das JSON der Anfrage ist fehlerhaft: {rest}',
  'begins.PAYMENT_REQUIRED': 'Zu wenig Credits: {rest}',
  'begins.SCRAPE_TIMEOUT': 'Die Seite hat zu lange gebraucht: {rest}',
  'begins.MAP_TIMEOUT': 'Die Übersicht hat zu lange gebraucht: {rest}',
  'begins.SCRAPE_ALL_ENGINES_FAILED': 'Der Abruf ist gescheitert: {rest}',
  'begins.SCRAPE_SSL_ERROR': 'TLS-Fehler: {rest}',
  'begins.SCRAPE_SITE_ERROR': 'Die Adresse lässt sich nicht laden: {rest}',
  'begins.SCRAPE_DNS_RESOLUTION_ERROR': 'Host nicht gefunden: {rest}',
  'begins.SCRAPE_UNSUPPORTED_FILE_ERROR': 'Dateityp nicht unterstützt: {rest}',
  'begins.SCRAPE_PDF_INSUFFICIENT_TIME_ERROR': 'Die Zeit hat für das PDF nicht gereicht: {rest}',
  'begins.SCRAPE_ACTION_ERROR': 'Eine Aktion ist gescheitert: {rest}',
  'begins.SCRAPE_RACED_REDIRECT_ERROR': 'Doppelte Weiterleitung: {rest}',
  'begins.SEARCH_FAILED': 'Die Suche ist gescheitert: {rest}',
  'begins.SEARCH_TIMEOUT': 'Die Suche hat zu lange gedauert: {rest}',
};
