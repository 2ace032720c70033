import { type Texts, under } from '../engine-texts';

/** German translations of the engine's sentences. */
export const sentenceTexts: Texts = under('sentence', {
  'table.gone': 'Das angeklickte Element ist nicht mehr auf der Seite; bitte noch einmal klicken.',
  'table.clickValues': 'Die Werte anklicken, die Spalten dieses Datensatzes werden sollen.',
  'table.nothingSimilar':
    'Nichts auf der Seite ähnelt der Auswahl. Einen anderen Teil anklicken oder die Seite als einen Datensatz behandeln.',
  'table.nothingDiffers':
    'Die Datensätze unterscheiden sich in keinem Wert. „Weiter außen“ versuchen oder die Werte anklicken.',
  'table.noSelector':
    'Kein Selektor passt auf alle diese Datensätze. Einen an anderer Stelle der Liste anklicken oder „Weiter außen“ versuchen.',
  'table.otherCount': '{selected} Datensätze sind gewählt, die Vorlage findet aber {found}.',
  'table.oneFurther': '1 weiterer ähnlicher Datensatz steht an anderer Stelle der Seite: „Weiter außen“ nimmt ihn auf.',
  'table.further':
    '{count} weitere ähnliche Datensätze stehen an anderer Stelle der Seite: „Weiter außen“ nimmt sie auf.',
  'table.oneAlsoRead':
    '1 weiteres Element sieht wie ein Datensatz aus und wird mitgelesen. Ausschließen: erst „Datensatz ausschließen“, dann das Element anklicken.',
  'table.alsoRead':
    '{count} weitere Elemente sehen wie Datensätze aus und werden mitgelesen. Ausschließen: erst „Datensatz ausschließen“, dann das Element anklicken.',
  'table.noRows': 'Keine Zeilen gefunden; bitte prüfen, ob die Vorlage für diese Seite ist.',
  'table.sparse': 'In weniger als der Hälfte der Zeilen gefüllt: {columns}.',
  'recipe.range': 'Vorlage „{recipe}“: {field} ist in manchen Zeilen ein Bereich; nur das untere Ende wird gelesen.',
  'recipe.oneIncomplete': 'Vorlage „{recipe}“: 1 Zeile ohne {fields} wurde ausgelassen.',
  'recipe.incomplete': 'Vorlage „{recipe}“: {count} Zeilen ohne {fields} wurden ausgelassen.',
  'recipe.oneRepeated':
    'Vorlage „{recipe}“: 1 Zeile mit gleichem Wert für {fields} wie eine frühere wurde ausgelassen.',
  'recipe.repeated':
    'Vorlage „{recipe}“: {count} Zeilen mit gleichem Wert für {fields} wie eine frühere wurden ausgelassen.',
  'recipe.dispute':
    'Vorlage „{recipe}“: Die Quellen eines Werts widersprechen sich: {values}; der erste Wert wurde verwendet.',
  'recipe.currency': 'Vorlage „{recipe}“: {field} ist in {currency}; zuvor war es {usual}.',
  'recipe.noValues': 'Vorlage „{recipe}“: Keine Werte gefunden für {fields}.',
  'recipe.fewValues': 'Vorlage „{recipe}“: Weniger Werte als üblich (Anteile in Klammern) gefunden für {fields}.',
  'recipe.nothing': 'Vorlage „{recipe}“: Auf der Seite wurde nichts gefunden.',
  'recipe.changed': 'Der Aufbau der Seite hat sich anscheinend geändert; bitte die Vorlage „{recipe}“ neu erstellen.',
  'recipe.otherPage': 'Die Vorlage „{recipe}“ ist für {pages} und wurde daher für {url} nicht verwendet.',
  'missing.onPage':
    '„{column}“ wurde auf dieser Seite nicht gefunden; diese Überwachung kann den Wert daher nicht melden.',
  'missing.onPages':
    '„{column}“ wurde auf keiner der Seiten gefunden; diese Überwachung kann den Wert daher nicht melden.',
  'missing.inRows':
    'Keine Zeile hat einen Wert in der Spalte „{column}“; die Bedingung dazu kann daher nicht eintreten.',
  'missing.pageAdvice': 'Bitte den Namen des Werts ändern oder eine Liste auf der Seite als Tabelle überwachen.',
  'missing.rowAdvice': 'Bitte in den Einstellungen der Überwachung eine andere Spalte wählen.',
  'condition.valueChanged': '{subject} hat sich von {before} auf {now} geändert.',
  'condition.textChanged': 'Der Text von {row} hat sich geändert.',
  'condition.fell': '{subject} ist von {before} auf {now} gefallen.',
  'condition.rose': '{subject} ist von {before} auf {now} gestiegen.',
  'condition.below': '{subject} ist {now}, unter {limit}.',
  'condition.above': '{subject} ist {now}, über {limit}.',
  'condition.changed': '{subject} hat sich von {before} auf {now} geändert ({share}).',
  'condition.lowest': '{subject} ist {now}, der bisher niedrigste Wert (zuvor: {before}).',
  'condition.highest': '{subject} ist {now}, der bisher höchste Wert (zuvor: {before}).',
  'condition.newRow': 'Neu: {row}.',
  'condition.appeared': '„{text}“ ist erschienen.',
  'condition.disappeared': '„{text}“ ist verschwunden.',
});
