/** Words for the numbers 1 to 20, in English and in other languages where the words are unambiguous. */
const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'one',
    'two zwei deux dos due dois twee dwa två',
    'three drei trois tres tre três drie trzy',
    'four vier quatre cuatro quattro quatro cztery fyra',
    'five fünf cinq cinco cinque vijf pięć fem',
    'six sechs seis sei zes sześć sex',
    'seven sieben sept siete sette sete zeven siedem sju',
    'eight acht huit ocho otto oito osiem åtta',
    'nine neun neuf nueve nove negen dziewięć nio',
    'ten zehn dix diez dieci dez tien dziesięć tio',
    'eleven elf onze once undici jedenaście elva',
    'twelve zwölf douze doce dodici doze twaalf dwanaście tolv',
    'thirteen dreizehn treize trece tredici treze dertien',
    'fourteen vierzehn quatorze catorce quattordici veertien',
    'fifteen fünfzehn quinze quince quindici vijftien',
    'sixteen sechzehn seize dieciséis sedici zestien',
    'seventeen siebzehn diecisiete diciassette zeventien',
    'eighteen achtzehn dieciocho diciotto achttien',
    'nineteen neunzehn diecinueve diciannove negentien',
    'twenty zwanzig vingt veinte venti vinte twintig dwadzieścia tjugo',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, at + 1] as const)),
);

/** Returns the value of a number word, e.g. 19 for `Nineteen`. */
export const numberOfWord = (word: string): number | undefined =>
  Object.hasOwn(NUMBERS, word.toLowerCase()) ? NUMBERS[word.toLowerCase()] : undefined;
