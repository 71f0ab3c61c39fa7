import * as z from 'zod/mini';

/** Error of the Pix API and of the APIs of Banco Inter: RFC 7807, with violations. */
const Refusal = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  violacoes: z.optional(z.array(z.object({ razao: z.optional(z.string()), propriedade: z.optional(z.string()) }))),
});

/** The reason of a refusal, without the values that it quotes. */
export function reasonOf(body: unknown): string | undefined {
  const { success, data } = Refusal.safeParse(body);
  if (!success) return undefined;
  const reasons = (data.violacoes ?? []).map(({ razao, propriedade }) =>
    [razao, propriedade && `(${propriedade})`].filter(Boolean).join(' '),
  );
  return [data.detail ?? data.title, ...reasons].filter(Boolean).join(' ') || undefined;
}
