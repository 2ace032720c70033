import { audio } from './audio';
import { video } from './video';

export default [audio, video];
