/** Symbols that serve as labels: Unicode characters, or icons with certain words in their class names. */
export const SIGNS: readonly (readonly [label: string, characters: string, words: RegExp])[] = [
  ['date', '📅📆🗓', / (?:calendar|calendario|kalender) /],
  ['time', '⏰⏱🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛🕜🕝🕞🕟🕠🕡🕢🕣🕤🕥🕦🕧', / (?:clock|time) /],
  ['location', '📍🗺🏢', / (?:map|marker|pin|location) /],
  ['price', '💶💷💵💰🎟', / (?:euro|money|ticket|wallet) /],
  ['fax', '📠', / fax /],
  ['phone', '📞☎📱', / (?:phone|telephone|tel) /],
  ['email', '✉📧', / (?:envelope|mail|email) /],
  ['website', '🌐', / (?:globe|website) /],
  ['author', '✍', / (?:user|author|pencil) /],
  ['category', '📁', / folder /],
];
/** A symbol with the text after it. */
export const SIGN = /(\p{Extended_Pictographic})\uFE0F?\s?([^\p{Extended_Pictographic}]{2,100})/gu;
/** Words in the class names of icons. */
export const ICON_WORDS = / (?:fa|fas|far|fal|fab|icon|icons|bi|ti|mdi|glyphicon|dashicons) /;
/** Weekdays before a time, e.g. `Mon – Fri: 9:00`. */
export const DAYS_BEFORE_TIME = /^\p{L}{1,10}\.?(?:\s?[-–,/&]\s?\p{L}{1,10}\.?)+:?\s\d/u;
