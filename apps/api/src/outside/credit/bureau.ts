// What a provider of credit reports is asked for. Each call is charged by it.

/** What a bureau says of a person or a company. */
export type CreditAnswer = {
  /** From 300 to 1000; null: the bureau has none, and `note` may say why. */
  score: number | null;
  /** Points of what is committed and of what can be paid, as the bureau tells them; null: it tells none. */
  commitment: number | null;
  capacity: number | null;
  /** What explains the score, as it is told; lines of bounded length. */
  reasons: string[];
  /** The provider's number of the call. */
  query_id: string | null;
  /** A sentence in Portuguese about an answer without a score. */
  note: string | null;
};

export type CreditBureau = {
  /**
   * Asks once, without a second try.
   * @param document CPF or CNPJ, without punctuation
   * @throws SendFailure LOST: it may have been charged; of any other kind: it was not carried out.
   */
  ask: (document: string) => Promise<CreditAnswer>;
};
