import { highlights } from './highlights';
import { query } from './query';
import { question } from './question';

export default [highlights, query, question];
