/** Log-odds of the oblivious trees beyond which a second opinion would not change what is kept. */
export const CLEAR = 4;
/** What the free trees' opinion counts where it is asked for. */
export const FREE_SHARE = 0.65;

/** The probability two log-odds stand for. */
export const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** The verdict of both kinds of trees on one block; the free trees are only asked about doubtful ones. */
export function judgement(oblivious: number, free: () => number): number {
  if (Math.abs(oblivious) >= CLEAR) return probability(oblivious);
  return probability((1 - FREE_SHARE) * oblivious + FREE_SHARE * free());
}
