import { Problem } from '@morada/contract/base/problem';
import type * as z from 'zod/mini';

/** Values of a form as typed, and errors by field. */
export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** One text for each field, with normalised line ends; other parts of a form are ignored. */
export function readValues(body: unknown): Values {
  const texts = Object.entries(body ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/\r\n?/g, '\n')]));
}

/** Errors of a form by field (`''`: the whole form), and the response status; 200 on success. */
export type FormOutcome = { errors: Errors; status: number };

/** A form that is refused as a whole. */
export const refused = ({ message, status }: Problem): FormOutcome => ({ errors: { '': message }, status });

/**
 * Validates values and passes them to the service. Problems of the service are shown like those of the schema; 404 is
 * thrown.
 */
export async function takeForm<S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, unknown>,
  send: (input: z.output<S>) => Promise<unknown>,
): Promise<FormOutcome> {
  const parsed = schema.safeParse(typed);
  if (!parsed.success) {
    const issues = parsed.error.issues.toReversed();
    return { errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])), status: 422 };
  }
  try {
    await send(parsed.data);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 404) throw error;
    return { errors: { [error.field ?? '']: error.message }, status: error.status };
  }
  return { errors: {}, status: 200 };
}
