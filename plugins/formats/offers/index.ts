import { menu } from './menu';
import { product } from './product';

export default [menu, product];
