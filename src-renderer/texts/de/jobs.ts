import type { jobs as english } from '../en/jobs';

/** German: jobs. */
export const jobs: Readonly<Record<keyof typeof english, string>> = {
  queued: 'Wartet',
  running: 'Läuft',
  paused: 'Angehalten',
  done: 'Fertig',
  failed: 'Fehlgeschlagen',
  cancelled: 'Abgebrochen',
  keptOutByRobotsTxt: 'Durch robots.txt ausgeschlossen',
  theTemplateOfThePagesHas: 'Der Aufbau der Seiten hat sich geändert',
  onAnotherSite: 'Auf einer anderen Website',
  socialNetworkOrService: 'Soziales Netzwerk oder Dienst',
  homePageOfAnotherSite: 'Startseite einer anderen Website',
  notHttpOrHttps: 'Weder http noch https',
  notBelowTheStartPage: 'Nicht unterhalb der Startseite',
  notAmongTheIncludedPaths: 'Nicht unter den eingeschlossenen Pfaden',
  amongTheExcludedPaths: 'Unter den ausgeschlossenen Pfaden',
  aPathPatternWasTooSlow: 'Ein Pfadmuster war zu langsam',
  tooManyPathSegments: 'Zu viele Pfadsegmente',
  tooManyHopsFromTheStart: 'Zu viele Schritte vom Start',
  aFileNotAPage: 'Eine Datei, keine Seite',
  looksLikeAnEndlessTrap: 'Sieht nach einer Endlosfalle aus ({sign})',
  needsYou: 'Braucht Hilfe',
};
