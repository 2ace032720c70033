/** A name as one step of a JSON pointer. */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The name a step of a JSON pointer stands for. */
export const fromPointerStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
