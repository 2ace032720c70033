/** Tokens a credit is worth. */
export const tokensPerCredit = 15;

/** Tokens an answer is billed by: its length, and what a model used. */
export const tokensOf = (data: unknown, modelTokens: number): number =>
  Math.floor(2 * (JSON.stringify(data)?.length ?? 0) + 300) + modelTokens;

/** Credits that tokens cost. */
export const creditsOfTokens = (tokens: number): number => Math.ceil(tokens / tokensPerCredit);
