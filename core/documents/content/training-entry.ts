/** What the training script of the content models measures pages with. */
export { parseHtml } from '../parse-html';
export { analysePage } from './analyse-page';
export { rowsOf, tableOf } from './feature-table';
export { judgement } from './judgement';
export { keepBlocks } from './keep-blocks';
export { typeRowOf } from './page-type';
