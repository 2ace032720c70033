import { highlights } from './highlights';

export default [highlights];
