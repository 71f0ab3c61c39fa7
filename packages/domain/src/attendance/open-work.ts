/** Work about a person or property that is not done yet. */
export type OpenWork = { repairs: number; visits: number; tickets: number; accounts: number };

const WORDS = {
  repairs: ['pedido de manutenção', 'pedidos de manutenção'],
  visits: ['visita', 'visitas'],
  tickets: ['ticket', 'tickets'],
  accounts: ['troca de conta', 'trocas de conta'],
} as const satisfies Record<keyof OpenWork, readonly [one: string, many: string]>;

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** `1 pedido de manutenção e 2 visitas`; undefined when nothing is open. */
export function openWorkWords(work: OpenWork): string | undefined {
  const kinds = (Object.keys(WORDS) as (keyof OpenWork)[]).filter((kind) => work[kind] > 0);
  if (kinds.length === 0) return undefined;
  return list.format(
    kinds.map((kind) => `${work[kind].toLocaleString('pt-BR')} ${WORDS[kind][work[kind] === 1 ? 0 : 1]}`),
  );
}
