/** Failure to provide the embedded database. The message is written for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

export const OWN_DATABASE_HINT = 'Instale um PostgreSQL 15 ou mais novo e informe o endereço dele em DATABASE_URL.';

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : undefined);

export const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : String(error));
