import { Problem } from '@morada/contract/base/problem';
import type * as z from 'zod/mini';

/** Values of a form as typed, and errors by field. */
export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** Field and parameter with the number of a form's draft. */
export const DRAFT_FIELD = 'rascunho';

/** One text for each field, with normalised line ends; other parts of a form are ignored. */
export function readValues(body: unknown): Values {
  const texts = Object.entries(body ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/\r\n?/g, '\n')]));
}

/** Field of the button of a page to whose address mail programs post too. */
export const PRESSED = { name: 'pela', value: 'pagina' };
export const isPressed = (body: unknown) => readValues(body)[PRESSED.name] === PRESSED.value;

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
  return attempt(() => send(parsed.data));
}

/** Outcome of a service's act, whose problems are the form's; 404 is thrown. */
export async function attempt(act: () => Promise<unknown>): Promise<FormOutcome> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 404) throw error;
    return { errors: { [error.field ?? '']: error.message }, status: error.status };
  }
  return { errors: {}, status: 200 };
}
