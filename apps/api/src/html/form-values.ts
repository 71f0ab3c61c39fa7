import { Problem } from '@morada/contract/problem';
import type * as z from 'zod/mini';

/** A form as it was typed, and what is wrong with it by field. */
export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** One text per field, lines ending as ours do: whatever else comes in a form is not part of it. */
export function readValues(body: unknown): Values {
  const texts = Object.entries(body ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/\r\n?/g, '\n')]));
}

/** What is wrong with a form, by field (`''`: as a whole), and the status that says so; 200 when it went through. */
export type Taken = { errors: Errors; status: number };

/** Checks what was typed and hands it on. What the service finds wrong with it is shown like what the schema does; what isn't there is thrown. */
export async function takeForm<S extends z.ZodMiniType>(
  schema: S,
  typed: Record<string, unknown>,
  send: (input: z.output<S>) => Promise<unknown>,
): Promise<Taken> {
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
