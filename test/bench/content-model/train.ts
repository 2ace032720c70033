/**
 * Trains the content model on the development split of each data set in the quality folder, and writes it next to the
 * extractor.
 *   node test/bench/content-model/train.ts --quality DIR [--folds 5] [--cv-only | --no-cv] [--worst N] [--out FILE]
 * Cross-validation is by site: each page is extracted with a model that was not trained on its site. The scorers in the
 * quality folder rate the Markdown. The same pages always produce the same model.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { qualityKit } from '../quality-kit.ts';
import { type BoostOptions, binValues, boost, type Ensemble, logOddsOf } from './boost.ts';
import { foldOf, loadPages } from './dataset.ts';
import { type Example, exampleOf, tableOf } from './examples.ts';
import { judge } from './judge.ts';
import { loadReader } from './load-reader.ts';
import { modelFileOf } from './model-file.ts';

const OPTIONS: BoostOptions = {
  trees: 250,
  depth: 5,
  rate: 0.1,
  lambda: 10,
  minWeight: 0.1,
  columnShare: 0.3,
  rowShare: 0.5,
  seed: 11,
};
const MODEL = join(import.meta.dirname, '../../../core/page/documents/content/model.json');

const { values } = parseArgs({
  options: {
    quality: { type: 'string', default: '../shared/quality' },
    folds: { type: 'string', default: '5' },
    'cv-only': { type: 'boolean', default: false },
    'no-cv': { type: 'boolean', default: false },
    worst: { type: 'string', default: '0' },
    out: { type: 'string', default: MODEL },
  },
});
const folds = Number(values.folds);

/** Prints the progress. */
const say = (...parts: readonly unknown[]): void => console.error(`${performance.now().toFixed(0)} ms:`, ...parts);

const reader = await loadReader();
const pages = loadPages(resolve(values.quality));
const examples: readonly Example[] = pages.map((page) => exampleOf(page, pages, reader));
const table = tableOf(examples, reader.features.length);
const binned = binValues(table.data);
say(pages.length, 'pages', table.data.count, 'units', reader.features.length, 'features');

/** Trains an ensemble on the units of all pages for which `isTaught` is true. */
function train(isTaught: (page: number) => boolean): Ensemble {
  const rows = table.usable.filter((row) => isTaught(table.pageOf[row] ?? 0));
  return boost(table.data, binned, rows, OPTIONS);
}

/** Cross-validates: extracts each page with a model that was not trained on the page's site. */
async function crossValidate(): Promise<string> {
  const answers = Array.from({ length: folds }, (_, fold) => {
    const model = train((page) => foldOf(pages[page]?.site ?? '', folds) !== fold);
    say('fold', fold);
    return examples.flatMap((example, i) => {
      if (foldOf(example.page.site, folds) !== fold) return [];
      const from = table.offsets[i] ?? 0;
      const verdicts = Float64Array.from({ length: example.labels.length }, (_, unit) =>
        reader.probabilityOf(logOddsOf(model, binned.bins, table.data.count, from + unit)),
      );
      return [reader.answer(example.page, { probabilities: () => verdicts })];
    });
  });
  return judge(await qualityKit(resolve(values.quality)), answers.flat(), Number(values.worst));
}

/** Formats each feature's share of the total gain of all splits, in percent. */
function shares({ gains }: Ensemble): string {
  const all = gains.reduce((sum, gain) => sum + gain, 0);
  const sorted = reader.features.map((name, i) => ({ name, share: (100 * (gains[i] ?? 0)) / all }));
  return sorted
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${name} ${share.toFixed(1)}`)
    .join(', ');
}

if (!values['no-cv']) console.log(await crossValidate());
if (!values['cv-only']) {
  const model = train(() => true);
  writeFileSync(values.out, `${JSON.stringify(modelFileOf(model, reader.features))}\n`);
  console.log(`features by gain: ${shares(model)}`);
}
